#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/schedules/node_path.h"
#include "tests/support/schedules/round_contents.h"
#include "traffic/catalogue/catalogue.h"

// The direct exchange on rings, checked message by message on all rings of 8 to 40 nodes.

namespace flitcast::test_ring_dex {
namespace {

using Link = std::pair<NodeId, NodeId>;

class RingDex : public testing::TestWithParam<NodeId> {
 protected:
  NodeId nodes() const { return GetParam(); }
  std::uint64_t rounds() const { return schedule_.rounds; }
  const RowRequest& request() const { return request_; }

  Round round(std::uint64_t r) const {
    Round round(ring_);
    schedule_.fill(r, round);
    return round;
  }

  NodeId distance(NodeId from, NodeId to) const {
    const NodeId up = (to + nodes() - from) % nodes();
    return std::min(up, nodes() - up);
  }

 private:
  Topology ring_{TopologyKind::kRing, {GetParam()}};
  Routing routing_{ring_, RoutingOrder::kAscending};
  RowRequest request_{ring_, routing_, 1};
  Schedule schedule_ = find_row("aas-ring-dex").build(request_);
};

TEST_P(RingDex, EveryOrderedPairMeetsOnce) {
  std::set<Link> pairs;
  for (std::uint64_t r = 0; r < rounds(); ++r) {
    const Round messages = round(r);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const MessageView m = messages[i];
      ASSERT_EQ(m.blocks.size(), 1U);
      ASSERT_EQ(m.blocks[0], make_block(m.source, m.destinations.back()));
      ASSERT_TRUE(pairs.emplace(m.source, m.destinations.back()).second) << "round " << r;
    }
  }
  EXPECT_EQ(pairs.size(), std::size_t{nodes()} * (nodes() - 1));
}

TEST_P(RingDex, AllPathsAreShortest) {
  for (std::uint64_t r = 0; r < rounds(); ++r) {
    const Round messages = round(r);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const MessageView m = messages[i];
      EXPECT_EQ(m.hops(), distance(m.source, m.destinations.back())) << "round " << r;
    }
  }
}

TEST_P(RingDex, EveryRoundTakesEveryLinkOnceAndNoPortTwice) {
  for (std::uint64_t r = 0; r < rounds(); ++r) {
    std::multiset<Link> links;
    std::multiset<NodeId> senders;
    std::multiset<NodeId> receivers;
    const Round messages = round(r);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const MessageView m = messages[i];
      senders.insert(m.source);
      receivers.insert(m.destinations.back());
      const std::vector<NodeId> path = nodes_of(m);
      for (std::size_t hop = 0; hop < m.hops(); ++hop) {
        ASSERT_EQ(distance(path[hop], path[hop + 1]), 1U);
        links.emplace(path[hop], path[hop + 1]);
      }
    }
    EXPECT_EQ(links.size(), 2 * nodes()) << "round " << r;
    EXPECT_EQ(std::set<Link>(links.begin(), links.end()).size(), 2 * nodes()) << "round " << r;
    EXPECT_EQ(std::set<NodeId>(senders.begin(), senders.end()).size(), senders.size());
    EXPECT_EQ(std::set<NodeId>(receivers.begin(), receivers.end()).size(), receivers.size());
  }
}

TEST_P(RingDex, ClosedFormIsTheSumOfTheLongestPaths) {
  std::int64_t longest_paths = 0;
  for (std::uint64_t r = 0; r < rounds(); ++r) {
    const Round messages = round(r);
    std::size_t longest = 0;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      longest = std::max(longest, messages[i].hops());
    }
    longest_paths += static_cast<std::int64_t>(longest);
  }
  const std::int64_t packets = std::int64_t{nodes()} * nodes() / 8;
  EXPECT_EQ(static_cast<std::int64_t>(rounds()), packets);
  EXPECT_EQ(find_row("aas-ring-dex").closed_form(request()),
            (Coefficients{packets, longest_paths, packets}));
}

INSTANTIATE_TEST_SUITE_P(Sizes, RingDex, testing::Range(NodeId{8}, NodeId{41}, NodeId{4}));

// Positions in the figure of the source with t = 3: u = i, y = 5 − i, xy = 6 + i, x = 11 − i.
TEST(RingDexFigure, MicropermutationsOfTwelveNodes) {
  const Topology ring(TopologyKind::kRing, {12});
  const Routing routing(ring, RoutingOrder::kAscending);
  const Schedule schedule = find_row("aas-ring-dex").build({ring, routing, 1});
  const auto sends = [&](std::uint64_t r) { return sends_of(schedule, ring, r); };
  using Sends = std::map<NodeId, NodeId>;
  // of nodes 0 and 1: π1 and π2
  EXPECT_EQ(sends(0), (Sends{{0, 1}, {1, 6}, {6, 7}, {7, 0}, {11, 10}, {10, 5}, {5, 4}, {4, 11}}));
  EXPECT_EQ(sends(1), (Sends{{0, 10}, {10, 6}, {6, 4}, {4, 0}, {1, 5}, {5, 7}, {7, 11}, {11, 1}}));
  // of node 0, with node 1 the other way: π3 and π4
  EXPECT_EQ(sends(12), (Sends{{0, 11}, {11, 6}, {6, 5}, {5, 0}, {1, 4}, {4, 7}, {7, 10}, {10, 1}}));
  EXPECT_EQ(sends(13), (Sends{{0, 6}, {6, 0}, {11, 5}, {5, 11}}));
}

}  // namespace
}  // namespace flitcast::test_ring_dex
