#include <gtest/gtest.h>

#include "tests/support/worms/worm_networks.h"
#include "traffic/operations/operations.h"
#include "traffic/verify/verifier.h"
#include "traffic/worms/worm_rounds.h"
#include "traffic/worms/worm_search.h"

namespace flitcast::test_worm_rounds {
namespace {

using Op = DemandKind;

/// Verifies the schedule that is found for an operation; the number of its messages.
std::uint64_t messages(Op operation, const OperationKind& kind, bool absorbs, std::uint32_t ports) {
  const Topology topology(TopologyKind::kMesh, {3, 3});
  const Routing routing(topology, RoutingOrder::kAscending);
  WormInstance instance{{operation, 9, 4}, base_ways(routing), ports};
  instance.absorbs = absorbs;
  const FewestRounds found = fewest_rounds(instance);
  EXPECT_TRUE(found.is_optimal());
  const std::vector<Round> rounds = rounds_of(topology, instance, *found.schedule);
  Schedule schedule;
  schedule.operation = {&kind, 9, instance.demand.root};
  schedule.rounds = rounds.size();
  schedule.fill = [&rounds](std::uint64_t number, Round& out) { out = rounds[number]; };
  VerifyOptions options;
  options.ports = ports == 0 ? 4 : static_cast<int>(ports);
  options.irc = absorbs;
  options.disjoint_links = true;
  return verify(schedule, routing, options).messages;
}

// One message to each other node, or one between each pair.
TEST(WormRounds, DoWhatTheOperationPromises) {
  EXPECT_EQ(messages(Op::kBroadcast, operations::broadcast(), false, 1), 8U);
  EXPECT_EQ(messages(Op::kBroadcast, operations::broadcast(), false, 0), 8U);
  EXPECT_EQ(messages(Op::kScatter, operations::one_to_all_scatter(), false, 2), 8U);
  EXPECT_EQ(messages(Op::kAllToAll, operations::all_to_all_scatter(), false, 1), 72U);
}

// A worm may serve several, or carry the data of several.
TEST(WormRounds, AbsorbAndCombine) {
  EXPECT_LT(messages(Op::kBroadcast, operations::broadcast(), true, 1), 8U);
  EXPECT_LT(messages(Op::kAllGather, operations::all_to_all_broadcast(), false, 1), 72U);
}

}  // namespace
}  // namespace flitcast::test_worm_rounds
