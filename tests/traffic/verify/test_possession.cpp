#include <string>

#include <gtest/gtest.h>

#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/node_path.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/verify/possession.h"

namespace flitcast::test_possession {
namespace {

std::string objection(Possession& possession, std::uint64_t number,
                      const std::vector<HandmadeMessage>& messages) {
  try {
    possession.apply(number, handmade_round(messages));
  } catch (const ScheduleError& error) {
    return error.what();
  }
  return {};
}

TEST(Possession, ASingleNodeHasEverythingFromTheStart) {
  for (const OperationKind* kind :
       {&operations::all_to_all_scatter(), &operations::one_to_all_scatter(),
        &operations::broadcast(), &operations::all_reduce()}) {
    EXPECT_EQ(Possession(operation(*kind, 1)).missing(), "") << kind->name();
    EXPECT_NE(Possession(operation(*kind, 2)).missing(), "") << kind->name();
  }
}

TEST(Possession, ScatteredBlocksMayTravelInSteps) {
  Possession possession(operation(operations::one_to_all_scatter(), 3, 2));
  possession.apply(0, handmade_round({{{2, 1}, {make_block(2, 0), make_block(2, 1)}}}));
  EXPECT_EQ(possession.missing(), "node 0 lacks block 2->0 (node 1 holds it)");
  possession.apply(1, handmade_round({{{1, 0}, {make_block(2, 0)}}}));
  EXPECT_EQ(possession.missing(), "");
}

TEST(Possession, ABlockThatMovedIsGone) {
  Possession possession(operation(operations::all_to_all_scatter(), 3));
  possession.apply(0, handmade_round({{{0, 1}, {make_block(0, 2)}}}));
  EXPECT_EQ(objection(possession, 7, {{{0, 2}, {make_block(0, 2)}}}),
            "round 7: node 0 sends block 0->2, which it does not hold (node 1 does)");
}

TEST(Possession, ABlockGoesToOneNodeInARound) {
  Possession possession(operation(operations::all_to_all_scatter(), 3));
  EXPECT_EQ(objection(possession, 0, {{{0, 1}, {make_block(0, 2), make_block(0, 2)}}}),
            "round 0: node 0 sends block 0->2 twice");
}

TEST(Possession, AScatterHasNoMulticast) {
  Possession possession(operation(operations::all_to_all_scatter(), 3));
  EXPECT_EQ(
      objection(possession, 0, {{{0, 1, 2}, {make_block(0, 2)}, {1, 2}}}),
      "round 0: node 0 sends block 0->2 to 2 destinations; a block of a scatter has one place");
}

TEST(Possession, PartsOfABlockAreHeldOneByOne) {
  Possession possession(operation(operations::one_to_all_scatter(), 2, 0, 2));
  possession.apply(0, handmade_round({{{0, 1}, {make_block(0, 1, 0)}}}));
  EXPECT_EQ(possession.missing(), "node 1 lacks block 0->1.1 (node 0 holds it)");
  possession.apply(1, handmade_round({{{0, 1}, {make_block(0, 1, 1)}}}));
  EXPECT_EQ(possession.missing(), "");
  EXPECT_EQ(objection(possession, 2, {{{0, 1}, {make_block(0, 1, 2)}}}),
            "round 2: node 0 sends block 0->1.2, which is not part of this one-to-all scatter");
}

TEST(Possession, BlocksOutsideTheOperationAreRefused) {
  Possession all_to_all(operation(operations::all_to_all_scatter(), 3));
  EXPECT_NE(objection(all_to_all, 0, {{{0, 1}, {make_block(3, 1)}}}), "");
  EXPECT_NE(objection(all_to_all, 0, {{{0, 1}, {make_block(0, 3)}}}), "");
  EXPECT_NE(objection(all_to_all, 0, {{{0, 1}, {make_block(0, Block::kEveryone)}}}), "");
  Possession one_to_all(operation(operations::one_to_all_scatter(), 3, 1));
  EXPECT_NE(objection(one_to_all, 0, {{{1, 0}, {make_block(0, 0)}}}), "");
  EXPECT_NE(objection(one_to_all, 0, {{{1, 0}, {make_block(2, 0)}}}), "");
  Possession broadcast(operation(operations::broadcast(), 3, 1));
  EXPECT_NE(objection(broadcast, 0, {{{1, 0}, {make_block(1, 0)}}}), "");
}

TEST(Possession, ABroadcastCopies) {
  const Block news = make_block(1, Block::kEveryone);
  Possession possession(operation(operations::broadcast(), 3, 1));
  possession.apply(0, handmade_round({{{1, 0}, {news}}}));
  EXPECT_EQ(possession.missing(), "node 2 lacks block 1->*");
  possession.apply(1, handmade_round({{{1, 2}, {news}}}));
  EXPECT_EQ(possession.missing(), "");
}

TEST(Possession, AMulticastInformsEveryDestination) {
  const Block news = make_block(0, Block::kEveryone);
  Possession possession(operation(operations::broadcast(), 3));
  possession.apply(0, handmade_round({{{0, 1, 2}, {news}, {1, 2}}}));
  EXPECT_EQ(possession.missing(), "");
}

TEST(Possession, TwoCopiesInARoundAreOneTooMany) {
  const Block news = make_block(0, Block::kEveryone);
  Possession possession(operation(operations::broadcast(), 3));
  EXPECT_EQ(objection(possession, 3, {{{0, 1}, {news}}, {{0, 1}, {news}}}),
            "round 3: node 1 receives block 0->*, which it already holds");
}

TEST(Possession, ASumIsSentAsItWasAtTheStartOfTheRound) {
  const Block vector = make_block(0, Block::kEveryone);
  Possession possession(operation(operations::all_reduce(), 3));
  possession.apply(0, handmade_round({{{0, 1}, {vector}}, {{1, 2}, {vector}}}));
  EXPECT_EQ(possession.missing(), "the sum of block 0->* at node 0 lacks the operand of node 1");
  EXPECT_EQ(objection(possession, 1, {{{0, 2}, {vector}}}), "");
  EXPECT_EQ(objection(possession, 2, {{{2, 1}, {vector}}}),
            "round 2: node 1 receives block 0->* with the operand of node 0, which it already has");
}

TEST(Possession, SumsOfManyNodesKeepTrackOfEveryOperand) {
  const Block vector = make_block(0, Block::kEveryone);
  constexpr NodeId kNodes = 1100;
  constexpr NodeId kLost = 1037;
  const Topology cube(TopologyKind::kHypercube, {11});
  const Routing routing(cube, RoutingOrder::kAscending);
  const auto to_zero = [&](NodeId node) {
    return handmade_round({{route_nodes(routing, node, 0), {vector}}}, cube);
  };
  Possession possession(operation(operations::all_reduce(), kNodes));
  std::uint64_t number = 0;
  for (NodeId node = 1; node < kNodes; ++node) {
    if (node != kLost) {
      possession.apply(number++, to_zero(node));
    }
  }
  EXPECT_EQ(possession.missing(), "the sum of block 0->* at node 0 lacks the operand of node 1037");
  possession.apply(number++, to_zero(kLost));
  std::string objection;
  try {
    possession.apply(number, to_zero(kNodes - 1));
  } catch (const ScheduleError& error) {
    objection = error.what();
  }
  EXPECT_EQ(objection,
            "round " + std::to_string(number) +
                ": node 0 receives block 0->* with the operand of node 1099, which it already has");
}

TEST(Possession, UnicastsCarryTheBlocksOfTheirEnds) {
  Possession possession(operation(loose_unicasts(), 3));
  const HandmadeMessage good = {{0, 1}, {make_block(0, 1)}};
  EXPECT_EQ(objection(possession, 0, {good, good}), "");
  EXPECT_EQ(objection(possession, 1, {good}), "");
  EXPECT_EQ(possession.missing(), "");
  EXPECT_EQ(objection(possession, 2, {{{0, 1}, {make_block(2, 1)}}}),
            "round 2: node 0 sends block 2->1, which is not its own");
  EXPECT_EQ(objection(possession, 2, {{{0, 1}, {make_block(0, 2)}}}),
            "round 2: node 1 receives block 0->2, which is not for it");
}

}  // namespace
}  // namespace flitcast::test_possession
