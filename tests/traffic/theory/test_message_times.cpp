#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/family.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/theory/lockstep_cost.h"
#include "traffic/theory/message_times.h"

namespace flitcast::test_message_times {
namespace {

/// A line of nodes over links of given delays and times per flit.
class UnequalLine {
 public:
  UnequalLine(const std::vector<LinkTime>& links, Cycle router_delay)
      : topology_(graph_family(), {{}, "line", text_of(links)}) {
    config_.router_delay = router_delay;
    config_.startup = 6;  // t_s = 10
  }

  /// To every destination of a worm from node 0 up the line.
  std::vector<Cycle> times(std::uint64_t payload, const std::vector<NodeId>& destinations,
                           Switching switching = Switching::kWormhole) const {
    const Round round = worm(destinations);
    const LinkTimes links(topology_, config_);
    std::vector<Cycle> cycles;
    const MessageTimes times(timing_model(config_), switching, &links);
    times.for_each_arrival(round[0], payload,
                           [&](NodeId, Cycle arrival) { cycles.push_back(arrival); });
    EXPECT_EQ(times.to_end(round[0], payload), cycles.back());
    return cycles;
  }

  Round worm(const std::vector<NodeId>& destinations) const {
    std::vector<NodeId> path;
    for (NodeId node = 0; node <= destinations.back(); ++node) {
      path.push_back(node);
    }
    return handmade_round({{path, {make_block(0, destinations.back())}, destinations}}, topology_);
  }
  const Topology& topology() const { return topology_; }
  const NetworkConfig& config() const { return config_; }

 private:
  static std::string text_of(const std::vector<LinkTime>& links) {
    std::string text = "processors " + std::to_string(links.size() + 1) + "\n";
    for (std::size_t i = 0; i < links.size(); ++i) {
      text += "link " + std::to_string(i) + " " + std::to_string(i + 1) + " delay " +
              std::to_string(links[i].delay) + " cycles_per_flit " +
              std::to_string(links[i].cycles_per_flit) + "\n";
    }
    return text;
  }

  Topology topology_;
  NetworkConfig config_;
};

using Cycles = std::vector<Cycle>;

// Header in the first router at 0; t_s = 10 is paid on top. Links: delay 2, a flit every 3; delay
// 5, a flit every 1. Four flits enter the first at 0 3 6 9, are through at 2 5 8 11, enter the
// second as they come and are through at 7 10 13 16.
TEST(MessageTimes, AWormComesAsSlowlyAsItsSlowestLink) {
  EXPECT_EQ(UnequalLine({{2, 3}, {5, 1}}, 0).times(3, {2}), (Cycles{10 + 16}));
  // The other way round: at 0 1 2 3, through at 5 6 7 8, into the second at 5 8 11 14.
  EXPECT_EQ(UnequalLine({{5, 1}, {2, 3}}, 0).times(3, {2}), (Cycles{10 + 16}));
  EXPECT_EQ(UnequalLine({{2, 3}, {5, 1}}, 0).times(3, {1}), (Cycles{10 + 11}));
}

// A router delays the header by 4. It enters the first link at 4, is in the second router at 6 and
// enters the second link at 10; the others enter the first at 7 10 13, are there at 9 12 15, and go
// on at 11 12 15: the slow link hides what the header lost. Last through at 20, where delays and
// the slowest link alone would make 4 + 2 + 4 + 5 + 3·3 = 24.
TEST(MessageTimes, ASlowLinkHidesTheDelaysOfHeadersBehindIt) {
  EXPECT_EQ(UnequalLine({{2, 3}, {5, 1}}, 4).times(3, {2}), (Cycles{10 + 20}));
  // Where the slow link comes last nothing is hidden: 4 + 5 + 4 + 2 + 3·3.
  EXPECT_EQ(UnequalLine({{5, 1}, {2, 3}}, 4).times(3, {2}), (Cycles{10 + 24}));
}

// Three links, router delay 1, two words. Link 1 (delay 1, every 2): in at 1 3 5, through at 2 4 6.
// Link 2 (delay 3, every 3): header in at 3, then 6 9, through at 6 9 12. Link 3 (delay 2, every
// 1): header in at 7, then 9 12, through at 9 11 14.
TEST(MessageTimes, ThreeLinksByHand) {
  const UnequalLine line({{1, 2}, {3, 3}, {2, 1}}, 1);
  EXPECT_EQ(line.times(2, {1}), (Cycles{10 + 6}));
  EXPECT_EQ(line.times(2, {2}), (Cycles{10 + 12}));
  EXPECT_EQ(line.times(2, {3}), (Cycles{10 + 14}));
  EXPECT_EQ(line.times(2, {3}, Switching::kCutThrough), (Cycles{10 + 14}));
  // Stored in every router: (1 + 1 + 2·2) + (1 + 3 + 2·3) + (1 + 2 + 2·1).
  EXPECT_EQ(line.times(2, {3}, Switching::kStoreAndForward), (Cycles{10 + 6 + 10 + 5}));
}

// Two addresses and two words over links of (1, every 3) and (1, every 1), router delay 2. Flits
// enter the first link at 2 5 8 11 and are through at 3 6 9 12. The first address stays at node 1;
// the second, there at 6, enters the next link at 8, the words at 9 and 12, through at 13.
TEST(MessageTimes, AddressesThatAreLeftOnTheWayDelayTheNextAsHeader) {
  EXPECT_EQ(UnequalLine({{1, 3}, {1, 1}}, 2).times(2, {1, 2}), (Cycles{10 + 12, 10 + 13}));
}

// Router delay 4, links of delay 3 with a flit every 2: as for all networks alike, t_s + D·t_d + (k
// − 1 + L)·t_m.
TEST(MessageTimes, AreTheClosedFormWhereLinksAreAlike) {
  const UnequalLine line({{3, 2}, {3, 2}, {3, 2}}, 4);
  EXPECT_EQ(line.times(5, {1, 2, 3}), (Cycles{10 + 7 + 14, 10 + 14 + 14, 10 + 21 + 14}));
  EXPECT_EQ(line.times(5, {3}, Switching::kStoreAndForward), (Cycles{10 + 3 * (7 + 10)}));
}

TEST(MessageTimes, APortIsBusyAtTheRateOfItsFirstLink) {
  const UnequalLine line({{2, 3}, {5, 1}}, 0);
  const LinkTimes links(line.topology(), line.config());
  const Round round = line.worm({2});
  EXPECT_EQ(
      MessageTimes(timing_model(line.config()), Switching::kWormhole, &links).at_port(round[0], 4),
      9 + 4 * 3);
  EXPECT_EQ(MessageTimes({10, 2, 2}, Switching::kWormhole, nullptr).at_port(round[0], 4),
            9 + 4 * 2);
}

TEST(LockstepCost, TakesTheSlowestMessageOverUnequalLinks) {
  const UnequalLine line({{9, 1}, {1, 1}, {1, 1}}, 0);
  const LinkTimes links(line.topology(), line.config());
  LockstepCost cost(timing_model(line.config()), Switching::kWormhole, &links);
  const Schedule schedule = handmade_schedule(operation(loose_unicasts(), 4), {});
  cost.add(schedule, handmade_round({{{0, 1}, {make_block(0, 1)}}, {{1, 2, 3}, {make_block(1, 3)}}},
                                    line.topology()));
  EXPECT_EQ(cost.cycles(), 10 + 9 + 1);
}

TEST(LinkTimes, KnowTheFastestLinkAndTheDeepestBuffer) {
  const UnequalLine line({{2, 3}, {5, 2}, {1, 7}}, 4);
  const LinkTimes links(line.topology(), line.config());
  EXPECT_TRUE(links.differ());
  EXPECT_EQ(links.of(1, 1).delay, 5);
  EXPECT_EQ(links.of(2, 0).cycles_per_flit, 2);
  EXPECT_EQ(links.fastest_model().t_d, 4 + 1);
  EXPECT_EQ(links.fastest_model().t_m, 2);
  EXPECT_EQ(links.full_rate_buffer(), (4 + 2 * 5) / 2);
  EXPECT_EQ(links.busiest().cycles_per_flit, 7);
}

TEST(LinkTimes, AreAlikeWhereTheFileSaysWhatTheConfigurationSays) {
  const UnequalLine line({{1, 1}, {1, 1}}, 4);
  EXPECT_FALSE(LinkTimes(line.topology(), line.config()).differ());
  NetworkConfig slower = line.config();
  slower.cycles_per_flit = 2;
  EXPECT_TRUE(LinkTimes(line.topology(), slower).differ());
}

}  // namespace
}  // namespace flitcast::test_message_times
