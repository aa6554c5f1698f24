#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hw/network_config.h"
#include "hw/routing_relation.h"
#include "hw/topology/base_route.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// A way to route headers that can be asked for by name.
struct RoutingPolicy {
  std::string_view word;  ///< router.routing: "ascending"
  std::string_view help;  ///< one line; policies with the same one are told of together

  /// The order of the base routes that schedules are laid along; nothing: the row's own.
  std::optional<RoutingOrder> order = {};
  /// Every header carries its route; else those that leave the base routes do.
  bool in_headers = false;

  /// What headers without a route follow on a network. Null: its base routes, on any network.
  /// Throws std::invalid_argument where it does not fit: "… needs a mesh of two dimensions".
  std::shared_ptr<const RoutingRelation> (*make)(const Topology& topology,
                                                 std::shared_ptr<const BaseRoute> base) = nullptr;

  /// Headers without a route follow the base routes, and others carry none.
  bool is_base_routing() const { return make == nullptr && !in_headers; }
};

}  // namespace flitcast
