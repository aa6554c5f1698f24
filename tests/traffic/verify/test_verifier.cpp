#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/networks/irregular_network.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/verify/verifier.h"

namespace flitcast::test_verifier {
namespace {

/// The verifier's objection to a schedule; empty when it has none.
std::string objection(const Topology& topology, const Schedule& schedule, int ports = 1,
                      bool irc = false) {
  const Routing routing(topology, RoutingOrder::kAscending);
  VerifyOptions options;
  options.model = {10, 3, 2};
  options.ports = ports;
  options.irc = irc;
  try {
    verify(schedule, routing, options);
  } catch (const ScheduleError& error) {
    return error.what();
  }
  return {};
}

const Block kNews = make_block(0, Block::kEveryone);

/// A correct broadcast from node 0 of a 2-cube, for the tests to break.
HandmadeRounds square_broadcast() {
  return {{{{0, 2}, {kNews}}}, {{{0, 1}, {kNews}}, {{2, 3}, {kNews}}}};
}

class BrokenBroadcast : public testing::Test {
 protected:
  std::string objection_to(const HandmadeRounds& rounds, int ports = 1, bool irc = false) const {
    return objection(square_, handmade_schedule(operation(operations::broadcast(), 4), rounds),
                     ports, irc);
  }

  Topology square_{TopologyKind::kHypercube, {2}};
  HandmadeRounds rounds_ = square_broadcast();
};

TEST_F(BrokenBroadcast, IsAcceptedBeforeItIsBroken) {
  EXPECT_EQ(objection_to(rounds_), "");
}

TEST_F(BrokenBroadcast, NamesANodeThatIsNeverInformed) {
  rounds_[1].pop_back();
  EXPECT_EQ(objection_to(rounds_), "after the last round node 3 lacks block 0->*");
}

TEST_F(BrokenBroadcast, NamesANodeThatSendsWhatItDoesNotHave) {
  rounds_[0][0].path = {0, 1};
  EXPECT_EQ(objection_to(rounds_), "round 1: node 2 sends block 0->*, which it does not hold");
}

TEST_F(BrokenBroadcast, DoesNotForwardInTheRoundOfArrival) {
  rounds_ = {{{{0, 2}, {kNews}}, {{2, 3}, {kNews}}}, {{{0, 1}, {kNews}}}};
  EXPECT_EQ(objection_to(rounds_), "round 0: node 2 sends block 0->*, which it does not hold");
}

TEST_F(BrokenBroadcast, NamesANodeThatIsInformedTwice) {
  rounds_.push_back({{{1, 3}, {kNews}}});
  EXPECT_EQ(objection_to(rounds_), "round 2: node 3 receives block 0->*, which it already holds");
}

TEST_F(BrokenBroadcast, NamesABlockOfAnotherOperation) {
  rounds_[1][0].blocks = {make_block(1, Block::kEveryone)};
  EXPECT_EQ(objection_to(rounds_),
            "round 1: node 0 sends block 1->*, which is not part of this broadcast");
}

TEST_F(BrokenBroadcast, NamesANodeThatSendsTwiceAtOnePort) {
  rounds_ = {{{{0, 2}, {kNews}}, {{0, 1}, {kNews}}}, {{{2, 3}, {kNews}}}};
  EXPECT_EQ(
      objection_to(rounds_),
      "round 0: node 0 sends 2 messages at a time, the last of them message 0->1 (block 0->*); "
      "ports: 1");
  EXPECT_EQ(objection_to(rounds_, 2), "");
}

TEST_F(BrokenBroadcast, NamesANodeThatReceivesTwiceAtOnePort) {
  rounds_[1] = {{{0, 1, 3}, {kNews}}, {{2, 3}, {kNews}}};
  EXPECT_EQ(objection_to(rounds_),
            "round 1: node 3 receives 2 messages at a time, the last of them message 2->3 (block "
            "0->*); ports: 1");
}

TEST_F(BrokenBroadcast, CountsPortsAnewInEveryRound) {
  rounds_ = {{{{0, 2}, {kNews}}}, {{{0, 1}, {kNews}}}, {{{1, 3}, {kNews}}}};
  EXPECT_EQ(objection_to(rounds_), "");
}

TEST_F(BrokenBroadcast, NamesALinkThatIsNotThere) {
  rounds_[1][1].path = {2, 1, 3};
  EXPECT_EQ(objection_to(rounds_),
            "round 1: a message from node 2 takes link 2->1, which hypercube 2 does not have");
}

TEST_F(BrokenBroadcast, NamesANodeThatIsNotThere) {
  rounds_[1][1].path = {2, 6};
  EXPECT_EQ(objection_to(rounds_),
            "round 1: a message from node 2 takes link 2->6, which hypercube 2 does not have");
  rounds_[1][1] = {{2, 3}, {kNews}, {6, 3}};
  EXPECT_EQ(objection_to(rounds_),
            "round 1: message 2->3 (block 0->*) is meant for node 6; the nodes are 0 to 3");
  rounds_[1][1] = {{6}, {kNews}};
  EXPECT_EQ(objection_to(rounds_),
            "round 1: message 6->6 (block 0->*) starts at node 6; the nodes are 0 to 3");
}

TEST_F(BrokenBroadcast, NamesAPortThatLeadsNowhere) {
  Schedule schedule = handmade_schedule(operation(operations::broadcast(), 4), rounds_);
  schedule.fill = [](std::uint64_t, Round& out) {
    out.begin(0);
    out.add_destination(3);
    out.add_port(1);
    out.add_port(2);
    out.add_block(kNews);
  };
  EXPECT_EQ(objection(square_, schedule),
            "round 0: message 0->3 (block 0->*) leaves node 2 by port 2, behind which hypercube 2 "
            "has no link");
}

TEST_F(BrokenBroadcast, NamesAPathThatEndsElsewhere) {
  rounds_[1][1].destinations = {1};
  EXPECT_EQ(objection_to(rounds_),
            "round 1: message 2->1 (block 0->*) ends at node 3, not at its destination");
}

TEST_F(BrokenBroadcast, NamesAMessageThatGoesNowhere) {
  rounds_[0][0].path = {0};
  EXPECT_EQ(objection_to(rounds_), "round 0: message 0->0 (block 0->*) goes nowhere");
}

TEST_F(BrokenBroadcast, NamesAMessageWithoutBlocks) {
  rounds_[0][0].blocks.clear();
  EXPECT_EQ(objection_to(rounds_), "round 0: message 0->2 carries no block");
}

TEST_F(BrokenBroadcast, NeedsIntermediateReceptionForManyDestinations) {
  rounds_ = {{{{0, 1, 3}, {kNews}, {1, 3}}}, {{{0, 2}, {kNews}}}};
  EXPECT_EQ(objection_to(rounds_, 1, true), "");
  EXPECT_EQ(
      objection_to(rounds_, 1, false),
      "round 0: message 0->3 (block 0->*) has 2 destinations, but intermediate reception is off");
}

TEST_F(BrokenBroadcast, RefusesAnOperationLargerThanTheNetwork) {
  const Schedule schedule = handmade_schedule(operation(operations::broadcast(), 5), rounds_);
  EXPECT_EQ(objection(square_, schedule), "the schedule has 5 nodes, hypercube 2 has 4");
}

class BrokenWorm : public testing::Test {
 protected:
  /// Broadcast in a 3x2 mesh whose first round is one worm.
  std::string objection_to(std::vector<NodeId> path, std::vector<NodeId> destinations) const {
    const HandmadeRounds rounds = {{{std::move(path), {kNews}, std::move(destinations)}}};
    return objection(Topology(TopologyKind::kMesh, {3, 2}),
                     handmade_schedule(operation(operations::broadcast(), 6), rounds), 1, true);
  }
};

TEST_F(BrokenWorm, IsReportedOnlyForItsBroadcastWhenItConforms) {
  EXPECT_EQ(objection_to({0, 1, 2, 5}, {1, 2, 5}), "after the last round node 3 lacks block 0->*");
}

TEST_F(BrokenWorm, NamesTheLinkThatLeavesTheBaseRoute) {
  EXPECT_EQ(objection_to({0, 1, 4, 5}, {1, 5}),
            "round 0: message 0->5 (block 0->*) takes link 1->4, which is not on its base route");
}

TEST_F(BrokenWorm, NamesTheEdgeItLeavesBy) {
  EXPECT_EQ(
      objection_to({0, kNoNode, 1}, {1}),
      "round 0: a message from node 0 takes link 0->4294967295, which mesh 3x2 does not have");
}

TEST_F(BrokenWorm, NamesTheDestinationThatIsOutOfOrder) {
  EXPECT_EQ(objection_to({0, 1, 2, 5}, {2, 1, 5}),
            "round 0: message 0->5 (block 0->*) does not pass its destination node 1 in the order "
            "of its header");
}

TEST_F(BrokenWorm, NamesTheDestinationThatIsNotAheadOfIt) {
  EXPECT_EQ(objection_to({0, 1, 2, 5}, {0, 5}),
            "round 0: message 0->5 (block 0->*) does not pass its destination node 0 in the order "
            "of its header");
  EXPECT_EQ(objection_to({0, 1, 2, 5}, {1, 1, 5}),
            "round 0: message 0->5 (block 0->*) does not pass its destination node 1 in the order "
            "of its header");
}

TEST_F(BrokenWorm, NamesTheDestinationThatIsNotOnThePath) {
  EXPECT_EQ(objection_to({0, 1, 2, 5}, {4, 5}),
            "round 0: message 0->5 (block 0->*) does not pass its destination node 4 in the order "
            "of its header");
}

/// Two messages from node 0 to node 1 of two links, by ports.
VerifyReport twins_by(PortId first, PortId second) {
  Schedule schedule = handmade_schedule(operation(loose_unicasts(), 2), {{}});
  schedule.fill = [=](std::uint64_t, Round& out) {
    for (const PortId port : {first, second}) {
      out.begin(0);
      out.add_destination(1);
      out.add_port(port);
      out.add_block(make_block(0, 1));
    }
  };
  const Topology twins = make_twin_links();
  VerifyOptions options;
  options.model = {10, 3, 2};
  return verify(schedule, Routing(twins, RoutingOrder::kAscending), options);
}

TEST(ParallelLinks, AreTakenByPortAndNamedByIt) {
  EXPECT_EQ(twins_by(0, 1).link_contention, 1U);
  EXPECT_EQ(twins_by(1, 1).first_contention, "round 0: link 0->1 (port 1) carries 2 messages");
}

TEST(Unicasts, MaySendManyMessagesAtAPort) {
  const Topology line(TopologyKind::kLine, {3});
  const HandmadeRounds rounds = {
      {{{1, 0}, {make_block(1, 0)}}, {{1, 2}, {make_block(1, 2)}}, {{1, 2}, {make_block(1, 2)}}}};
  EXPECT_EQ(objection(line, handmade_schedule(operation(loose_unicasts(), 3), rounds)), "");
}

}  // namespace
}  // namespace flitcast::test_verifier
