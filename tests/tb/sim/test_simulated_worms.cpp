#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/plan/plan.h"
#include "tests/support/runs/played.h"

// Rows that share links by definition: what was delivered says how many worms took which channel in
// which round, and the links of the simulated network have carried just these.

namespace flitcast::test_simulated_worms {
namespace {

using Channel = std::pair<NodeId, NodeId>;
using Worms = std::map<Channel, std::uint64_t>;

struct Traffic {
  std::vector<Worms> rounds;
  std::map<Channel, std::uint64_t> flits;    ///< of the whole run, by the links
  std::map<Channel, std::uint64_t> carried;  ///< the same by what was delivered, headers included
};

Traffic traffic_of(const std::vector<std::pair<const char*, std::string>>& keys) {
  RawConfig raw;
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  const Plan plan(raw);
  Deliveries deliveries;
  ScheduleParts parts;
  parts.deliveries = &deliveries;
  parts.channels = true;
  const ScheduleRun result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), parts);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  Traffic traffic;
  traffic.rounds.resize(result.rounds);
  for (const Delivered& delivered : deliveries.all()) {
    for (std::size_t hop = 1; hop < delivered.path.size(); ++hop) {
      const Channel channel{delivered.path[hop - 1], delivered.path[hop]};
      ++traffic.rounds[delivered.what.round][channel];
      traffic.carried[channel] += 1 + delivered.what.flits;
    }
  }
  for (const ChannelResult& channel : result.channels) {
    if (!channel.receive_port && channel.flits > 0) {
      traffic.flits[{channel.from, channel.to}] = channel.flits;
    }
  }
  return traffic;
}

std::uint64_t most(const Worms& worms) {
  return std::max_element(worms.begin(), worms.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->second;
}

/// Rounds in which the busiest channel carries so many worms.
std::map<std::uint64_t, std::size_t> rounds_by_worms(const Traffic& traffic) {
  std::map<std::uint64_t, std::size_t> count;
  for (const Worms& worms : traffic.rounds) {
    ++count[most(worms)];
  }
  return count;
}

Traffic raw_direct_exchange(const char* dims) {
  return traffic_of({{"topology.kind", "mesh"},
                     {"topology.dims", dims},
                     {"traffic.algorithm", "aas-mesh-dex"},
                     {"traffic.variant", "raw"},
                     {"traffic.message_flits", "3"}});
}

// A16: of the seven permutations of M(4,2), (1,0), (0,1) and (1,1) share nothing.
TEST(SimulatedWorms, OfThePermutationsOfAMeshOfTwoByFour) {
  const Traffic traffic = raw_direct_exchange("4x2");
  EXPECT_EQ(rounds_by_worms(traffic), (std::map<std::uint64_t, std::size_t>{{1, 3}, {2, 4}}));
  EXPECT_EQ(traffic.carried, traffic.flits);
}

// A15: 2^max(hx, hy) worms for the offsets jx, jy with top bits hx, hy; there are 3·4^h pairs of
// them with the top bit h.
TEST(SimulatedWorms, OfTheDirectExchangeOnASquareMesh) {
  const Traffic traffic = raw_direct_exchange("8x8");
  EXPECT_EQ(rounds_by_worms(traffic),
            (std::map<std::uint64_t, std::size_t>{{1, 3}, {2, 12}, {4, 48}}));
  EXPECT_EQ(traffic.carried, traffic.flits);
}

// G14: in step j the nodes of every block of 2^(j+1) exchange across its middle: channel o of the
// block, counted from 0, carries o + 1 worms up to the middle and one less with every channel
// behind.
TEST(SimulatedWorms, OfTheHypercubesBroadcastOnALine) {
  const Traffic traffic = traffic_of({{"topology.kind", "line"},
                                      {"topology.dims", "16"},
                                      {"traffic.algorithm", "aab-line-hc"},
                                      {"traffic.message_flits", "2"}});
  ASSERT_EQ(traffic.rounds.size(), 4U);
  for (std::size_t j = 0; j < 4; ++j) {
    const std::uint64_t half = std::uint64_t{1} << j;
    Worms expected;
    for (NodeId node = 0; node + 1 < 16; ++node) {
      const std::uint64_t o = node % (2 * half);
      const std::uint64_t worms = o < half ? o + 1 : 2 * half - 1 - o;
      if (worms > 0) {
        expected[{node, node + 1}] = worms;
        expected[{node + 1, node}] = worms;
      }
    }
    EXPECT_EQ(traffic.rounds[j], expected) << "step " << j;
    EXPECT_EQ(most(traffic.rounds[j]), half);
  }
  EXPECT_EQ(traffic.carried, traffic.flits);
}

}  // namespace
}  // namespace flitcast::test_simulated_worms
