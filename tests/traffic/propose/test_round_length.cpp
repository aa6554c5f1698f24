#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/family.h"
#include "hw/topology/link_times.h"
#include "traffic/propose/round_length.h"

namespace flitcast::test_round_length {
namespace {

/// Of a ring of three nodes whose links take so many cycles a flit.
ChunkTime best(const std::vector<int>& times, std::uint64_t chunks, int ports = 2) {
  std::string text = "processors 3\n";
  for (int node = 0; node < 3; ++node) {
    text += "link " + std::to_string(node) + " " + std::to_string((node + 1) % 3) +
            " cycles_per_flit " + std::to_string(times[static_cast<std::size_t>(node)]) + "\n";
  }
  const Topology ring(graph_family(), {{}, "ring.txt", text});
  const ChunkNetwork network(ring, LinkTimes(ring, NetworkConfig()), ports, Duplex::kFull);
  return best_round(network, chunks);
}

TEST(BestRound, IsWhatAChunkTakesWhereLinksAreEqual) {
  EXPECT_EQ(best({1, 1, 1}, 5), 1);
  EXPECT_EQ(best({4, 4, 4}, 5), 1);  // in units of four
}

// Two links of three units bring two chunks in 3, three and two; of two and three in 6 five, where
// rounds of 3 would bring two, and of 4 three.
TEST(BestRound, LosesTheLeastOfLinksThatDiffer) {
  EXPECT_EQ(best({2, 3, 3}, 1), 3);
  EXPECT_EQ(best({2, 3, 3}, 2), 3);
  EXPECT_EQ(best({2, 2, 3}, 5), 6);
  EXPECT_EQ(best({2, 2, 3}, 3), 4);
  EXPECT_EQ(best({1, 1, 2}, 9), 2);
}

// Node 0, between links of 16 and 73: 7 and 32 chunks fit into 512, and 39 of 69 others are wanted.
TEST(BestRound, IsTheOneThatChunksFitInto) {
  EXPECT_EQ(best({16, 16, 73}, std::uint64_t{39} * 69), 512);
  EXPECT_EQ(best({16, 16, 73}, 1), 73);
}

// Over one port the faster link brings all.
TEST(BestRound, CountsAsManyLinksAsPorts) {
  EXPECT_EQ(best({2, 2, 3}, 5, 1), 4);
}

}  // namespace
}  // namespace flitcast::test_round_length
