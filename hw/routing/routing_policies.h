#pragma once

#include "hw/routing/routing_policy.h"

namespace flitcast {

const RoutingPolicy& ascending_policy();
const RoutingPolicy& descending_policy();
const RoutingPolicy& source_policy();
const RoutingPolicy& any_order_policy();
const RoutingPolicy& o1turn_policy();
const RoutingPolicy& adaptive_xy_yx_policy();
const RoutingPolicy& romm_policy();
const RoutingPolicy& valiant_policy();
const RoutingPolicy& ugal_policy();
const RoutingPolicy& ugal_global_policy();
const RoutingPolicy& west_first_policy();
const RoutingPolicy& north_last_policy();
const RoutingPolicy& negative_first_policy();
const RoutingPolicy& odd_even_policy();
const RoutingPolicy& opposite_tori_policy();
const RoutingPolicy& p_cube_policy();
const RoutingPolicy& adaptive_policy();
const RoutingPolicy& min_adapt_policy();
const RoutingPolicy& adaptive_up_policy();

/// All policies, in the order in which they are told of: the list to which a new one is added.
inline constexpr const RoutingPolicy& (*kRoutingPolicies[])() = {
    ascending_policy,      descending_policy,     source_policy,        any_order_policy,
    o1turn_policy,         romm_policy,           valiant_policy,       ugal_policy,
    ugal_global_policy,    adaptive_xy_yx_policy, west_first_policy,    north_last_policy,
    negative_first_policy, odd_even_policy,       opposite_tori_policy, p_cube_policy,
    adaptive_policy,       min_adapt_policy,      adaptive_up_policy,
};

/// Base routing of an order.
inline const RoutingPolicy& policy_of(RoutingOrder order) {
  return order == RoutingOrder::kAscending ? ascending_policy() : descending_policy();
}

}  // namespace flitcast
