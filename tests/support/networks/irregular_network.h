#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

#include "hw/topology/family.h"

namespace flitcast {

/// Two nodes with two links between them: port p leads to port p of the other.
inline Topology make_twin_links() {
  static const TopologyFamily family = [] {
    TopologyFamily made{};
    made.word = "twins";
    made.build = [](const TopologyFamily&, const TopologySource&) {
      TopologyData twins;
      twins.nodes = twins.processors = 2;
      twins.ports = 2;
      twins.ends = tabulate_ends(twins, [](NodeId node, PortId port) {
        return ChannelEnd{1 - node, port};
      });
      return twins;
    };
    made.routes = [](const Topology&, RoutingOrder) -> std::shared_ptr<const BaseRoute> {
      class Route : public BaseRoute {
       public:
        PortId next_port(NodeId, NodeId) const override { return 0; }
      };
      return std::make_shared<Route>();
    };
    return made;
  }();
  return Topology(family, {});
}

/// A network without coordinates, labels, rings or a tree, of a family that is on no list: a
/// triangle 0 1 2 with a tail 2 3. Ports are numbered by neighbour, ascending.
class IrregularNetwork {
 public:
  static Topology make() { return Topology(family(), {{4}}); }

 private:
  static constexpr int kPorts = 3;
  static constexpr std::array<std::array<NodeId, kPorts>, 4> kNeighbours{
      {{1, 2, kNoNode}, {0, 2, kNoNode}, {0, 1, 3}, {2, kNoNode, kNoNode}}};

  /// Over the link to the destination, or over node 2, which all are next to.
  class Route : public BaseRoute {
   public:
    PortId next_port(NodeId here, NodeId destination) const override {
      const PortId direct = port_to(here, destination);
      return direct != kPorts ? direct : port_to(here, 2);
    }
  };

  static PortId port_to(NodeId from, NodeId to) {
    const auto& ports = kNeighbours[from];
    return static_cast<PortId>(std::find(ports.begin(), ports.end(), to) - ports.begin());
  }

  static TopologyData build(const TopologyFamily& /*self*/, const TopologySource& source) {
    if (source.dims != std::vector<std::uint32_t>{4}) {
      throw std::invalid_argument("a paw takes 4, not " + join_dims(source.dims));
    }
    TopologyData paw;
    paw.nodes = paw.processors = 4;
    paw.ports = kPorts;
    paw.ends = tabulate_ends(paw, [](NodeId node, PortId port) {
      const NodeId to = kNeighbours[node][port];
      return to == kNoNode ? ChannelEnd{} : ChannelEnd{to, port_to(to, node)};
    });
    return paw;
  }

  static const TopologyFamily& family() {
    static const TopologyFamily paw = [] {
      TopologyFamily made{};
      made.word = "paw";
      made.build = build;
      made.routes = [](const Topology&, RoutingOrder) -> std::shared_ptr<const BaseRoute> {
        return std::make_shared<Route>();
      };
      return made;
    }();
    return paw;
  }
};

}  // namespace flitcast
