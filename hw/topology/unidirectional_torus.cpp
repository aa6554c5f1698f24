// Tori of unidirectional links, k-ary n-cubes (Dally, "Performance analysis of k-ary n-cube
// interconnection networks", IEEE Trans. Computers 39, 1990). Node id = x + X·(y + Y·z…); port d
// leads one step up dimension d, round a ring, and by port d a channel comes from the node below.
//
// Opposite tori are two of them side by side, as chips have them that keep two networks apart: over
// N tiles node t is the interface of tile t in the one, and node N + t that in the other, whose
// port d leads one step down dimension d. Nothing leads from the one to the other. Their datelines
// are the first links of rings, which leave coordinate 0 in the one and the last in the other.
//
// Routes are dimension order, up to k − 1 links in each; in the network down the order is the
// opposite one.

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw/topology/family.h"

namespace flitcast {
namespace {

constexpr std::size_t kMostDimensions = 16;

/// Steps along the dimensions.
class Rings {
 public:
  explicit Rings(std::vector<std::uint32_t> sides) : sides_(std::move(sides)) {
    for (const std::uint32_t side : sides_) {
      strides_.push_back(size_);
      size_ *= side;
    }
  }

  std::size_t dimensions() const { return sides_.size(); }
  std::uint32_t at(NodeId node, std::size_t d) const { return node / strides_[d] % sides_[d]; }
  /// The node is in the second network.
  bool leads_down(NodeId node) const { return node >= size_; }
  bool is_last(NodeId node, std::size_t d) const { return at(node, d) + 1 == sides_[d]; }
  /// The channel along dimension `d` is the first one of the ring.
  bool is_first(NodeId node, std::size_t d) const {
    return leads_down(node) ? is_last(node, d) : at(node, d) == 0;
  }
  NodeId after(NodeId node, std::size_t d) const {
    return leads_down(node) ? below(node, d) : above(node, d);
  }
  NodeId before(NodeId node, std::size_t d) const {
    return leads_down(node) ? above(node, d) : below(node, d);
  }

 private:
  NodeId above(NodeId node, std::size_t d) const {
    return is_last(node, d) ? node - (sides_[d] - 1) * strides_[d] : node + strides_[d];
  }
  NodeId below(NodeId node, std::size_t d) const {
    return at(node, d) == 0 ? node + (sides_[d] - 1) * strides_[d] : node - strides_[d];
  }

  std::vector<std::uint32_t> sides_;
  std::vector<NodeId> strides_;
  NodeId size_ = 1;  // nodes of a network
};

TopologyData build_networks(NodeId networks, const TopologyFamily& self,
                            const TopologySource& source) {
  const std::vector<std::uint32_t>& sides = source.dims;
  if (sides.empty() || sides.size() > kMostDimensions) {
    throw std::invalid_argument(std::string(self.word) + " takes sides, like 8 or 8x8, not " +
                                join_dims(sides));
  }
  std::uint64_t nodes = networks;
  for (const std::uint32_t side : sides) {
    if (side < 2) {
      throw std::invalid_argument("every side of " + std::string(self.word) +
                                  " is 2 or more, not " + std::to_string(side));
    }
    nodes *= side;
    check_nodes(self, sides, nodes);
  }
  const Rings rings(sides);
  TopologyData torus;
  torus.nodes = torus.processors = static_cast<NodeId>(nodes);
  torus.networks = networks;
  torus.ports = static_cast<int>(sides.size());
  torus.ends = tabulate_ends(torus, [&](NodeId node, PortId port) {
    return ChannelEnd{rings.after(node, port), port};
  });
  for (NodeId node = 0; node < torus.nodes; ++node) {
    for (std::size_t d = 0; d < rings.dimensions(); ++d) {
      torus.starts.push_back(rings.before(node, d));
    }
  }
  return torus;
}

TopologyData build_unidirectional(const TopologyFamily& self, const TopologySource& source) {
  return build_networks(1, self, source);
}

TopologyData build_opposite(const TopologyFamily& self, const TopologySource& source) {
  return build_networks(2, self, source);
}

class UnidirectionalRoute final : public BaseRoute {
 public:
  UnidirectionalRoute(Rings rings, RoutingOrder order, bool cuts_at_first)
      : rings_(std::move(rings)),
        ascending_(order == RoutingOrder::kAscending),
        cuts_at_first_(cuts_at_first) {}

  PortId next_port(NodeId here, NodeId destination) const override {
    const bool ascending = ascending_ != rings_.leads_down(here);
    for (std::size_t i = 0; i < rings_.dimensions(); ++i) {
      const std::size_t d = ascending ? i : rings_.dimensions() - 1 - i;
      if (rings_.at(here, d) != rings_.at(destination, d)) {
        return static_cast<PortId>(d);
      }
    }
    return kNoPort;
  }

  // Datelines: a worm is in class 1 from one channel of each ring on, as on a torus from the one
  // that closes it. It goes round less than all of the ring, and so never comes there in class 1.
  int classes() const override { return 2; }
  std::string_view use_of_classes() const override { return "cuts the rings at datelines"; }
  int class_on_route(NodeId here, PortId from_port, int from_class, PortId port) const override {
    const bool cut = cuts_at_first_ ? rings_.is_first(here, port) : rings_.is_last(here, port);
    return (from_port == port && from_class == 1) || cut ? 1 : 0;
  }

 private:
  Rings rings_;
  bool ascending_;
  bool cuts_at_first_;
};

std::shared_ptr<const BaseRoute> routes_of_unidirectional(const Topology& topology,
                                                          RoutingOrder order) {
  return std::make_shared<UnidirectionalRoute>(Rings(topology.dims()), order,
                                               topology.networks() > 1);
}

TopologyFamily unidirectional(std::string_view word) {
  TopologyFamily torus{};
  torus.word = word;
  torus.dims = "sides of a grid";
  torus.dims_like = "8x8";
  torus.example = {4, 4};
  torus.has_orders = true;
  torus.most_dimensions = kMostDimensions;
  torus.build = build_unidirectional;
  torus.routes = routes_of_unidirectional;
  return torus;
}

}  // namespace

const TopologyFamily& unidirectional_torus_family() {
  static const TopologyFamily family = unidirectional("unidirectional_torus");
  return family;
}

const TopologyFamily& opposite_tori_family() {
  static const TopologyFamily family = [] {
    TopologyFamily tori = unidirectional("opposite_tori");
    tori.build = build_opposite;
    return tori;
  }();
  return family;
}

}  // namespace flitcast
