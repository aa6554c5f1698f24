#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>

#include "hw/routing/routing_policy.h"

namespace flitcast {

/// Minimal adaptive routing on meshes of two dimensions, x before y where both are open.
class AdaptiveMesh : public RoutingRelation {
 public:
  /// No turn leads into the west: what has to go there goes there first (Glass and Ni, ISCA 1992).
  static const RoutingPolicy& west_first() {
    static const RoutingPolicy policy{
        "no_turn_west", "", {}, false, [](const RoutedNetwork& network) {
          return make(network.topology, Turns::kNoneIntoTheWest);
        }};
    return policy;
  }
  /// All turns are open, so that worms can wait for each other in circles.
  static const RoutingPolicy& any_turn() {
    static const RoutingPolicy policy{"any_turn", "", {}, false, [](const RoutedNetwork& network) {
                                        return make(network.topology, Turns::kAll);
                                      }};
    return policy;
  }

  void candidates(NodeId here, PortId /*from_port*/, int /*from_class*/, NodeId destination,
                  RouteCandidates& out) const override {
    const std::uint32_t x = mesh_.coordinate(here, 0);
    const std::uint32_t y = mesh_.coordinate(here, 1);
    const std::uint32_t to_x = mesh_.coordinate(destination, 0);
    const std::uint32_t to_y = mesh_.coordinate(destination, 1);
    out.clear();
    if (to_x < x) {
      out.add({kWest, 0});
      if (turns_ == Turns::kNoneIntoTheWest) {
        return;
      }
    } else if (to_x > x) {
      out.add({kEast, 0});
    }
    if (to_y != y) {
      out.add({to_y > y ? kUp : kDown, 0});
    }
  }

 protected:
  enum class Turns { kAll, kNoneIntoTheWest };

  AdaptiveMesh(const Topology& mesh, Turns turns) : mesh_(mesh), turns_(turns) {}

 private:
  static constexpr PortId kEast = 0;
  static constexpr PortId kWest = 1;
  static constexpr PortId kUp = 2;
  static constexpr PortId kDown = 3;

  static std::shared_ptr<const RoutingRelation> make(const Topology& mesh, Turns turns) {
    if (!mesh.is_grid() || mesh.wraps() || mesh.dimensions() != 2) {
      throw std::invalid_argument("needs a mesh of two dimensions");
    }
    return std::shared_ptr<const RoutingRelation>(new AdaptiveMesh(mesh, turns));
  }

  const Topology& mesh_;
  Turns turns_;
};

}  // namespace flitcast
