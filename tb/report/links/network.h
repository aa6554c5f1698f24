#pragma once

#include <string>
#include <vector>

#include "hw/topology/topology.h"

namespace flitcast {

/// A network as pictures show it.
struct Network {
  const Topology& topology;
  std::vector<std::string> names = {};  ///< of nodes; empty where their numbers are all there is

  std::string name(NodeId node) const { return names.empty() ? std::to_string(node) : names[node]; }
};

/// Names of the nodes of a graph as its file tells them; empty for other networks, and where the
/// file has none or is not there any more. `file` may be empty.
std::vector<std::string> node_names(const Topology& topology, const std::string& file);

}  // namespace flitcast
