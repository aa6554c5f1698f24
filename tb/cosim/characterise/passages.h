#pragma once

#include <vector>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "hw/topology/topology.h"

namespace flitcast::cosim {

/// A way through a router that a route of its network takes.
struct Passage {
  int input;       ///< port by which the header comes; the first local one: from the node
  int input_vc;    ///< the first virtual channel of its class there
  int input_vcs;   ///< how many the class has
  int output;      ///< port by which it leaves; the first local one: to the node
  int output_vcs;  ///< virtual channels of its class there
  int output_class;
  NodeId to;  ///< destination
};

/// Of every pair of ports of `node` between which routes lead one passage, to the neighbour there
/// where that can be: sorted by output, then input. Precondition: headers have one way.
std::vector<Passage> passages(const Topology& topology, const Routing& routing,
                              const NetworkConfig& config, NodeId node);

}  // namespace flitcast::cosim
