// Turn models: headers first take some of the directions in which they have to go, in any order,
// then the others, in any order. Minimal. Glass and Ni, "The turn model for adaptive routing", ISCA
// 1992, also for meshes of more than two dimensions and for hypercubes:
//
//   west_first      first down all dimensions but the last (all-but-one-negative-first)
//   north_last      last up all dimensions but the first (all-but-one-positive-last)
//   negative_first  first down all dimensions
//   p_cube          on a hypercube: first from 1 to 0 in all bits that differ, then from 0 to 1
//
// On a mesh of two dimensions west is down dimension 0, north is up dimension 1.
//
// Free of deadlock: the turns from a later direction into an earlier one are forbidden, and without
// them the channels can be numbered so that every header takes them in ascending order (the
// theorems of the paper).

#include <vector>

#include "hw/routing/coordinates.h"
#include "hw/routing/routing_policies.h"

namespace flitcast {
namespace {

/// Headers take all early directions before any other one.
class TurnModel final : public RoutingRelation {
 public:
  /// is_early(d, up): up or down dimension d is an early direction.
  template <typename IsEarly>
  TurnModel(const Topology& topology, IsEarly&& is_early) : ways_(topology) {
    for (int d = 0; d < ways_.dimensions(); ++d) {
      early_.push_back({is_early(d, false), is_early(d, true)});
    }
  }

  void candidates(NodeId here, PortId /*from_port*/, int /*from_class*/, NodeId destination,
                  RouteCandidates& out) const override {
    out.clear();
    add_ways(here, destination, true, out);
    if (out.empty()) {
      add_ways(here, destination, false, out);
    }
  }

 private:
  struct Early {
    bool down;
    bool up;
  };

  void add_ways(NodeId here, NodeId destination, bool early, RouteCandidates& out) const {
    for (int d = 0; d < ways_.dimensions(); ++d) {
      const std::uint32_t from = ways_.at(here, d);
      const std::uint32_t to = ways_.at(destination, d);
      const Early& of_dimension = early_[static_cast<std::size_t>(d)];
      if (from != to && (to > from ? of_dimension.up : of_dimension.down) == early) {
        out.add({to > from ? ways_.up(d) : ways_.down(d), 0});
      }
    }
  }

  Coordinates ways_;
  std::vector<Early> early_;
};

template <typename IsEarly>
std::shared_ptr<const RoutingRelation> on_mesh(const RoutedNetwork& network, IsEarly&& is_early) {
  require_mesh(network.topology);
  return std::make_shared<TurnModel>(network.topology, is_early);
}

RoutingPolicy policy_named(std::string_view word, std::string_view help) {
  RoutingPolicy policy;
  policy.word = word;
  policy.help = help;
  return policy;
}

constexpr const char* kTurnModelHelp = "adaptive on meshes, some turns being forbidden";

}  // namespace

const RoutingPolicy& west_first_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made = policy_named("west_first", kTurnModelHelp);
    made.make = [](const RoutedNetwork& network) {
      const int last = network.topology.dimensions() - 1;
      return on_mesh(network, [last](int d, bool up) { return !up && d < last; });
    };
    return made;
  }();
  return policy;
}

const RoutingPolicy& north_last_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made = policy_named("north_last", kTurnModelHelp);
    made.make = [](const RoutedNetwork& network) {
      return on_mesh(network, [](int d, bool up) { return !up || d == 0; });
    };
    return made;
  }();
  return policy;
}

const RoutingPolicy& negative_first_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made = policy_named("negative_first", kTurnModelHelp);
    made.make = [](const RoutedNetwork& network) {
      return on_mesh(network, [](int /*d*/, bool up) { return !up; });
    };
    return made;
  }();
  return policy;
}

const RoutingPolicy& p_cube_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made =
        policy_named("p_cube", "adaptive on hypercubes, bits from 1 to 0 before the others");
    made.make = [](const RoutedNetwork& network) -> std::shared_ptr<const RoutingRelation> {
      if (!network.topology.has_labels()) {
        throw std::invalid_argument("needs a hypercube");
      }
      return std::make_shared<TurnModel>(network.topology, [](int /*d*/, bool up) { return !up; });
    };
    return made;
  }();
  return policy;
}

}  // namespace flitcast
