#pragma once

#include <string>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "traffic/program/communication_program.h"
#include "traffic/program/placement.h"

namespace flitcast {

/// What a program takes at least, whatever the routes and whoever waits.
struct ProgramBound {
  Cycle cycles = 0;
  std::string reason;  ///< "rank 3 sends"
};

/// The longest of these, over all ranks:
/// - what the rank sends keeps its send ports, each message for as long as if nothing were in its
///   way;
/// - what it receives, where that is all that is sent to it, comes over the links of its node, a
///   flit every t_m of the fastest link, and out of its ports, a word a cycle;
/// - a stream computes, and starts sends, one after the other;
/// - what waits for what, see longest_path();
/// - on given nodes, what leaves half of the network, see cut_bound(), where all is received.
/// With the ranks on `nodes`, or, null, wherever they are.
ProgramBound program_bound(const Program& program, const Placement* nodes, const Routing& routing,
                           const NetworkConfig& network);

}  // namespace flitcast
