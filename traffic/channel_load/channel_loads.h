#pragma once

#include <cstddef>
#include <vector>

#include "hw/topology/topology.h"
#include "hw/types.h"

namespace flitcast {

/// Flits that pass the channels between routers, per flit that a processor offers on average.
class ChannelLoads {
 public:
  explicit ChannelLoads(const Topology& topology)
      : ports_(topology.network_ports()),
        loads_(topology.nodes() * static_cast<std::size_t>(topology.network_ports()), 0) {}

  void add(NodeId node, PortId port, double load) { loads_[place(node, port)] += load; }
  /// Of the channel that leaves `node` through `port`.
  double of(NodeId node, PortId port) const { return loads_[place(node, port)]; }

 private:
  std::size_t place(NodeId node, PortId port) const {
    return node * static_cast<std::size_t>(ports_) + port;
  }
  int ports_;
  std::vector<double> loads_;
};

}  // namespace flitcast
