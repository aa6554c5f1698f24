// Flattened butterflies, k-ary n-flats (Kim, Dally and Abts, "Flattened butterfly: a cost-efficient
// topology for high-radix networks", ISCA 2007): k^(n-1) routers of k processors, a router being
// n − 1 digits in base k, digit 0 the lowest; routers that differ in one digit are linked.
//
// Port d·(k − 1) + i leads to the router whose digit d is i, or i + 1 from the router's own on.
//
// Routes correct one digit after the other. Detours go by way of any router.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw/topology/family.h"

namespace flitcast {
namespace {

class FlatShape {
 public:
  FlatShape(NodeId arity, std::uint32_t levels) : k_(arity), powers_(levels, 1) {
    for (std::size_t d = 1; d < powers_.size(); ++d) {
      powers_[d] = powers_[d - 1] * k_;
    }
  }

  NodeId arity() const { return k_; }
  NodeId routers() const { return powers_.back(); }
  NodeId dimensions() const { return static_cast<NodeId>(powers_.size()) - 1; }
  int ports() const { return static_cast<int>(dimensions() * (k_ - 1)); }
  NodeId first() const { return routers() * k_; }  // node of the first router

  ChannelEnd end(NodeId node, PortId port) const {
    if (node < first()) {
      return {};
    }
    const NodeId d = port / (k_ - 1);
    const NodeId digit = digit_of(node - first(), d);
    const NodeId index = port % (k_ - 1);
    const NodeId other = index < digit ? index : index + 1;
    return {node + other * powers_[d] - digit * powers_[d], port_to(d, other, digit)};
  }
  /// The port that leads from digit `from` to digit `to`.
  PortId port_to(NodeId d, NodeId from, NodeId to) const {
    return static_cast<PortId>(d * (k_ - 1) + (to < from ? to : to - 1));
  }
  NodeId digit_of(NodeId router, NodeId d) const { return router / powers_[d] % k_; }

 private:
  NodeId k_;
  std::vector<NodeId> powers_;  // of k, up to k^(n-1)
};

FlatShape shape_of_flat(const TopologyFamily& self, const std::vector<std::uint32_t>& dims) {
  const std::string name(self.word);
  if (dims.size() != 2 || dims[0] < 2 || dims[1] < 2) {
    throw std::invalid_argument("a " + name +
                                " takes the processors of a router, 2 or more, which are as many "
                                "as the routers of a dimension, and the number of dimensions and "
                                "one, 2 or more, like 4x3, not " +
                                join_dims(dims));
  }
  std::uint64_t routers = 1;
  for (std::uint32_t d = 1; d < dims[1] && routers <= kMaxNodes; ++d) {
    routers *= dims[0];
  }
  check_nodes(self, dims, routers * (dims[0] + std::uint64_t{1}));
  check_ports(self, dims, (dims[1] - 1) * (dims[0] - std::uint64_t{1}) + dims[0]);
  return {dims[0], dims[1]};
}

TopologyData build_flat(const TopologyFamily& self, const TopologySource& source) {
  const FlatShape shape = shape_of_flat(self, source.dims);
  TopologyData flat;
  flat.seats = shape.arity();
  flat.processors = shape.first();
  flat.nodes = shape.first() + shape.routers();
  flat.ports = shape.ports();
  flat.ends = tabulate_ends(flat, [&](NodeId node, PortId port) { return shape.end(node, port); });
  return flat;
}

class FlattenedButterflyRoute final : public BaseRoute {
 public:
  FlattenedButterflyRoute(FlatShape shape, RoutingOrder order)
      : shape_(std::move(shape)), ascending_(order == RoutingOrder::kAscending) {}

  PortId next_port(NodeId here, NodeId destination) const override {
    const NodeId from = here - shape_.first();
    const NodeId to =
        destination < shape_.first() ? destination / shape_.arity() : destination - shape_.first();
    for (NodeId i = 0; i < shape_.dimensions(); ++i) {
      const NodeId d = ascending_ ? i : shape_.dimensions() - 1 - i;
      const NodeId digit = shape_.digit_of(from, d);
      if (const NodeId wanted = shape_.digit_of(to, d); digit != wanted) {
        return shape_.port_to(d, digit, wanted);
      }
    }
    return kNoPort;
  }

  NodeId midpoints() const override { return shape_.routers(); }
  NodeId midpoint(NodeId /*router*/, NodeId number) const override {
    return shape_.first() + number;
  }

 private:
  FlatShape shape_;
  bool ascending_;
};

std::shared_ptr<const BaseRoute> routes_of_flat(const Topology& topology, RoutingOrder order) {
  return std::make_shared<FlattenedButterflyRoute>(
      FlatShape(topology.dims()[0], topology.dims()[1]), order);
}

}  // namespace

const TopologyFamily& flattened_butterfly_family() {
  static const TopologyFamily family = [] {
    TopologyFamily flat{};
    flat.word = "flattened_butterfly";
    flat.dims = "k and n of a k-ary n-flat";
    flat.dims_range = "2 or more each";
    flat.dims_like = "4x3";
    flat.example = {4, 2};
    flat.has_orders = true;
    flat.build = build_flat;
    flat.routes = routes_of_flat;
    return flat;
  }();
  return family;
}

}  // namespace flitcast
