#include <gtest/gtest.h>

#include "tests/support/worms/worm_networks.h"
#include "traffic/worms/worm_bound.h"

namespace flitcast::test_worm_bound {
namespace {

using Op = DemandKind;
using Kind = TopologyKind;

void expect_bound(const WormInstance& instance, WormBoundKind kind, std::uint32_t rounds) {
  const WormBound bound = worm_bound(instance);
  EXPECT_EQ(bound.kind, kind) << bound.reason;
  EXPECT_EQ(bound.rounds, rounds) << bound.reason;
}

TEST(WormBound, OfABroadcastGrows) {
  const WormBoundKind kind = WormBoundKind::kGrowth;
  expect_bound(on_base_routes(Op::kBroadcast, Kind::kHypercube, {4}, 1), kind, 4);  // 2^4
  expect_bound(on_base_routes(Op::kBroadcast, Kind::kHypercube, {4}), kind, 2);     // 5² ≥ 16
  expect_bound(on_base_routes(Op::kBroadcast, Kind::kHypercube, {1}), kind, 1);
  expect_bound(on_base_routes(Op::kAllGather, Kind::kRing, {5}, 1), kind, 3);
  // The corner has two links, no other more than four: 1, 3, 3 + 2 + 2·4 = 13.
  expect_bound(on_base_routes(Op::kBroadcast, Kind::kMesh, {4, 4}), kind, 3);
}

TEST(WormBound, OfAMulticastCountsDestinationsOnly) {
  WormInstance instance = on_base_routes(Op::kMulticast, Kind::kHypercube, {4}, 1);
  instance.demand.destinations = {3, 5, 9};
  expect_bound(instance, WormBoundKind::kGrowth, 2);
}

// A worm to the far corner of the mesh leaves 4 copies.
TEST(WormBound, OfAbsorptionCountsTheLongestWay) {
  WormInstance instance = on_base_routes(Op::kBroadcast, Kind::kMesh, {3, 3}, 1);
  instance.absorbs = true;
  expect_bound(instance, WormBoundKind::kGrowth, 2);
}

TEST(WormBound, OfStraightWormsCountsPortsOrLinks) {
  expect_bound(on_base_routes(Op::kAllToAll, Kind::kRing, {5}, 1), WormBoundKind::kPorts, 4);
  expect_bound(on_base_routes(Op::kScatter, Kind::kMesh, {3, 3}, 2), WormBoundKind::kLinks, 6);
  // z²/8 where both halves of a tie count.
  expect_bound(on_shortest_ways(Op::kAllToAll, Kind::kRing, {8}), WormBoundKind::kLinks, 8);
  // 24 pairs cross the middle of a row of three, in each direction; 2·2·4 of a line of four.
  expect_bound(on_base_routes(Op::kAllToAll, Kind::kLine, {4}), WormBoundKind::kLinks, 4);
  WormInstance half = on_base_routes(Op::kAllToAll, Kind::kLine, {4});
  half.half_duplex = true;
  expect_bound(half, WormBoundKind::kLinks, 8);
  // All 15 leave the root over four links, by any shortest ways.
  expect_bound(on_shortest_ways(Op::kScatter, Kind::kHypercube, {4}), WormBoundKind::kLinks, 4);
}

TEST(WormBound, OfANodeAloneIsNothing) {
  EXPECT_EQ(worm_bound({{Op::kBroadcast, 1}, {}}).rounds, 0U);
}

}  // namespace
}  // namespace flitcast::test_worm_bound
