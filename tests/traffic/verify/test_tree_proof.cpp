#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
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

/// Broadcasts of few sources, short and long, posted in a short time.
struct Crowd {
  TopologyKind kind{};
  std::vector<std::uint32_t> dims{};
  NetworkConfig config{};
  std::vector<Broadcast> trees{};
  std::vector<bool> again{};
  std::vector<PostedMessage> messages{};
};

/// Of one source, or of up to four; by up to `ports` ports of a node.
Crowd drawn_crowd(std::uint64_t seed, int ports, bool one_source) {
  Draw draw(seed);
  Crowd crowd;
  crowd.kind = draw.any_of<TopologyKind>(
      {TopologyKind::kMesh, TopologyKind::kTorus, TopologyKind::kOppositeTori});
  crowd.dims = {draw.between(2U, 4U), draw.between(2U, 4U)};
  NetworkConfig& config = crowd.config;
  config.forks = draw.one_in(8) ? Forks::kReserved : Forks::kHopByHop;
  config.pipeline.kind = PipelineKind::kStaged;
  config.buffer_flits = draw.between<Cycle>(1, 8);
  config.vcs = (crowd.kind == TopologyKind::kMesh ? 1 : 2) * draw.between(1, 2);
  config.ports = draw.between(1, ports);
  config.order = draw.one_in(2) ? RoutingOrder::kAscending : RoutingOrder::kDescending;
  config.pipeline.route_delay = draw.between<Cycle>(0, 1);
  config.pipeline.vc_reuse = draw.one_in(5) ? VcReuse::kAtomic : VcReuse::kOverlap;
  config.pipeline.injection = draw.one_in(2) ? InjectionMode::kSerial : InjectionMode::kParallel;
  const Topology topology(crowd.kind, crowd.dims);
  const Routing routing(topology, RoutingOrder::kAscending);
  const NodeId last = crowd.dims[0] * crowd.dims[1] - 1;
  const auto kinds = static_cast<std::size_t>(draw.between(2, 4));
  const auto only = draw.between<NodeId>(0, last);
  std::map<NodeId, int> sent;
  while (crowd.trees.size() < kinds) {
    const bool first = crowd.trees.empty();
    const NodeId source = one_source || (!first && draw.one_in(3))
                              ? (first ? only : crowd.trees.front().source)
                              : draw.between<NodeId>(0, last);
    const Broadcast broadcast{source,
                              {draw.between<NodeId>(0, last), draw.between<NodeId>(0, last)}};
    PostedMessage message;
    try {
      message.tree = std::make_shared<WormTree>(worm(routing, broadcast).tree);
    } catch (const std::invalid_argument&) {
      continue;  // there is no such rectangle
    }
    crowd.trees.push_back(broadcast);
    message.source = source;
    for (const WormTree::Stop& stop : message.tree->stops()) {
      if (stop.copies) {
        message.destinations.push_back(stop.node);
      }
    }
    for (int copies = draw.between(1, 3); copies > 0; --copies) {
      message.payload_flits = draw.one_in(2) ? draw.between(0U, 3U) : draw.between(4U, 40U);
      message.post_at = draw.between<Cycle>(0, 40);
      crowd.messages.push_back(message);
      ++sent[source];
    }
  }
  for (const Broadcast& tree : crowd.trees) {
    crowd.again.push_back(sent[tree.source] > 1);
  }
  std::stable_sort(crowd.messages.begin(), crowd.messages.end(),
                   [](const auto& a, const auto& b) { return a.post_at < b.post_at; });
  return crowd;
}

bool is_safe(const Crowd& crowd) {
  const Topology topology(crowd.kind, crowd.dims);
  const Routing routing(topology, RoutingOrder::kAscending);
  std::vector<TreeWorm> worms;
  for (std::size_t i = 0; i < crowd.trees.size(); ++i) {
    worms.push_back(worm(routing, crowd.trees[i]));
    worms.back().again = crowd.again[i];
  }
  return circle_of_trees(routing, crowd.config, worms).empty();
}

bool ends(const Crowd& crowd) {
  CoreNetwork network(crowd.kind, crowd.dims, crowd.config);
  for (const PostedMessage& message : crowd.messages) {
    network.add(message);
  }
  network.run();
  return network.complete();
}

// By several ports, or with several virtual channels, worms of one source come by each other; and
// in a buffer a worm may stand behind a short one that goes elsewhere.
TEST(TreeProof, CrowdsOfShortAndLongWormsThatAreCalledSafeEnd) {
  int safe = 0;
  int stuck = 0;
  for (std::uint64_t seed = 1; seed <= 900; ++seed) {
    const Crowd crowd = drawn_crowd(seed, seed % 3 == 0 ? 3 : 1, seed % 5 == 0);
    const bool ended = ends(crowd);
    ASSERT_TRUE(ended || !is_safe(crowd)) << seed;
    safe += is_safe(crowd) ? 1 : 0;
    stuck += ended ? 0 : 1;
  }
  EXPECT_GT(safe, 300);
  EXPECT_GT(stuck, 50);
}

// Where one source is enough, and where a short worm in a buffer is.
TEST(TreeProof, WhatGetsStuckByASourceOfItsOwnIsNotSafe) {
  for (const std::uint64_t seed : {8U, 33U, 305U, 489U, 605U}) {
    const Crowd crowd = drawn_crowd(seed, 3, true);
    EXPECT_FALSE(ends(crowd)) << seed;
    EXPECT_FALSE(is_safe(crowd)) << seed;
  }
  const Crowd crowd = drawn_crowd(45076, 1, false);
  EXPECT_FALSE(ends(crowd));
  EXPECT_FALSE(is_safe(crowd));
}

TEST(TreeProof, TwoWormsOfOneTreeAreTwoWhereTheySetOutSideBySide) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  NetworkConfig config = forking(Forks::kHopByHop, 1);
  EXPECT_EQ(circle(mesh, config, {{0, {0, 8}}}), "");
  config.ports = 2;
  EXPECT_EQ(circle(mesh, config, {{0, {0, 8}}}),
            "the broadcast from 0 to 0-8 holds 0->1 and waits for 0->3; "
            "the broadcast from 0 to 0-8 holds 0->3 and waits for 0->1");
  EXPECT_EQ(circle(mesh, config, {{0, {0, 2}}}), "");  // in a line
  config.forks = Forks::kReserved;
  EXPECT_EQ(circle(mesh, config, {{0, {0, 8}}}), "");
}

}  // namespace
}  // namespace flitcast::test_tree_proof
