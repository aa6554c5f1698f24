#pragma once

#include "hw/routing/routing_policy.h"

namespace flitcast {

const RoutingPolicy& ascending_policy();
const RoutingPolicy& descending_policy();
const RoutingPolicy& source_policy();

/// All policies, in the order in which they are told of: the list to which a new one is added.
inline constexpr const RoutingPolicy& (*kRoutingPolicies[])() = {
    ascending_policy,
    descending_policy,
    source_policy,
};

/// Base routing of an order.
inline const RoutingPolicy& policy_of(RoutingOrder order) {
  return order == RoutingOrder::kAscending ? ascending_policy() : descending_policy();
}

}  // namespace flitcast
