// Headers follow the base routes: on a hypercube, mesh or torus they correct one dimension after
// the other, in one order or the other; elsewhere both are the same.
//
// Free of deadlock: the channels of a dimension are asked for by worms that hold channels of that
// dimension and of those before it, and within a dimension by worms that go the same way; the
// datelines cut the rings of a torus. Dally and Seitz, IEEE Trans. Computers C-36, 1987.

#include "hw/routing/routing_policies.h"

namespace flitcast {
namespace {

constexpr const char* kDimensionOrderHelp =
    "order in which dimension-order routing corrects dimensions";

}  // namespace

const RoutingPolicy& ascending_policy() {
  static const RoutingPolicy policy{"ascending", kDimensionOrderHelp, RoutingOrder::kAscending};
  return policy;
}

const RoutingPolicy& descending_policy() {
  static const RoutingPolicy policy{"descending", kDimensionOrderHelp, RoutingOrder::kDescending};
  return policy;
}

}  // namespace flitcast
