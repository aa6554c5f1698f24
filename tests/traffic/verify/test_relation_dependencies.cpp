#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/networks/adaptive_mesh.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/node_path.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/schedule/random.h"
#include "traffic/verify/verifier.h"

namespace flitcast::test_relation_dependencies {
namespace {

using Pair = std::pair<NodeId, NodeId>;
using Worms = std::vector<HandmadeMessage>;

VerifyReport report_on(const Routing& routing, const Worms& worms,
                       const VerifyOptions& options = {{4, 1, 1}}) {
  const Operation unicasts = operation(loose_unicasts(), routing.topology().nodes());
  return verify(handmade_schedule(unicasts, {worms}), routing, options);
}

HandmadeMessage base_worm(const Routing& routing, const Pair& ends) {
  return {route_nodes(routing, ends.first, ends.second), {make_block(ends.first, ends.second)}};
}

Worms base_worms(const Routing& routing, const std::vector<Pair>& ends) {
  Worms worms;
  for (const Pair& pair : ends) {
    worms.push_back(base_worm(routing, pair));
  }
  return worms;
}

std::vector<Pair> all_pairs(NodeId nodes) {
  std::vector<Pair> pairs;
  for (NodeId source = 0; source < nodes; ++source) {
    for (NodeId destination = 0; destination < nodes; ++destination) {
      if (source != destination) {
        pairs.emplace_back(source, destination);
      }
    }
  }
  return pairs;
}

/// The dependencies of worms with one destination, walk by walk: from channel to channel.
class AllWalks {
 public:
  explicit AllWalks(const Routing& routing) : routing_(routing) {}

  void add(const Pair& ends) { walk(ends.first, ends.second, {}); }

  bool depends(const Pair& first, const Pair& second) const {
    const auto wanted = wanted_.find(first);
    return wanted != wanted_.end() && wanted->second.count(second) == 1;
  }
  // Channels that wait for nobody are taken away until all that are left wait in circles.
  bool has_circle() const {
    auto left = wanted_;
    for (bool changed = true; changed;) {
      changed = false;
      for (auto at = left.begin(); at != left.end();) {
        bool waits = false;
        for (const Pair& next : at->second) {
          waits = waits || left.count(next) == 1;
        }
        at = waits ? std::next(at) : left.erase(at);
        changed = changed || !waits;
      }
    }
    return !left.empty();
  }

 private:
  void walk(NodeId here, NodeId destination, std::vector<Pair> way) {
    if (here == destination) {
      return;
    }
    RouteCandidates candidates;
    routing_.candidates(here, kNoPort, 0, destination, candidates);
    for (const RouteCandidate& candidate : candidates) {
      const NodeId next = routing_.topology().neighbour(here, candidate.port);
      if (!way.empty()) {
        wanted_[way.back()].insert({here, next});
      }
      way.emplace_back(here, next);
      walk(next, destination, way);
      way.pop_back();
    }
  }

  const Routing& routing_;
  std::map<Pair, std::set<Pair>> wanted_;
};

/// "0->1->3->0" as channels.
std::vector<Pair> channels_of(const std::string& circle) {
  std::vector<Pair> channels;
  const char* at = circle.c_str();
  char* end = nullptr;
  NodeId from = static_cast<NodeId>(std::strtoul(at, &end, 10));
  while (*end != '\0') {
    const NodeId to = static_cast<NodeId>(std::strtoul(end + 2, &end, 10));
    channels.emplace_back(from, to);
    from = to;
  }
  return channels;
}

std::vector<Pair> random_pairs(NodeId nodes, std::size_t count, SplitMix64& random) {
  std::vector<Pair> pairs;
  while (pairs.size() < count) {
    const auto source = static_cast<NodeId>(random.below(nodes));
    const auto destination = static_cast<NodeId>(random.below(nodes));
    if (source != destination) {
      pairs.emplace_back(source, destination);
    }
  }
  return pairs;
}

TEST(RelationDependencies, AreThoseOfAllWalksThatHeadersMayTake) {
  SplitMix64 random(7);
  int circles = 0;
  for (std::uint32_t draw = 0; draw < 300; ++draw) {
    const Topology mesh(TopologyKind::kMesh, {2 + draw % 3U, 2 + draw / 3 % 2U});
    const Routing routing(mesh, RoutingOrder::kAscending, AdaptiveMesh::any_turn());
    const std::vector<Pair> pairs = random_pairs(mesh.nodes(), 1 + draw % 24U, random);
    AllWalks walks(routing);
    for (const Pair& pair : pairs) {
      walks.add(pair);
    }
    const std::string circle = report_on(routing, base_worms(routing, pairs)).dependency_cycle;
    ASSERT_EQ(!circle.empty(), walks.has_circle()) << mesh.describe() << ": " << circle;
    const std::vector<Pair> channels = channels_of(circle);
    for (std::size_t i = 0; i < channels.size(); ++i) {
      ASSERT_TRUE(walks.depends(channels[i], channels[(i + 1) % channels.size()])) << circle;
    }
    circles += circle.empty() ? 0 : 1;
  }
  EXPECT_GT(circles, 30);
  EXPECT_LT(circles, 270);
}

TEST(RelationDependencies, HaveNoCircleWhereNoTurnLeadsIntoTheWest) {
  for (const auto& sides : std::vector<std::vector<std::uint32_t>>{{2, 2}, {5, 4}, {3, 7}}) {
    const Topology mesh(TopologyKind::kMesh, sides);
    const Routing west_first(mesh, RoutingOrder::kAscending, AdaptiveMesh::west_first());
    const VerifyReport report =
        report_on(west_first, base_worms(west_first, all_pairs(mesh.nodes())));
    EXPECT_EQ(report.dependency_cycle, "") << mesh.describe();
    EXPECT_TRUE(report.headers_choose);
    const Routing any_turn(mesh, RoutingOrder::kAscending, AdaptiveMesh::any_turn());
    EXPECT_NE(report_on(any_turn, base_worms(any_turn, all_pairs(mesh.nodes()))).dependency_cycle,
              "");
  }
}

// Along a line there is nothing to choose, copies on the way and receive ports included.
TEST(RelationDependencies, AreThoseOfThePathWhereThereIsOneWayOnly) {
  const Topology line(TopologyKind::kMesh, {4, 1});
  const Routing fixed(line, RoutingOrder::kAscending);
  const Routing relation(line, RoutingOrder::kAscending, AdaptiveMesh::any_turn());
  VerifyOptions options{{4, 1, 1}};
  options.irc = true;
  const auto block = [](NodeId origin) {
    return std::vector<Block>{make_block(origin, Block::kEveryone)};
  };
  // Everybody tells everybody, a worm to either side.
  const HandmadeRounds rounds{{{{0, 1, 2, 3}, block(0), {1, 2, 3}}},
                              {{{3, 2, 1, 0}, block(3), {2, 1, 0}}},
                              {{{1, 0}, block(1)}},
                              {{{1, 2, 3}, block(1), {2, 3}}},
                              {{{2, 1, 0}, block(2), {1, 0}}},
                              {{{2, 3}, block(2)}}};
  const Schedule schedule =
      handmade_schedule(operation(operations::all_to_all_broadcast(), 4), rounds);
  const std::string circle = verify(schedule, fixed, options).dependency_cycle;
  EXPECT_NE(circle.find("receive at"), std::string::npos) << circle;
  EXPECT_EQ(verify(schedule, relation, options).dependency_cycle, circle);
}

TEST(RelationDependencies, AreThoseOfTheRouteThatAHeaderCarries) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  const Routing routing(mesh, RoutingOrder::kAscending, AdaptiveMesh::any_turn());
  // Rows after columns, which is not the base route; only turns from y into x.
  const Worms worms{{{0, 3, 4}, {make_block(0, 4)}}, {{8, 5, 4}, {make_block(8, 4)}}};
  const VerifyReport report = report_on(routing, worms);
  EXPECT_EQ(report.dependency_cycle, "");
  EXPECT_FALSE(report.headers_choose);
}

// Up and to the right at 3, down and to the left at 2: no circle alone, nor have the packets of
// others, x before y, one; but theirs turn down at 5 and up at 0.
TEST(RelationDependencies, CountPacketsThatOthersSendMeanwhile) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  const Routing routing(mesh, RoutingOrder::kAscending);
  const Worms worms{{{0, 3, 4}, {make_block(0, 4)}}, {{5, 2, 1}, {make_block(5, 1)}}};
  VerifyOptions options{{4, 1, 1}};
  EXPECT_EQ(report_on(routing, worms, options).dependency_cycle, "");
  options.others_send = true;
  EXPECT_EQ(report_on(routing, worms, options).dependency_cycle, "0->3->4->5->2->1->0");
  EXPECT_EQ(report_on(routing, {worms.front()}, options).dependency_cycle, "");
}

/// Knows no way from node 1 on.
class DeadEnd : public AdaptiveMesh {
 public:
  static const RoutingPolicy& policy() {
    static const RoutingPolicy made{
        "dead_end", "", {}, false, [](const RoutedNetwork& network) {
          return std::shared_ptr<const RoutingRelation>(new DeadEnd(network.topology));
        }};
    return made;
  }
  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    AdaptiveMesh::candidates(here, from_port, from_class, destination, out);
    if (here == 1) {
      out.clear();
    }
  }

 private:
  explicit DeadEnd(const Topology& mesh) : AdaptiveMesh(mesh, Turns::kAll) {}
};

TEST(RelationDependencies, AWayThatMayEndIsToldOf) {
  const Topology mesh(TopologyKind::kMesh, {2, 2});
  const Routing routing(mesh, RoutingOrder::kAscending, DeadEnd::policy());
  EXPECT_NO_THROW(report_on(routing, base_worms(routing, {{2, 3}})));
  try {
    report_on(routing, base_worms(routing, {{0, 3}}));
    FAIL() << "found a way";
  } catch (const ScheduleError& error) {
    EXPECT_EQ(std::string(error.what()),
              "round 0: message 0->3 (block 0->3) may come to node 1 and find no way to go on");
  }
}

}  // namespace
}  // namespace flitcast::test_relation_dependencies
