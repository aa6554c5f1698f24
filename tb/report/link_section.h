#pragma once

#include <string>
#include <vector>

#include "hw/topology/topology.h"
#include "tb/report/choice.h"
#include "tb/report/page.h"
#include "tb/report/run_logs.h"

namespace flitcast {

/// True when the network is drawn as PlaneLayout has it: no hypercube, and small enough for nodes
/// that can be told apart. The others are drawn as MatrixLayout.
bool drawn_on_plane(const Topology& topology);

/// What the channels did in one of several runs on a network.
struct LinkUse {
  std::string name;  ///< to choose it by
  std::vector<LoggedChannel> channels;
  Cycle cycles;
};

/// A picture of how much every channel was in use in the run that is chosen. Data of the page that
/// it takes begin with `prefix`.
void add_link_choice(Page& page, const Topology& topology, const std::vector<LinkUse>& runs,
                     const Choice& choice, const std::string& prefix);

/// The part of a page that shows how much every channel was in use during `cycles`.
void add_link_section(Page& page, const Topology& topology,
                      const std::vector<LoggedChannel>& channels, Cycle cycles);

}  // namespace flitcast
