// e-cube routing in any order: dimensions are corrected one after the other, in the order that is
// asked for. Sullivan and Bashkow, "A large scale, homogeneous, fully distributed parallel
// machine", ISCA 1977.
//
// Free of deadlock as in the two orders of base routes, of which this is a renaming of dimensions:
// Dally and Seitz, IEEE Trans. Computers C-36, 1987.

#include <algorithm>
#include <string>

#include "hw/routing/coordinates.h"
#include "hw/routing/routing_policies.h"

namespace flitcast {
namespace {

/// Throws std::invalid_argument unless `dimensions` are 0 … count − 1, each once.
void check_order(const std::vector<std::uint32_t>& dimensions, int count) {
  std::vector<std::uint32_t> sorted = dimensions;
  std::sort(sorted.begin(), sorted.end());
  bool all = sorted.size() == static_cast<std::size_t>(count);
  for (std::size_t d = 0; all && d < sorted.size(); ++d) {
    all = sorted[d] == d;
  }
  if (!all) {
    throw std::invalid_argument(count < 2 ? "needs a network of two dimensions or more"
                                          : "needs each of the dimensions 0 to " +
                                                std::to_string(count - 1) +
                                                " once in router.dimension_order");
  }
}

class AnyOrder final : public BaseRoute {
 public:
  explicit AnyOrder(const RoutedNetwork& network)
      : ways_(network.topology), base_(network.base), order_(network.options.dimensions) {
    check_order(order_, ways_.dimensions());
  }

  int classes() const override { return base_->classes(); }
  std::string_view use_of_classes() const override { return base_->use_of_classes(); }

  PortId next_port(NodeId here, NodeId destination) const override {
    for (const std::uint32_t d : order_) {
      const PortId port = ways_.steps(here, destination, static_cast<int>(d)).port;
      if (port != kNoPort) {
        return port;
      }
    }
    return kNoPort;
  }
  int class_on_route(NodeId here, PortId from_port, int from_class, PortId port) const override {
    return base_->class_on_route(here, from_port, from_class, port);
  }

 private:
  Coordinates ways_;
  std::shared_ptr<const BaseRoute> base_;
  std::vector<std::uint32_t> order_;
};

}  // namespace

const RoutingPolicy& any_order_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made;
    made.word = "dimension_order";
    made.help = "dimensions in the order of router.dimension_order";
    made.make = [](const RoutedNetwork& network) -> std::shared_ptr<const RoutingRelation> {
      return std::make_shared<AnyOrder>(network);
    };
    made.shares = [](const RoutedNetwork& network) {
      return RouteShares{{std::make_shared<AnyOrder>(network)}};
    };
    made.takes_dimensions = true;
    return made;
  }();
  return policy;
}

}  // namespace flitcast
