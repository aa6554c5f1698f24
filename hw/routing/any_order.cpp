// e-cube routing in any order: dimensions are corrected one after the other, in the order that is
// asked for. Sullivan and Bashkow, "A large scale, homogeneous, fully distributed parallel
// machine", ISCA 1977.
//
// Free of deadlock as in the two orders of base routes, of which this is a renaming of dimensions:
// Dally and Seitz, IEEE Trans. Computers C-36, 1987.

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw/routing/coordinates.h"
#include "hw/routing/dimension_steps.h"
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

const std::vector<std::uint32_t>& checked_order(const RoutedNetwork& network) {
  check_order(network.options.dimensions, Coordinates(network.topology).dimensions());
  return network.options.dimensions;
}

}  // namespace

const RoutingPolicy& any_order_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made;
    made.word = "dimension_order";
    made.help = "dimensions in the order of router.dimension_order";
    made.make = [](const RoutedNetwork& network) -> std::shared_ptr<const RoutingRelation> {
      return steps_in_order(network, checked_order(network));
    };
    made.shares = [](const RoutedNetwork& network) {
      return RouteShares{ways_in_order(network, network.options.dimensions)};
    };
    made.takes_dimensions = true;
    return made;
  }();
  return policy;
}

}  // namespace flitcast
