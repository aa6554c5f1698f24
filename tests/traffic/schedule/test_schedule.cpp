#include <vector>

#include <gtest/gtest.h>

#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/node_path.h"
#include "traffic/schedule/schedule.h"

namespace flitcast::test_schedule {
namespace {

std::vector<NodeId> list(Span<NodeId> nodes) {
  return {nodes.begin(), nodes.end()};
}

TEST(Round, KeepsMessagesApart) {
  const Round round = handmade_round(
      {{{4, 5}, {make_block(4, 5)}}, {{1, 2, 3}, {make_block(0, 3), make_block(1, 3)}, {2, 3}}});
  ASSERT_EQ(round.size(), 2U);
  EXPECT_EQ(round[0].source, 4U);
  EXPECT_EQ(nodes_of(round[0]), (std::vector<NodeId>{4, 5}));
  EXPECT_EQ(list(round[0].destinations), (std::vector<NodeId>{5}));
  EXPECT_EQ(round[0].blocks.size(), 1U);
  EXPECT_EQ(round[1].source, 1U);
  EXPECT_EQ(nodes_of(round[1]), (std::vector<NodeId>{1, 2, 3}));
  EXPECT_EQ(list(round[1].destinations), (std::vector<NodeId>{2, 3}));
  ASSERT_EQ(round[1].blocks.size(), 2U);
  EXPECT_EQ(round[1].blocks[1], make_block(1, 3));
  EXPECT_EQ(round[1].hops(), 2U);
  EXPECT_EQ(round[1].header_flits(), 2U);
}

TEST(Round, TellsWhichMessagesShareAWorm) {
  const std::vector<Block> news{make_block(4, Block::kEveryone)};
  Round round = handmade_round({{{4, 5}, news},
                                {{4, 6}, news},
                                {{4, 7}, news, {}, true},
                                {{4, 8}, news, {}, true},
                                {{5, 9}, news}});
  EXPECT_TRUE(round.forks());
  EXPECT_EQ(round.end_of_worm(0), 1U);
  EXPECT_EQ(round.end_of_worm(1), 4U);
  EXPECT_EQ(round.end_of_worm(4), 5U);
  EXPECT_FALSE(round[1].joins);
  EXPECT_TRUE(round[2].joins);
  round.clear();
  EXPECT_FALSE(round.forks());
}

TEST(Round, RefillsInPlaceAfterClear) {
  const HandmadeMessage message = {{4, 5, 7}, {make_block(4, 7), make_block(4, 5)}};
  Round round = handmade_round({message, message});
  const PortId* ports = round[0].ports.begin();
  const NodeId* destinations = round[0].destinations.begin();
  const Block* blocks = round[0].blocks.begin();
  round.clear();
  EXPECT_TRUE(round.empty());
  append(round, message);
  ASSERT_EQ(round.size(), 1U);
  EXPECT_EQ(nodes_of(round[0]), message.path);
  EXPECT_EQ(round[0].ports.begin(), ports);
  EXPECT_EQ(round[0].destinations.begin(), destinations);
  EXPECT_EQ(round[0].blocks.begin(), blocks);
}

TEST(Round, CopiesNothingUnlessTold) {
  Round round(any_network());
  EXPECT_EQ(round.copy_flits(), 0U);
  round.set_copy_flits(7'000'000'000);
  EXPECT_EQ(round.copy_flits(), 7'000'000'000U);
  round.clear();
  EXPECT_EQ(round.copy_flits(), 0U);
}

TEST(Schedule, CountsThePayloadOfAllBlocks) {
  Operation operation;
  const Schedule schedule = handmade_schedule(
      operation, {{{{4, 5}, {make_block(4, 5), make_block(4, 6), make_block(4, 7)}}}}, 6);
  Round round(any_network());
  schedule.fill(0, round);
  EXPECT_EQ(schedule.payload_flits(round[0]), 18U);
}

TEST(Block, ReadsAsOriginAndFinal) {
  EXPECT_EQ(to_string(make_block(3, 7)), "3->7");
  EXPECT_EQ(to_string(make_block(3, Block::kEveryone)), "3->*");
  EXPECT_EQ(to_string(make_block(3, 7, 1)), "3->7.1");
  EXPECT_EQ(to_string(make_block(65535, 65534, 65535)), "65535->65534.65535");
}

TEST(Block, DiffersInAnyField) {
  EXPECT_EQ(make_block(3, 7, 1), make_block(3, 7, 1));
  EXPECT_NE(make_block(3, 7, 1), make_block(2, 7, 1));
  EXPECT_NE(make_block(3, 7, 1), make_block(3, 6, 1));
  EXPECT_NE(make_block(3, 7, 1), make_block(3, 7, 0));
}

}  // namespace
}  // namespace flitcast::test_schedule
