#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/schedules/handmade_schedule.h"
#include "traffic/verify/schedule_trees.h"
#include "traffic/verify/verifier.h"

// Messages that share a worm, which forks.

namespace flitcast::test_forked_worms {
namespace {

const Block kNews = make_block(0, Block::kEveryone);

HandmadeMessage joining(std::vector<NodeId> path, std::vector<Block> blocks = {kNews}) {
  return {std::move(path), std::move(blocks), {}, true};
}

/// On a mesh of 3 columns and 2 rows, nodes 0 1 2 above 3 4 5.
class ForkedWorms : public testing::Test {
 protected:
  VerifyReport report(const Operation& operation, const HandmadeRounds& rounds) const {
    NetworkConfig network;
    network.forks = forks_;
    VerifyOptions options;
    options.model = {10, 3, 2};
    options.ports = ports_;
    options.irc = irc_;
    options.network = &network;
    options.disjoint_links = true;
    return verify(handmade_schedule(operation, rounds, 4), routing_, options);
  }
  std::string objection(const Operation& operation, const HandmadeRounds& rounds) const {
    try {
      report(operation, rounds);
    } catch (const ScheduleError& error) {
      return error.what();
    }
    return {};
  }
  std::string objection(const HandmadeRounds& rounds) const {
    return objection(operation(operations::broadcast(), 6), rounds);
  }

  Topology mesh_{TopologyKind::kMesh, {3, 2}};
  Routing routing_{mesh_, RoutingOrder::kAscending};
  Forks forks_ = Forks::kReserved;
  int ports_ = 1;
  bool irc_ = false;
  HandmadeRounds rounds_ = {{{{0, 1}, {kNews}},
                             joining({0, 1, 2}),
                             joining({0, 3}),
                             joining({0, 1, 4}),
                             joining({0, 1, 2, 5})}};
};

// t_s + D·t_d + μ·t_m with D = 3: 10 + 3·3 + 4·2.
TEST_F(ForkedWorms, TakePortsAndLinksOnceAndAreAsSlowAsTheirFarthestMessage) {
  const VerifyReport told = report(operation(operations::broadcast(), 6), rounds_);
  EXPECT_EQ(told.messages, 5U);
  EXPECT_EQ(told.forked_worms, 1U);
  EXPECT_EQ(told.link_contention, 1U);
  EXPECT_EQ(told.max_hops, 3U);
  EXPECT_EQ(told.lockstep_cycles, 27);
  EXPECT_EQ(told.critical_path_cycles, 27);
  EXPECT_EQ(told.dependency_cycle, "");
}

TEST_F(ForkedWorms, NeedRoutersThatFork) {
  forks_ = Forks::kNone;
  EXPECT_EQ(objection(rounds_),
            "round 0: message 0->2 (block 0->*) joins the worm of another message, and worms do "
            "not fork here");
}

TEST_F(ForkedWorms, HaveAFirstMessage) {
  rounds_[0].erase(rounds_[0].begin());
  EXPECT_EQ(objection(rounds_),
            "round 0: message 0->2 (block 0->*) joins the worm of the message before it, and is "
            "the first of its round");
}

TEST_F(ForkedWorms, HaveOneSource) {
  rounds_ = {{{{0, 1}, {kNews}}}, {{{0, 3}, {kNews}}, joining({1, 2})}};
  EXPECT_EQ(objection(rounds_),
            "round 1: message 1->2 (block 0->*) joins the worm of message 0->3 (block 0->*), "
            "which starts at node 0");
}

TEST_F(ForkedWorms, CarryTheSameBlocks) {
  const Block first = make_block(0, Block::kEveryone, 0);
  const Block second = make_block(0, Block::kEveryone, 1);
  const Operation halves = operation(operations::broadcast(), 6, 0, 2);
  for (const std::vector<Block>& others :
       {std::vector{second}, std::vector{first, second}, std::vector{second, first}}) {
    EXPECT_EQ(objection(halves, {{{{0, 1}, {first}}, joining({0, 3}, others)}}),
              "round 0: message 0->3 (block " + to_string(others[0]) +
                  ") joins the worm of message 0->1 (block 0->*), which carries other blocks, or "
                  "does something else with them");
  }
}

TEST_F(ForkedWorms, FollowBaseRoutesToOneNodeEach) {
  rounds_[0][3] = joining({0, 3, 4});
  EXPECT_EQ(objection(rounds_),
            "round 0: message 0->4 (block 0->*) joins the worm of message 0->3 (block 0->*), and "
            "message 0->4 (block 0->*) does not follow the base route to one node");
  irc_ = true;
  rounds_ = {{{{0, 1, 2}, {kNews}, {1, 2}}, joining({0, 3})}};
  EXPECT_EQ(objection(rounds_),
            "round 0: message 0->3 (block 0->*) joins the worm of message 0->2 (block 0->*), and "
            "message 0->2 (block 0->*) does not follow the base route to one node");
}

TEST_F(ForkedWorms, GoToEveryNodeOnce) {
  ports_ = 2;
  rounds_[0].push_back(joining({0, 3}));
  EXPECT_EQ(objection(rounds_),
            "round 0: the worm of message 0->1 (block 0->*) goes twice to one node");
}

TEST_F(ForkedWorms, MoveBlocksToOneNodeOnly) {
  const Block own = make_block(0, 1);
  EXPECT_EQ(objection(operation(operations::one_to_all_scatter(), 6),
                      {{{{0, 1}, {own}}, joining({0, 3}, {own})}}),
            "round 0: node 0 sends block 0->1 twice");
}

// Two worms over the link from 0 to 1, of which one takes it for two messages.
TEST_F(ForkedWorms, ShareNoLinkWithOthers) {
  ports_ = 2;
  rounds_ = {{{{0, 3}, {kNews}},
              {{0, 1}, {kNews}},
              joining({0, 1, 2}),
              joining({0, 1, 4}),
              {{0, 1, 2, 5}, {kNews}}}};
  EXPECT_EQ(objection(rounds_),
            "round 0: node 0 sends 3 messages at a time, the last of them message 0->5 (block "
            "0->*); ports: 2");
  ports_ = 3;
  EXPECT_EQ(objection(rounds_),
            "round 0: link 0->1 is taken by message 0->1 (block 0->*) and message 0->5 (block "
            "0->*)");
}

// Branches count where no message of the worm before them has come: 1->4 of the first one.
TEST_F(ForkedWorms, CountBranches) {
  ports_ = 2;
  EXPECT_EQ(objection(operation(operations::all_to_all_broadcast(), 6),
                      {{{{0, 1}, {kNews}},
                        joining({0, 1, 2}),
                        joining({0, 1, 4}),
                        {{1, 4}, {make_block(1, Block::kEveryone)}}}}),
            "round 0: link 1->4 is taken by message 0->4 (block 0->*) and message 1->4 (block "
            "1->*)");
}

// All nodes of a ring of 4 to all others, the way of the next two and that of the last one apart:
// one after the other where they are reserved, else around the ring.
TEST_F(ForkedWorms, WaitInNoCircleOfChannelsWhereTheyAreReserved) {
  const Topology ring(TopologyKind::kRing, {4});
  const Routing around(ring, RoutingOrder::kAscending);
  HandmadeRounds rounds(1);
  for (NodeId from = 0; from < 4; ++from) {
    const std::vector<Block> own{make_block(from, Block::kEveryone)};
    const auto at = [&](NodeId distance) { return (from + distance) % 4; };
    rounds[0].push_back({{from, at(1)}, own});
    rounds[0].push_back(joining({from, at(1), at(2)}, own));
    rounds[0].push_back(joining({from, at(3)}, own));
  }
  const Operation all = operation(operations::all_to_all_broadcast(), 4);
  NetworkConfig network;
  VerifyOptions options;
  options.ports = 4;
  options.network = &network;
  const auto cycle = [&](Forks forks) {
    network.forks = forks;
    return verify(handmade_schedule(all, rounds, 4), around, options).dependency_cycle;
  };
  EXPECT_EQ(cycle(Forks::kReserved), "");
  EXPECT_EQ(cycle(Forks::kHopByHop), "0->1->2->3->0");
}

/// Node `from` of a mesh of 3x3 to all others.
std::vector<HandmadeMessage> to_all_of_nine(const Routing& routing, NodeId from) {
  std::vector<HandmadeMessage> messages;
  for (NodeId to = 0; to < 9; ++to) {
    if (to == from) {
      continue;
    }
    std::vector<NodeId> path{from};
    while (path.back() != to) {
      path.push_back(routing.topology().neighbour(path.back(), routing.next_port(path.back(), to)));
    }
    messages.push_back({path, {make_block(from, Block::kEveryone)}, {}, !messages.empty()});
  }
  return messages;
}

TEST(TreesOfSchedules, WaitForEachOtherUnlessTheyAreReserved) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  const Routing routing(mesh, RoutingOrder::kAscending);
  std::vector<HandmadeMessage> both = to_all_of_nine(routing, 0);
  const std::vector<HandmadeMessage> other = to_all_of_nine(routing, 8);
  both.insert(both.end(), other.begin(), other.end());
  const Schedule schedule =
      handmade_schedule(operation(operations::all_to_all_broadcast(), 9), {both});
  NetworkConfig network;
  network.forks = Forks::kHopByHop;
  EXPECT_EQ(circle_of_worms(schedule, routing, network),
            "the worm from 0 to 8 nodes, 1 to 8, holds [receive at 1] and waits for [receive at "
            "2]; the worm from 8 to 8 nodes, 0 to 7, holds [receive at 2] and waits for [receive "
            "at 1]");
  network.forks = Forks::kReserved;
  EXPECT_EQ(circle_of_worms(schedule, routing, network), "");
  const Schedule alone =
      handmade_schedule(operation(operations::broadcast(), 9), {to_all_of_nine(routing, 4)});
  network.forks = Forks::kHopByHop;
  EXPECT_EQ(circle_of_worms(alone, routing, network), "");
}

}  // namespace
}  // namespace flitcast::test_forked_worms
