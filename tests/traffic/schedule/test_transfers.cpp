#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/schedules/handmade_schedule.h"
#include "traffic/schedule/dual.h"
#include "traffic/verify/possession.h"

// What messages do with their blocks at either end, and schedules turned round.

namespace flitcast::test_transfers {
namespace {

const Block kSum = make_block(0, Block::kEveryone);
const Block kTotal = make_block(1, Block::kEveryone);

struct Sent {
  NodeId from;
  NodeId to;
  Block block;
  Transfer transfer;
};

Round round_of(const std::vector<Sent>& messages) {
  Round round(any_network());
  for (const Sent& message : messages) {
    round.set_transfer(message.transfer);
    append(round, {{message.from, message.to}, {message.block}});
  }
  return round;
}

/// What is wrong with the rounds, in words; empty when they keep the operation's promise.
std::string objection(const Operation& operation, const std::vector<std::vector<Sent>>& rounds) {
  Possession possession(operation);
  try {
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      possession.apply(i, round_of(rounds[i]));
    }
  } catch (const ScheduleError& error) {
    return error.what();
  }
  return possession.missing();
}

TEST(Transfers, AReductionGivesItsSumsUp) {
  const Operation sum = operation(operations::reduction(), 3);
  EXPECT_EQ(objection(sum, {{{2, 1, kSum, Transfer::kMoveAndAdd}},
                            {{1, 0, kSum, Transfer::kMoveAndAdd}}}),
            "");
  EXPECT_EQ(objection(sum, {{{1, 0, kSum, Transfer::kMoveAndAdd}},
                            {{1, 0, kSum, Transfer::kMoveAndAdd}}}),
            "round 1: node 1 sends block 0->*, which it does not hold");
  EXPECT_EQ(objection(sum, {{{1, 0, kSum, Transfer::kMoveAndAdd}},
                            {{2, 1, kSum, Transfer::kMoveAndAdd}}}),
            "round 1: node 1 receives block 0->*, but has given up what it could be added to");
  EXPECT_EQ(
      objection(sum, {{{2, 1, kSum, Transfer::kMoveAndAdd}, {2, 0, kSum, Transfer::kMoveAndAdd}}}),
      "round 0: node 2 sends block 0->* twice");
}

TEST(Transfers, ASumIsStoredWhereTheOldOneWasGivenUp) {
  const Operation everyone = operation(operations::all_reduce(), 2);
  EXPECT_EQ(
      objection(everyone, {{{1, 0, kSum, Transfer::kMoveAndAdd}}, {{0, 1, kSum, Transfer::kCopy}}}),
      "");
  EXPECT_EQ(objection(everyone, {{{1, 0, kSum, Transfer::kAdd}}, {{0, 1, kSum, Transfer::kCopy}}}),
            "round 1: node 1 receives block 0->*, which it already holds");
}

TEST(Transfers, APieceOfABroadcastMayMoveBeforeItIsCopied) {
  const Operation news = operation(operations::broadcast(), 3, 0);
  const Block block = make_block(0, Block::kEveryone);
  EXPECT_EQ(objection(news, {{{0, 1, block, Transfer::kMove}},
                             {{1, 0, block, Transfer::kCopy}},
                             {{1, 2, block, Transfer::kNatural}}}),
            "");
  EXPECT_EQ(objection(news, {{{0, 1, block, Transfer::kMove}}, {{1, 2, block, Transfer::kCopy}}}),
            "node 0 lacks block 0->*");
}

TEST(Transfers, NothingIsAddedToABroadcast) {
  EXPECT_EQ(objection(operation(operations::broadcast(), 2),
                      {{{0, 1, make_block(0, Block::kEveryone), Transfer::kAdd}}}),
            "round 0: node 0 wants to add blocks of a broadcast, which nothing can be added to");
}

TEST(Transfers, AScatterOnlyMoves) {
  EXPECT_EQ(objection(operation(operations::one_to_all_scatter(), 2),
                      {{{0, 1, make_block(0, 1), Transfer::kCopy}}}),
            "round 0: node 0 wants to copy blocks of a scatter, which only move");
}

TEST(Transfers, PrefixSumsTakeWhatComesFromBelow) {
  const Operation sums = operation(operations::prefix_sum(), 2);
  EXPECT_EQ(objection(sums, {{{0, 1, kTotal, Transfer::kAddToBoth}}}), "");
  EXPECT_EQ(objection(sums, {{{1, 0, kTotal, Transfer::kAddToBoth}}}),
            "the sum of block 0->* at node 0 has the operand of node 1, which is not part of it");
  EXPECT_EQ(objection(sums, {{{0, 1, kTotal, Transfer::kAdd}}}),
            "the sum of block 0->* at node 1 lacks the operand of node 0");
}

TEST(Transfers, OnlyABarrierHearsOfANodeTwice) {
  const std::vector<std::vector<Sent>> twice = {
      {{0, 1, kSum, Transfer::kAdd}, {1, 0, kSum, Transfer::kAdd}},
      {{0, 1, kSum, Transfer::kAdd}, {1, 0, kSum, Transfer::kAdd}}};
  EXPECT_EQ(objection(operation(operations::barrier(), 2), twice), "");
  EXPECT_EQ(objection(operation(operations::all_reduce(), 2), twice),
            "round 1: node 1 receives block 0->* with the operand of node 0, which it already has");
}

TEST(Transfers, AMulticastStopsAtItsDestinations) {
  Operation some = operation(operations::multicast(), 3, 0);
  some.destinations = {2};
  const Block block = make_block(0, Block::kEveryone);
  EXPECT_EQ(objection(some, {{{0, 2, block, Transfer::kCopy}}}), "");
  EXPECT_EQ(objection(some, {}), "node 2 lacks block 0->*");
  EXPECT_EQ(objection(some, {{{0, 2, block, Transfer::kCopy}}, {{0, 1, block, Transfer::kCopy}}}),
            "node 1 holds block 0->*, which is not for it");
}

TEST(Transfers, AProductNeedsItsPieceOfTheVector) {
  Operation product = operation(operations::matrix_vector(), 4);
  product.columns = 2;
  const auto piece = [](NodeId column) { return make_block(column, Block::kEveryone); };
  EXPECT_EQ(
      objection(product, {{{0, 2, piece(0), Transfer::kCopy}, {1, 3, piece(1), Transfer::kCopy}},
                          {{1, 0, make_block(0, 0), Transfer::kMoveAndAdd},
                           {3, 2, make_block(0, 2), Transfer::kMoveAndAdd}}}),
      "");
  EXPECT_EQ(objection(product, {{{3, 2, make_block(0, 2), Transfer::kMoveAndAdd}}}),
            "round 0: node 3 sends block 0->2, for which it lacks block 1->*");
}

/// "3>1>0 0->3 move and add", a line per message.
std::string text_of(const Schedule& schedule) {
  std::string text;
  for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
    Round round(any_network());
    schedule.fill(r, round);
    for (std::size_t i = 0; i < round.size(); ++i) {
      const MessageView m = round[i];
      for (const NodeId node : m.nodes()) {
        text += (text.empty() || text.back() == '\n' ? "" : ">") + std::to_string(node);
      }
      for (const Block& block : m.blocks) {
        text += " " + to_string(block);
      }
      text += std::string(" ") + to_string(schedule.transfer_of(m)) + "\n";
    }
  }
  return text;
}

TEST(Dual, OfAScatterIsAGather) {
  const Schedule scatter = handmade_schedule(
      operation(operations::one_to_all_scatter(), 3, 0),
      {{{{0, 1}, {make_block(0, 1), make_block(0, 2)}}}, {{{1, 2}, {make_block(0, 2)}}}});
  const Schedule gather = dual(scatter, "gather");
  EXPECT_EQ(gather.operation.kind, &operations::gather());
  EXPECT_EQ(gather.algorithm, "gather");
  EXPECT_EQ(text_of(gather), "2>1 2->0 move\n1>0 1->0 2->0 move\n");
}

TEST(Dual, OfABroadcastIsAReductionAlongTheSameLinks) {
  const Schedule news = handmade_schedule(operation(operations::broadcast(), 4, 3),
                                          {{{{3, 1, 0}, {make_block(3, Block::kEveryone)}}},
                                           {{{0, 2}, {make_block(3, Block::kEveryone)}}}});
  const Schedule sum = dual(news, "sum");
  EXPECT_EQ(sum.operation.kind, &operations::reduction());
  EXPECT_EQ(sum.operation.root, 3U);
  EXPECT_EQ(text_of(sum), "2>0 0->* move and add\n0>1>3 0->* move and add\n");
}

TEST(Dual, OfAnAllToAllBroadcastSumsForEveryNode) {
  const Block of_zero = make_block(0, Block::kEveryone);
  const Block of_one = make_block(1, Block::kEveryone);
  const Schedule all = handmade_schedule(operation(operations::all_to_all_broadcast(), 2),
                                         {{{{0, 1}, {of_zero}}, {{1, 0}, {of_one}}}});
  const Schedule sums = dual(all, "sums");
  EXPECT_EQ(sums.operation.kind, &operations::all_to_all_reduction());
  EXPECT_EQ(text_of(sums), "1>0 0->0 move and add\n0>1 0->1 move and add\n");
}

TEST(Dual, ExistsOnlyForOneWayOperations) {
  EXPECT_THROW(dual(handmade_schedule(operation(operations::all_reduce(), 2), {}), "x"),
               std::logic_error);
}

TEST(Dual, RefusesWormsWithSeveralDestinations) {
  const Schedule worm =
      handmade_schedule(operation(operations::broadcast(), 3),
                        {{{{0, 1, 2}, {make_block(0, Block::kEveryone)}, {1, 2}}}});
  const Schedule reversed = dual(worm, "x");
  Round round(any_network());
  EXPECT_THROW(reversed.fill(0, round), std::logic_error);
}

}  // namespace
}  // namespace flitcast::test_transfers
