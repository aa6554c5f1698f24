// k-ary n-trees (Petrini and Vanneschi, "k-ary n-trees: high performance networks for massively
// parallel architectures", IPPS 1997), fat trees of equal switches: k^n processors below n levels
// of k^(n-1) switches.
//
// A processor is its digits p_0 … p_(n-1) in base k, p_0 first; a switch is its level l, 0 at the
// top, and n − 1 digits w_0 … w_(n-2). A switch of level l and one of level l + 1 are linked where
// they differ in digit l at most, a switch of level n − 1 and a processor where p_0 … p_(n-2) are
// its digits. Processors come first; switches are numbered on from them level by level, from the
// lowest up, by their digits.
//
// Port u < k leads up: from level l to the switch whose digit l − 1 is u; a processor has port 0
// only. Port k + d leads down, from level l to the switch, or processor, whose digit l is d.
//
// In a direct fat tree processors have no routers: each is at the switch of level n − 1 that has
// its digits, whose ports down lead nowhere.
//
// Routes go up to the nearest common ancestor, then down. At level l the port, up or down, is digit
// l of the destination (d-mod-k: Zahavi, "Fat-tree routing and node ordering providing contention
// free traffic for MPI global collectives", J. Parallel Distrib. Comput. 72, 2012): all routes to a
// processor meet at the same switches, and a circular shift has its links to itself.

#include <stdexcept>
#include <string>

#include "hw/network_config.h"
#include "hw/topology/family.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kLeastArity = 2;
constexpr std::uint32_t kMostArity = (kMaxPorts - 1) / 2;  // a port is for the node

/// Where nodes of a k-ary n-tree are.
class Shape {
 public:
  Shape(NodeId arity, std::uint32_t levels, bool direct)
      : k_(arity), n_(levels), direct_(direct), powers_(levels + 1, 1) {
    for (std::size_t i = 1; i < powers_.size(); ++i) {
      powers_[i] = powers_[i - 1] * k_;
    }
  }

  NodeId arity() const { return k_; }
  NodeId processors() const { return powers_[n_]; }
  NodeId nodes() const { return processors() + n_ * powers_[n_ - 1]; }
  bool is_switch(NodeId node) const { return node >= processors(); }
  std::uint32_t level(NodeId a_switch) const {
    return n_ - 1 - (a_switch - processors()) / powers_[n_ - 1];
  }
  /// The digits of a switch as a number.
  NodeId digits(NodeId a_switch) const { return (a_switch - processors()) % powers_[n_ - 1]; }
  NodeId digit_of_processor(NodeId processor, std::uint32_t i) const {
    return processor / powers_[n_ - 1 - i] % k_;
  }
  NodeId digit_of_switch(NodeId digits, std::uint32_t i) const {
    return digits / powers_[n_ - 2 - i] % k_;
  }
  /// The processor is below the switch: the digits before the level's own are the same.
  bool is_below(NodeId processor, std::uint32_t level, NodeId digits) const {
    return processor / powers_[n_ - level] == digits / powers_[n_ - 1 - level];
  }

  ChannelEnd end(NodeId node, PortId port) const {
    if (!is_switch(node)) {
      return port == 0 && !direct_ ? ChannelEnd{a_switch(n_ - 1, node / k_), down(node % k_)}
                                   : ChannelEnd{};
    }
    return port < k_ ? end_above(level(node), digits(node), port)
                     : end_below(level(node), digits(node), port - k_);
  }
  PortId down(NodeId digit) const { return static_cast<PortId>(k_ + digit); }

 private:
  NodeId a_switch(std::uint32_t level, NodeId digits) const {
    return processors() + (n_ - 1 - level) * powers_[n_ - 1] + digits;
  }
  NodeId with_digit(NodeId digits, std::uint32_t i, NodeId value) const {
    return digits + value * powers_[n_ - 2 - i] - digit_of_switch(digits, i) * powers_[n_ - 2 - i];
  }
  ChannelEnd end_above(std::uint32_t level, NodeId digits, NodeId up) const {
    return level == 0 ? ChannelEnd{}
                      : ChannelEnd{a_switch(level - 1, with_digit(digits, level - 1, up)),
                                   down(digit_of_switch(digits, level - 1))};
  }
  ChannelEnd end_below(std::uint32_t level, NodeId digits, NodeId digit) const {
    if (level == n_ - 1) {
      return direct_ ? ChannelEnd{} : ChannelEnd{digits * k_ + digit, 0};
    }
    return ChannelEnd{a_switch(level + 1, with_digit(digits, level, digit)),
                      static_cast<PortId>(digit_of_switch(digits, level))};
  }

  NodeId k_;
  std::uint32_t n_;
  bool direct_;
  std::vector<NodeId> powers_;  // of k, up to k^n
};

Shape shape_of(const TopologyFamily& self, const std::vector<std::uint32_t>& dims) {
  const std::string name(self.word);
  if (dims.size() != 2 || dims[0] < kLeastArity || dims[0] > kMostArity || dims[1] == 0) {
    throw std::invalid_argument("a " + name + " takes its arity, " + std::to_string(kLeastArity) +
                                " to " + std::to_string(kMostArity) +
                                ", and its levels, like 4x3, not " + join_dims(dims));
  }
  std::uint64_t switches_of_a_level = 1;
  for (std::uint32_t level = 0; level < dims[1]; ++level) {
    if (switches_of_a_level * (dims[0] + dims[1]) > kMaxNodes) {
      throw std::invalid_argument("a network has at most " + std::to_string(kMaxNodes) +
                                  " nodes; a " + name + " " + join_dims(dims) + " is more");
    }
    switches_of_a_level *= level + 1 < dims[1] ? dims[0] : 1;
  }
  return {dims[0], dims[1], &self == &direct_fat_tree_family()};
}

TopologyData build_fat_tree(const TopologyFamily& self, const TopologySource& source) {
  const std::vector<std::uint32_t>& dims = source.dims;
  const Shape shape = shape_of(self, dims);
  TopologyData tree;
  tree.processors = shape.processors();
  tree.nodes = shape.nodes();
  tree.seats = &self == &direct_fat_tree_family() ? shape.arity() : 0;
  tree.ports = static_cast<int>(2 * shape.arity());
  tree.up_ports = static_cast<int>(shape.arity());
  tree.ends = tabulate_ends(tree, [&](NodeId node, PortId port) { return shape.end(node, port); });
  return tree;
}

class FatTreeRoute : public BaseRoute {
 public:
  explicit FatTreeRoute(Shape shape) : shape_(std::move(shape)) {}

  PortId next_port(NodeId here, NodeId destination) const override {
    if (!shape_.is_switch(here)) {
      return 0;
    }
    const std::uint32_t level = shape_.level(here);
    const NodeId digit = shape_.digit_of_processor(destination, level);
    return shape_.is_below(destination, level, shape_.digits(here)) ? shape_.down(digit)
                                                                    : static_cast<PortId>(digit);
  }

 private:
  Shape shape_;
};

std::shared_ptr<const BaseRoute> routes_of_fat_tree(const Topology& topology,
                                                    RoutingOrder /*order*/) {
  const auto arity = static_cast<NodeId>(topology.network_ports() / 2);
  std::uint32_t levels = 0;
  for (NodeId left = topology.processors(); left > 1; left /= arity) {
    ++levels;
  }
  return std::make_shared<FatTreeRoute>(Shape(arity, levels, topology.shares_routers()));
}

TopologyFamily k_ary_n_trees(std::string_view word) {
  TopologyFamily tree{};
  tree.word = word;
  tree.dims = "arity and levels of a fat tree";
  tree.dims_range = "2 … 126, 1 or more";
  tree.dims_like = "4x3";
  tree.example = {4, 2};
  tree.build = build_fat_tree;
  tree.routes = routes_of_fat_tree;
  return tree;
}

}  // namespace

const TopologyFamily& fat_tree_family() {
  static const TopologyFamily family = k_ary_n_trees("fat_tree");
  return family;
}

const TopologyFamily& direct_fat_tree_family() {
  static const TopologyFamily family = k_ary_n_trees("direct_fat_tree");
  return family;
}

}  // namespace flitcast
