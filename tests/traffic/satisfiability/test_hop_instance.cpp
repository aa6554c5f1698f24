#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/support/hops/hop_networks.h"

namespace flitcast::test_hop_instance {
namespace {

/// "0.0: 0 to 1 2; …".
std::string chunks_text(const HopInstance& instance) {
  std::string text;
  for (const HopChunk& chunk : chunks_of(instance.demand)) {
    text += (text.empty() ? "" : "; ") + chunk.name + ": " + std::to_string(chunk.origin) + " to";
    for (const NodeId node : chunk.destinations) {
      text += " " + std::to_string(node);
    }
  }
  return text;
}

TEST(HopInstance, HasTheChunksOfItsOperation) {
  HopInstance instance = hop_instance(DemandKind::kBroadcast, 3, line_links(3), 2, 1, {0, 1});
  EXPECT_EQ(chunks_text(instance), "1.0: 1 to 0 2; 1.1: 1 to 0 2");
  EXPECT_EQ(describe(instance), "broadcast at node 1 of 2 chunks on 3 nodes");
  instance.demand.kind = DemandKind::kMulticast;
  EXPECT_EQ(chunks_text(instance), "1.0: 1 to 0; 1.1: 1 to 0");
  instance.demand.kind = DemandKind::kScatter;
  EXPECT_EQ(chunks_text(instance), "1>0.0: 1 to 0; 1>0.1: 1 to 0; 1>2.0: 1 to 2; 1>2.1: 1 to 2");
  instance.demand.chunks = 1;
  instance.demand.kind = DemandKind::kAllGather;
  EXPECT_EQ(chunks_text(instance), "0.0: 0 to 1 2; 1.0: 1 to 0 2; 2.0: 2 to 0 1");
  EXPECT_EQ(describe(instance), "all-gather of 1 chunk a node on 3 nodes");
  instance.demand.kind = DemandKind::kAllToAll;
  instance.demand.nodes = 2;
  EXPECT_EQ(chunks_text(instance), "0>1.0: 0 to 1; 1>0.0: 1 to 0");
  EXPECT_EQ(describe(instance), "all-to-all of 1 chunk a pair on 2 nodes");
}

TEST(HopInstance, SplitsRoundsOverStepsInEveryWay) {
  const auto choose = [](unsigned n, unsigned k) {
    double ways = 1;
    for (unsigned i = 0; i < k; ++i) {
      ways = ways * (n - i) / (i + 1);
    }
    return static_cast<std::size_t>(ways + 0.5);
  };
  for (std::uint32_t rounds = 1; rounds <= 8; ++rounds) {
    for (std::uint32_t steps = 1; steps <= rounds; ++steps) {
      std::set<RoundsOfSteps> splits;
      RoundsOfSteps split = first_split(steps, rounds);
      do {
        std::uint32_t sum = 0;
        for (const std::uint32_t each : split) {
          EXPECT_GE(each, 1U);
          sum += each;
        }
        EXPECT_EQ(sum, rounds);
        EXPECT_TRUE(splits.insert(split).second);
      } while (next_split(split));
      EXPECT_EQ(splits.size(), choose(rounds - 1, steps - 1)) << steps << " of " << rounds;
    }
  }
  EXPECT_EQ(to_string(first_split(3, 7)), "1+1+5");
  EXPECT_THROW(first_split(3, 2), std::invalid_argument);
  EXPECT_THROW(first_split(0, 2), std::invalid_argument);
}

}  // namespace
}  // namespace flitcast::test_hop_instance
