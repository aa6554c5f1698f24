// Dragonflies (Kim, Dally, Scott and Abts, "Technology-driven, highly-scalable dragonfly topology",
// ISCA 2008), the largest of their kind: p processors and h global links a router, groups of a
// routers, all linked with each other, and a·h + 1 groups, of which any two have one global link.
//
// Router r of group g is router number g·a + r. Its port i < a − 1 leads to router i of its group,
// or i + 1 from its own number on. Port a − 1 + k is global link r·h + k of the group: link j leads
// to group j, or j + 1 from the group's own number on.
//
// Routes go to the router with the link to the other group, over it, and on to the destination. A
// detour goes to where the route to some other group comes in, and from there like any packet.
//
// Free of deadlock: the class of a header is the number of global links that it has taken. Channels
// are taken in the order local, global, local, … of ascending classes, and a group is crossed by
// one local link at most. Routes take two classes, detours three.

#include <stdexcept>
#include <string>

#include "hw/topology/family.h"

namespace flitcast {
namespace {

class DragonflyShape {
 public:
  explicit DragonflyShape(const std::vector<std::uint32_t>& dims)
      : p_(dims[0]), a_(dims[1]), h_(dims[2]) {}

  NodeId seats() const { return p_; }
  NodeId groups() const { return a_ * h_ + 1; }
  NodeId routers() const { return a_ * groups(); }
  NodeId first() const { return routers() * p_; }  // node of the first router
  int ports() const { return static_cast<int>(a_ - 1 + h_); }
  PortId first_global() const { return static_cast<PortId>(a_ - 1); }

  /// The number of the router that a node is, or is at.
  NodeId router(NodeId node) const { return node < first() ? node / p_ : node - first(); }
  NodeId group(NodeId router) const { return router / a_; }

  ChannelEnd end(NodeId node, PortId port) const {
    if (node < first()) {
      return {};
    }
    const NodeId own_group = group(node - first());
    const NodeId own = (node - first()) % a_;
    if (port < first_global()) {
      const NodeId other = port < own ? port : port + NodeId{1};
      return {node - own + other, local(other, own)};
    }
    const NodeId link = own * h_ + port - first_global();
    const NodeId other = link < own_group ? link : link + 1;
    return {entrance(other, own_group), global(other, own_group)};
  }
  /// The router of a group with the link to another one.
  NodeId entrance(NodeId group, NodeId other) const {
    return first() + group * a_ + link(group, other) / h_;
  }
  /// The port towards router `to` of the same group, or along the link to another group.
  PortId local(NodeId from, NodeId to) const {
    return static_cast<PortId>(to < from ? to : to - 1);
  }
  PortId global(NodeId group, NodeId other) const {
    return static_cast<PortId>(a_ - 1 + link(group, other) % h_);
  }
  PortId next_port(NodeId from, NodeId to) const {
    if (group(from) == group(to)) {
      return local(from % a_, to % a_);
    }
    const NodeId exit = entrance(group(from), group(to)) - first();
    return exit == from ? global(group(from), group(to)) : local(from % a_, exit % a_);
  }

 private:
  static NodeId link(NodeId group, NodeId other) { return other < group ? other : other - 1; }

  NodeId p_;
  NodeId a_;
  NodeId h_;
};

void check_dragonfly(const TopologyFamily& self, const std::vector<std::uint32_t>& dims) {
  const std::string name(self.word);
  if (dims.size() != 3 || dims[0] == 0 || dims[1] < 2 || dims[2] == 0) {
    throw std::invalid_argument("a " + name +
                                " takes the processors of a router, the routers of a group and the "
                                "global links of a router, 1, 2 and 1 or more, like 2x4x2, not " +
                                join_dims(dims));
  }
  const std::uint64_t p = dims[0];
  const std::uint64_t a = dims[1];
  const std::uint64_t h = dims[2];
  check_ports(self, dims, p + a - 1 + h);
  check_nodes(self, dims, a * (a * h + 1) * (p + 1));
}

TopologyData build_dragonfly(const TopologyFamily& self, const TopologySource& source) {
  check_dragonfly(self, source.dims);
  const DragonflyShape shape(source.dims);
  TopologyData dragonfly;
  dragonfly.seats = shape.seats();
  dragonfly.processors = shape.first();
  dragonfly.nodes = shape.first() + shape.routers();
  dragonfly.ports = shape.ports();
  dragonfly.first_global_port = shape.first_global();
  dragonfly.group = shape.first() / shape.groups();
  dragonfly.ends =
      tabulate_ends(dragonfly, [&](NodeId node, PortId port) { return shape.end(node, port); });
  return dragonfly;
}

class DragonflyRoute final : public BaseRoute {
 public:
  explicit DragonflyRoute(const DragonflyShape& shape) : shape_(shape) {}

  PortId next_port(NodeId here, NodeId destination) const override {
    return shape_.next_port(shape_.router(here), shape_.router(destination));
  }

  int classes() const override { return 2; }
  std::string_view use_of_classes() const override { return "counts global links"; }
  int class_on_route(NodeId /*here*/, PortId from_port, int from_class,
                     PortId /*port*/) const override {
    if (from_port >= shape_.ports()) {  // from the node
      return 0;
    }
    return from_port >= shape_.first_global() ? 1 : from_class;
  }

  NodeId midpoints() const override { return shape_.groups(); }
  NodeId midpoint(NodeId router, NodeId number) const override {
    const NodeId own = shape_.group(shape_.router(router));
    return number == own ? router : shape_.entrance(number, own);
  }

 private:
  DragonflyShape shape_;
};

std::shared_ptr<const BaseRoute> routes_of_dragonfly(const Topology& topology,
                                                     RoutingOrder /*order*/) {
  return std::make_shared<DragonflyRoute>(DragonflyShape(topology.dims()));
}

}  // namespace

const TopologyFamily& dragonfly_family() {
  static const TopologyFamily family = [] {
    TopologyFamily dragonfly{};
    dragonfly.word = "dragonfly";
    dragonfly.dims = "p, a and h of a dragonfly";
    dragonfly.dims_range = "1, 2 and 1 or more";
    dragonfly.dims_like = "2x4x2";
    dragonfly.example = {2, 4, 2};
    dragonfly.build = build_dragonfly;
    dragonfly.routes = routes_of_dragonfly;
    return dragonfly;
  }();
  return family;
}

}  // namespace flitcast
