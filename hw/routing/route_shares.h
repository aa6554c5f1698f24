#pragma once

#include <memory>
#include <vector>

#include "hw/topology/base_route.h"

namespace flitcast {

/// A node by way of which packets go.
enum class Midpoint {
  kNone,
  kOnAShortestWay,  ///< even between source and destination, in every dimension by itself
  kAnywhere,        ///< any node, all alike
};

/// How packets spread over the network where their ways do not depend on what else is in it: each
/// goes along one of several ways, all alike, to a midpoint that is drawn, and from there,
/// likewise, to its destination.
struct RouteShares {
  std::vector<std::shared_ptr<const BaseRoute>> ways = {};  ///< empty: it does depend
  /// With base routes only, or two ways: with ties up, and with ties down.
  Midpoint midpoint = Midpoint::kNone;

  bool known() const { return !ways.empty(); }
};

}  // namespace flitcast
