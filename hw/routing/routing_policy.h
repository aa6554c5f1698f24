#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "hw/network_config.h"
#include "hw/routing/congestion.h"
#include "hw/routing/ring_rules.h"
#include "hw/routing/route_draw.h"
#include "hw/routing/route_shares.h"
#include "hw/routing/selection.h"
#include "hw/routing_relation.h"
#include "hw/topology/base_route.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// What can be asked of a policy beside its word.
struct RoutingOptions {
  /// The order in which dimensions are corrected, each once; empty: it is not told.
  std::vector<std::uint32_t> dimensions = {};
  std::optional<Selection> selection = {};     ///< nothing: credits
  std::uint64_t seed = 1;                      ///< of what is drawn
  Ties ties = Ties::kUp;                       ///< of headers; schedules are laid with ties up
  Datelines datelines = Datelines::kCrossing;  ///< likewise; routes of schedules keep to crossing
};

/// A network whose headers are to be routed.
struct RoutedNetwork {
  const Topology& topology;
  std::shared_ptr<const BaseRoute> base;  ///< its base routes
  RoutingOrder order;                     ///< of these
  const RoutingOptions& options;
};

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
  std::shared_ptr<const RoutingRelation> (*make)(const RoutedNetwork& network) = nullptr;
  /// Draws the routes that headers carry, where they are not those of a schedule. All of them keep
  /// to the relation. Null: none are drawn.
  std::shared_ptr<const RouteDraw> (*draw)(const RoutedNetwork& network) = nullptr;
  /// What the router of the source goes by where draw() draws two ways. Null: it draws one.
  Congestion congestion = nullptr;
  /// How packets spread, for theory. Null: along the base routes if these are the relation of the
  /// policy; else it depends on what is in the network.
  RouteShares (*shares)(const RoutedNetwork& network) = nullptr;
  /// No header goes farther than it has to.
  bool minimal = true;
  /// It goes by RoutingOptions::datelines; else classes of its own cut the rings.
  bool takes_datelines = true;
  /// RoutingOptions::dimensions must be told.
  bool takes_dimensions = false;

  /// Headers without a route follow the base routes, and others carry none.
  bool is_base_routing() const { return make == nullptr && !in_headers; }
};

}  // namespace flitcast
