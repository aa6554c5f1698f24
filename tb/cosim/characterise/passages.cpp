#include "tb/cosim/characterise/passages.h"

#include <map>
#include <utility>

#include "hw/router/parts/port_layout.h"

namespace flitcast::cosim {
namespace {

class Finder {
 public:
  Finder(const Topology& topology, const Routing& routing, const NetworkConfig& config, NodeId node)
      : topology_(topology),
        routing_(routing),
        layout_{topology.network_ports(), config.ports, config.vcs, routing.classes_of(config.vcs)},
        node_(node) {}

  std::vector<Passage> find() {
    for (const NodeId source : sources()) {
      for (NodeId to = 0; to < topology_.processors(); ++to) {
        if (topology_.in_one_network(source, to)) {
          walk(source, to);
        }
      }
    }
    std::vector<Passage> all;
    for (const auto& [ports, passage] : found_) {
      all.push_back(passage);
    }
    return all;
  }

 private:
  /// Whose messages come by every input that any come by: on grids and hypercubes, which are the
  /// same seen from all nodes, those of the neighbours.
  std::vector<NodeId> sources() const {
    std::vector<NodeId> nodes;
    if (!topology_.has_coordinates()) {
      for (NodeId node = 0; node < topology_.processors(); ++node) {
        nodes.push_back(node);
      }
      return nodes;
    }
    nodes.push_back(node_);
    for (int port = 0; port < layout_.network_ports; ++port) {
      const NodeId neighbour = topology_.neighbour(node_, static_cast<PortId>(port));
      if (neighbour != kNoNode) {
        nodes.push_back(neighbour);
      }
    }
    return nodes;
  }

  // From its source on until it has passed here, if it does.
  void walk(NodeId source, NodeId to) {
    NodeId at = source;
    PortId from = kNoPort;
    int from_class = 0;
    while (at != to) {
      routing_.candidates(at, from, from_class, to, ways_);
      const PortId port = ways_[0].port;
      const int to_class = layout_.classes == 1 ? 0 : ways_[0].vc_class;
      if (at == node_) {
        add(from, from_class, port, to_class, to);
        return;
      }
      from = topology_.entry_port(at, port);
      from_class = to_class;
      at = topology_.neighbour(at, port);
    }
    if (to == node_ && from != kNoPort) {
      add(from, from_class, layout_.network_ports, 0, to);
    }
  }

  void add(PortId from, int from_class, int output, int to_class, NodeId to) {
    const bool comes_in = from != kNoPort;
    const bool goes_on = layout_.is_network(output);
    const int input = comes_in ? from : layout_.network_ports;
    const Passage passage{input,
                          comes_in ? layout_.first_vc(from_class) : 0,
                          comes_in ? vcs_of(from_class) : 1,
                          output,
                          goes_on ? vcs_of(to_class) : 1,
                          to_class,
                          to};
    const bool is_new = found_.try_emplace({output, input}, passage).second;
    if (!is_new && goes_on && topology_.neighbour(node_, static_cast<PortId>(output)) == to) {
      found_[{output, input}] = passage;
    }
  }
  int vcs_of(int vc_class) const {
    return layout_.first_vc(vc_class + 1) - layout_.first_vc(vc_class);
  }

  const Topology& topology_;
  const Routing& routing_;
  PortLayout layout_;
  NodeId node_;
  RouteCandidates ways_;
  std::map<std::pair<int, int>, Passage> found_;  // by output and input
};

}  // namespace

std::vector<Passage> passages(const Topology& topology, const Routing& routing,
                              const NetworkConfig& config, NodeId node) {
  return Finder(topology, routing, config, node).find();
}

}  // namespace flitcast::cosim
