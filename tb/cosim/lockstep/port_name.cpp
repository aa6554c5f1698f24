#include "tb/cosim/lockstep/port_name.h"

#include <fmt/format.h>

namespace flitcast::cosim {
namespace {

NodeId neighbour(const Topology& topology, NodeId node, int port, bool output) {
  if (output) {
    return topology.neighbour(node, static_cast<PortId>(port));
  }
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    for (int leaving = 0; leaving < topology.network_ports(); ++leaving) {
      const auto id = static_cast<PortId>(leaving);
      if (topology.neighbour(from, id) == node && topology.entry_port(from, id) == port) {
        return from;
      }
    }
  }
  return kNoNode;
}

}  // namespace

std::string port_name(const Topology& topology, NodeId node, int port, bool output) {
  const char* const direction = output ? "to" : "from";
  if (port >= topology.network_ports()) {
    return fmt::format("{}_node_{}", direction, port - topology.network_ports());
  }
  const NodeId other = neighbour(topology, node, port, output);
  if (other == kNoNode) {
    return fmt::format("{}_nobody_{}", direction, port);
  }
  bool alone = true;
  for (int each = 0; each < topology.network_ports(); ++each) {
    alone = alone && (each == port || neighbour(topology, node, each, output) != other);
  }
  return fmt::format(alone ? "{}_{}" : "{}_{}_port_{}", direction, other, port);
}

}  // namespace flitcast::cosim
