#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/rectangle.h"
#include "tests/support/cores/core_network.h"
#include "tests/support/draw.h"
#include "traffic/verify/tree_proof.h"

namespace flitcast::test_tree_proof {
namespace {

NetworkConfig forking(Forks forks, int vcs) {
  NetworkConfig config;
  config.vcs = vcs;
  config.buffer_flits = 4;
  config.forks = forks;
  config.pipeline.kind = PipelineKind::kStaged;
  return config;
}

struct Broadcast {
  NodeId source;
  Rectangle rectangle;
};

TreeWorm worm(const Routing& routing, const Broadcast& broadcast) {
  const auto& [source, rectangle] = broadcast;
  return {rectangle_tree(routing, source, rectangle),
          "the broadcast from " + std::to_string(source) + " to " +
              std::to_string(rectangle.first) + "-" + std::to_string(rectangle.last)};
}

std::string circle(const Topology& topology, const NetworkConfig& config,
                   const std::vector<Broadcast>& broadcasts) {
  const Routing routing(topology, config.order);
  std::vector<TreeWorm> worms;
  worms.reserve(broadcasts.size());
  for (const Broadcast& broadcast : broadcasts) {
    worms.push_back(worm(routing, broadcast));
  }
  return circle_of_trees(routing, config, worms);
}

/// Both are posted at once, with bodies longer than all buffers.
bool ends(const Topology& topology, const NetworkConfig& config,
          const std::vector<Broadcast>& broadcasts) {
  CoreNetwork network(topology, config);
  for (const Broadcast& broadcast : broadcasts) {
    PostedMessage message;
    message.source = broadcast.source;
    message.payload_flits = 60;
    message.tree = std::make_shared<WormTree>(worm(network.routing(), broadcast).tree);
    for (const WormTree::Stop& stop : message.tree->stops()) {
      if (stop.copies) {
        message.destinations.push_back(stop.node);
      }
    }
    network.add(message);
  }
  network.run();
  return network.complete();
}

TEST(TreeProof, TwoBroadcastsThatNeedTwoThingsOfEachOtherCanBlockEachOther) {
  const Topology line(TopologyKind::kMesh, {4, 1});
  // 0 sends to 1, 2, 3 and 3 to 0, 1, 2: each takes receive ports that the other waits for.
  const std::vector<Broadcast> crossing{{0, {0, 3}}, {3, {0, 3}}};
  EXPECT_EQ(circle(line, forking(Forks::kHopByHop, 1), crossing),
            "the broadcast from 0 to 0-3 holds [receive at 1] and waits for [receive at 2]; "
            "the broadcast from 3 to 0-3 holds [receive at 2] and waits for [receive at 1]");
  EXPECT_FALSE(ends(line, forking(Forks::kHopByHop, 1), crossing));
  EXPECT_EQ(circle(line, forking(Forks::kReserved, 1), crossing), "");
  EXPECT_TRUE(ends(line, forking(Forks::kReserved, 1), crossing));
  // With a port for each of them only channels are left, and they share none.
  NetworkConfig ports = forking(Forks::kHopByHop, 1);
  ports.ports = 2;
  EXPECT_EQ(circle(line, ports, crossing), "");
  EXPECT_TRUE(ends(line, ports, crossing));
}

TEST(TreeProof, BroadcastsThatShareNothingOrOneThingOrASourceAreSafe) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const NetworkConfig config = forking(Forks::kHopByHop, 1);
  EXPECT_EQ(circle(mesh, config, {}), "");
  EXPECT_EQ(circle(mesh, config, {{0, {0, 15}}}), "");
  EXPECT_EQ(circle(mesh, config, {{0, {0, 5}}, {10, {10, 15}}}), "");
  EXPECT_EQ(circle(mesh, config, {{0, {0, 4}}, {8, {4, 12}}}), "");  // they share node 4
  EXPECT_EQ(circle(mesh, config, {{0, {0, 15}}, {0, {1, 7}}}), "");
}

// A message to one node on the same channels: 0 sends along 1 and 2, and down from each.
TEST(TreeProof, MessagesToOneNodeOnTheSameChannelsCountEvenWithReservation) {
  const Topology mesh(TopologyKind::kMesh, {3, 2});
  const Routing routing(mesh, RoutingOrder::kAscending);
  const NetworkConfig config = forking(Forks::kReserved, 1);
  const TreeWorm tree = worm(routing, {0, {0, 5}});
  const std::vector<PortId> way{1, 2, 1};  // by 1 and 4
  std::size_t at = 0;
  const WormTree path(
      2, {3}, [&](NodeId, NodeId) { return way[at++]; },
      [&](NodeId here, PortId port) { return mesh.neighbour(here, port); });
  EXPECT_EQ(circle_of_trees(routing, config, {tree, {path, "the message from 2 to 3", false}}),
            "the broadcast from 0 to 0-5 holds [receive at 3] and waits for 1->4; "
            "the message from 2 to 3 holds 1->4 and waits for [receive at 3]");
}

struct Pair {
  std::vector<std::uint32_t> dims;
  TopologyKind kind;
  int vcs;
  std::vector<Broadcast> broadcasts;
};

Pair drawn_pair(Draw& draw) {
  Pair pair;
  pair.kind = draw.any_of<TopologyKind>(
      {TopologyKind::kMesh, TopologyKind::kTorus, TopologyKind::kOppositeTori});
  pair.dims = {draw.between(2U, 5U), draw.between(2U, 4U)};
  pair.vcs = pair.kind == TopologyKind::kMesh ? 1 : 2;
  const NodeId last = pair.dims[0] * pair.dims[1] - 1;
  const auto column = [&](NodeId node) { return node % pair.dims[0]; };
  while (pair.broadcasts.size() < 2) {
    const Broadcast broadcast{draw.between<NodeId>(0, last),
                              {draw.between<NodeId>(0, last), draw.between<NodeId>(0, last)}};
    const auto& [first, end] = broadcast.rectangle;
    const bool fits =
        pair.kind != TopologyKind::kMesh || (first <= end && column(first) <= column(end));
    if (fits && !(first == end && first == broadcast.source)) {
      pair.broadcasts.push_back(broadcast);
    }
  }
  return pair;
}

// Reserved, none of 1,000 pairs of rectangles gets stuck; without, those do not that are called
// safe, which many are, and of the others some do.
TEST(TreeProof, OfAThousandPairsOfRectanglesThoseCalledSafeEnd) {
  Draw draw(2026);
  int safe = 0;
  int stuck = 0;
  for (int i = 0; i < 1000; ++i) {
    const Pair pair = drawn_pair(draw);
    const Topology topology(pair.kind, pair.dims);
    ASSERT_TRUE(ends(topology, forking(Forks::kReserved, pair.vcs), pair.broadcasts)) << i;
    const NetworkConfig config = forking(Forks::kHopByHop, pair.vcs);
    const bool is_safe = circle(topology, config, pair.broadcasts).empty();
    const bool has_ended = ends(topology, config, pair.broadcasts);
    ASSERT_TRUE(has_ended || !is_safe) << i;
    safe += is_safe ? 1 : 0;
    stuck += has_ended ? 0 : 1;
  }
  EXPECT_GT(safe, 300);
  EXPECT_GT(stuck, 100);
}

}  // namespace
}  // namespace flitcast::test_tree_proof
