#include <vector>

#include <gtest/gtest.h>

#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/verify/verifier.h"

namespace flitcast::test_verify_report {
namespace {

VerifyReport report(const Topology& topology, const Schedule& schedule, VerifyOptions options) {
  const Routing routing(topology, RoutingOrder::kAscending);
  return verify(schedule, routing, options);
}

VerifyOptions wormhole(TimingModel model) {
  VerifyOptions options;
  options.model = model;
  return options;
}

const Block kNews = make_block(0, Block::kEveryone);

TEST(LinkContention, CountsMessagesOnAChannelWithinARound) {
  const Topology line(TopologyKind::kLine, {4});
  const auto send = [](NodeId from, std::vector<NodeId> path) {
    return HandmadeMessage{path, {make_block(from, path.back())}};
  };
  const HandmadeRounds rounds = {
      {send(0, {0, 1, 2}), send(3, {3, 2, 1})},
      {send(0, {0, 1, 2, 3}), send(1, {1, 2})},
      {send(1, {1, 2, 3}), send(0, {0, 1, 2, 3}), send(2, {2, 3})},
  };
  const VerifyReport found =
      report(line, handmade_schedule(operation(loose_unicasts(), 4), rounds), wormhole({4, 1, 1}));
  EXPECT_EQ(found.link_contention, 3U);
  EXPECT_EQ(found.contended_rounds, 2U);
  EXPECT_EQ(found.first_contention, "round 1: link 1->2 carries 2 messages");
}

TEST(LinkContention, IsRefusedWhereLinksAreToBeDisjoint) {
  const Topology line(TopologyKind::kLine, {3});
  const HandmadeRounds rounds = {{{{0, 1, 2}, {make_block(0, 2)}}, {{1, 2}, {make_block(1, 2)}}}};
  VerifyOptions options = wormhole({4, 1, 1});
  options.disjoint_links = true;
  try {
    report(line, handmade_schedule(operation(loose_unicasts(), 3), rounds), options);
    ADD_FAILURE() << "accepted";
  } catch (const ScheduleError& error) {
    EXPECT_STREQ(error.what(),
                 "round 0: link 1->2 is taken by message 0->2 (block 0->2) and message 1->2 (block "
                 "1->2)");
  }
}

TEST(LinkContention, IsOneWhenOppositeDirectionsMeet) {
  const Topology line(TopologyKind::kLine, {2});
  const HandmadeRounds rounds = {{{{0, 1}, {make_block(0, 1)}}, {{1, 0}, {make_block(1, 0)}}}};
  const VerifyReport found =
      report(line, handmade_schedule(operation(operations::all_to_all_scatter(), 2), rounds),
             wormhole({4, 1, 1}));
  EXPECT_EQ(found.link_contention, 1U);
  EXPECT_EQ(found.contended_rounds, 0U);
  EXPECT_EQ(found.first_contention, "");
}

TEST(DependencyCycle, IsFoundAcrossRounds) {
  const Topology ring(TopologyKind::kRing, {4});
  HandmadeRounds rounds = {{{{0, 1, 2}, {make_block(0, 2)}}, {{2, 3, 0}, {make_block(2, 0)}}},
                           {{{1, 2, 3}, {make_block(1, 3)}}}};
  const Operation unicasts = operation(loose_unicasts(), 4);
  EXPECT_EQ(report(ring, handmade_schedule(unicasts, rounds), wormhole({4, 1, 1})).dependency_cycle,
            "");
  rounds[1].push_back({{3, 0, 1}, {make_block(3, 1)}});
  EXPECT_EQ(report(ring, handmade_schedule(unicasts, rounds), wormhole({4, 1, 1})).dependency_cycle,
            "0->1->2->3->0");
}

TEST(DependencyCycle, IsNotMadeByOppositeWorms) {
  const Topology line(TopologyKind::kLine, {4});
  const HandmadeRounds rounds = {
      {{{0, 1, 2, 3}, {make_block(0, 3)}}, {{3, 2, 1, 0}, {make_block(3, 0)}}}};
  EXPECT_EQ(
      report(line, handmade_schedule(operation(loose_unicasts(), 4), rounds), wormhole({4, 1, 1}))
          .dependency_cycle,
      "");
}

TEST(DependencyCycle, NamesOnlyTheCycle) {
  const Topology mesh(TopologyKind::kMesh, {3, 2});
  const HandmadeRounds rounds = {
      {{{0, 1, 2, 5, 4}, {make_block(0, 4)}}, {{5, 4, 1, 2}, {make_block(5, 2)}}}};
  EXPECT_EQ(
      report(mesh, handmade_schedule(operation(loose_unicasts(), 6), rounds), wormhole({4, 1, 1}))
          .dependency_cycle,
      "1->2->5->4->1");
}

TEST(VerifyReport, CountsMessagesFlitsAndHops) {
  const Topology mesh(TopologyKind::kMesh, {3, 1});
  const HandmadeRounds rounds = {{{{0, 1, 2}, {kNews}, {1, 2}}}};
  VerifyOptions options = wormhole({10, 3, 2});
  options.irc = true;
  const VerifyReport found =
      report(mesh, handmade_schedule(operation(operations::broadcast(), 3), rounds, 5), options);
  EXPECT_EQ(found.rounds, 1U);
  EXPECT_EQ(found.messages, 1U);
  EXPECT_EQ(found.payload_flits, 5U);
  EXPECT_EQ(found.largest_packet_flits, 7U);
  EXPECT_EQ(found.max_hops, 2U);
  EXPECT_EQ(found.lockstep_cycles, 10 + 2 * 3 + (1 + 5) * 2);
  EXPECT_EQ(to_string(found.lockstep_terms), "t_s + 2·t_d + μ·t_m + t_m");
}

TEST(CriticalPath, ASecondMessageWaitsForThePort) {
  const Topology line(TopologyKind::kLine, {3});
  const HandmadeRounds rounds = {{{{1, 0}, {make_block(1, 0)}}}, {{{1, 2}, {make_block(1, 2)}}}};
  const Schedule schedule = handmade_schedule(operation(loose_unicasts(), 3), rounds, 8);
  VerifyOptions options = wormhole({10, 3, 2});
  EXPECT_EQ(report(line, schedule, options).critical_path_cycles, (10 - 1 + 16) + (10 + 3 + 16));
  options.ports = 2;
  EXPECT_EQ(report(line, schedule, options).critical_path_cycles, 10 + 3 + 16);
}

TEST(CriticalPath, AForwardedBlockWaitsForItsArrival) {
  const Topology line(TopologyKind::kLine, {3});
  const HandmadeRounds rounds = {{{{0, 1}, {make_block(0, 1), make_block(0, 2)}}},
                                 {{{1, 2}, {make_block(0, 2)}}}};
  const Schedule schedule =
      handmade_schedule(operation(operations::one_to_all_scatter(), 3), rounds, 8);
  EXPECT_EQ(report(line, schedule, wormhole({10, 3, 2})).critical_path_cycles,
            (10 + 3 + 32) + (10 + 3 + 16));
}

TEST(CriticalPath, IndependentRoundsOverlap) {
  const Topology line(TopologyKind::kLine, {4});
  const HandmadeRounds rounds = {{{{0, 1}, {make_block(0, 1)}}}, {{{2, 3}, {make_block(2, 3)}}}};
  const VerifyReport found = report(
      line, handmade_schedule(operation(loose_unicasts(), 4), rounds, 8), wormhole({10, 3, 2}));
  EXPECT_EQ(found.critical_path_cycles, 10 + 3 + 16);
  EXPECT_EQ(found.lockstep_cycles, 2 * (10 + 3 + 16));
}

TEST(CriticalPath, AWormIsAtItsDestinationsOneAfterTheOther) {
  const Topology mesh(TopologyKind::kMesh, {3, 2});
  const HandmadeRounds rounds = {
      {{{0, 1, 2}, {kNews}, {1, 2}}},
      {{{0, 3}, {kNews}}, {{1, 4}, {kNews}}},
      {{{4, 5}, {kNews}}},
  };
  VerifyOptions options = wormhole({10, 3, 2});
  options.irc = true;
  const Schedule schedule = handmade_schedule(operation(operations::broadcast(), 6), rounds, 5);
  const Cycle at_node_1 = 10 + 3 + (1 + 5) * 2;
  EXPECT_EQ(report(mesh, schedule, options).critical_path_cycles, at_node_1 + 2 * (10 + 3 + 5 * 2));
}

TEST(CriticalPath, AddressFlitsHoldThePortToo) {
  const Topology mesh(TopologyKind::kMesh, {4, 1});
  const Block news = make_block(1, Block::kEveryone);
  const HandmadeRounds rounds = {{{{1, 2, 3}, {news}, {2, 3}}}, {{{1, 0}, {news}}}};
  VerifyOptions options = wormhole({10, 3, 2});
  options.irc = true;
  const Schedule schedule = handmade_schedule(operation(operations::broadcast(), 4, 1), rounds, 5);
  EXPECT_EQ(report(mesh, schedule, options).critical_path_cycles,
            (10 - 1 + (1 + 5) * 2) + (10 + 3 + 5 * 2));
}

TEST(CriticalPath, ASumWaitsForTheLastOperandOfEarlierRounds) {
  const Topology line(TopologyKind::kLine, {2});
  const HandmadeRounds rounds = {{{{0, 1}, {kNews}}, {{1, 0}, {kNews}}}};
  const VerifyReport found =
      report(line, handmade_schedule(operation(operations::all_reduce(), 2), rounds, 5),
             wormhole({10, 3, 2}));
  EXPECT_EQ(found.critical_path_cycles, 10 + 3 + 10);

  const Topology square(TopologyKind::kHypercube, {2});
  const HandmadeRounds doubling = {
      {{{0, 1}, {kNews}}, {{1, 0}, {kNews}}, {{2, 3}, {kNews}}, {{3, 2}, {kNews}}},
      {{{0, 2}, {kNews}}, {{2, 0}, {kNews}}, {{1, 3}, {kNews}}, {{3, 1}, {kNews}}},
  };
  EXPECT_EQ(report(square, handmade_schedule(operation(operations::all_reduce(), 4), doubling, 5),
                   wormhole({10, 3, 2}))
                .critical_path_cycles,
            2 * (10 + 3 + 10));
}

TEST(CriticalPath, ADetourThroughTheDestinationCounts) {
  const Topology line(TopologyKind::kLine, {3});
  const HandmadeRounds rounds = {{{{0, 1, 2, 1}, {make_block(0, 1)}}}};
  const VerifyReport found = report(
      line, handmade_schedule(operation(loose_unicasts(), 3), rounds, 8), wormhole({10, 3, 2}));
  EXPECT_EQ(found.critical_path_cycles, 10 + 3 * 3 + 16);
}

TEST(CriticalPath, StoreAndForwardPaysEveryHop) {
  const Topology line(TopologyKind::kLine, {3});
  const HandmadeRounds rounds = {{{{0, 1, 2}, {make_block(0, 2)}}}};
  VerifyOptions options = wormhole({10, 3, 2});
  options.switching = Switching::kStoreAndForward;
  EXPECT_EQ(report(line, handmade_schedule(operation(loose_unicasts(), 3), rounds, 8), options)
                .critical_path_cycles,
            10 + 2 * (3 + 16));
}

TEST(CriticalPath, ASumIsReadyWhenItIsReduced) {
  const Topology square(TopologyKind::kHypercube, {2});
  const HandmadeRounds doubling = {
      {{{0, 1}, {kNews}}, {{1, 0}, {kNews}}, {{2, 3}, {kNews}}, {{3, 2}, {kNews}}},
      {{{0, 2}, {kNews}}, {{2, 0}, {kNews}}, {{1, 3}, {kNews}}, {{3, 1}, {kNews}}},
  };
  EXPECT_EQ(report(square, handmade_schedule(operation(operations::all_reduce(), 4), doubling, 5),
                   wormhole({10, 3, 2, 100, 7}))
                .critical_path_cycles,
            2 * (10 + 3 + 5 * 2 + 5 * 7));
}

TEST(CriticalPath, AForwardedBlockWaitsForTheCopyingOfItsRound) {
  const Topology line(TopologyKind::kLine, {3});
  const HandmadeRounds rounds = {{{{0, 1}, {make_block(0, 1), make_block(0, 2)}}},
                                 {{{1, 2}, {make_block(0, 2)}}}};
  Schedule schedule = handmade_schedule(operation(operations::one_to_all_scatter(), 3), rounds, 8);
  schedule.fill = [messages = schedule.fill](std::uint64_t r, Round& out) {
    messages(r, out);
    out.set_copy_flits(r == 0 ? 20 : 0);
  };
  const VerifyReport found = report(line, schedule, wormhole({10, 3, 2, 4, 100}));
  EXPECT_EQ(found.critical_path_cycles, (10 + 3 + 32) + 20 * 4 + (10 + 3 + 16));
  EXPECT_EQ(found.lockstep_cycles, found.critical_path_cycles);
}

}  // namespace
}  // namespace flitcast::test_verify_report
