#include <gtest/gtest.h>

#include "tests/support/runs/lossy_network.h"

namespace flitcast::test_lossy_traffic {
namespace {

using Order = LoadedCores::Order;

// Every letter arrives once, with its words, and what happens does not depend on the order in which
// modules run.
TEST(LossyTraffic, DeliversEverythingOnce) {
  for (const TopologyKind kind : {TopologyKind::kMesh, TopologyKind::kTorus}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      for (const char* const fault : {"losses 0.02", "bit_errors 0.001"}) {
        LossyNetwork network(Topology(kind, {4, 4}), fault, seed);
        const auto forward = network.send_letters(Order::kForward);
        EXPECT_GT(forward.counts.sent_again, 0U);
        EXPECT_GT(forward.counts.duplicates, 0U);
        const auto backward = network.send_letters(Order::kBackward);
        EXPECT_EQ(forward.latencies, backward.latencies);
        EXPECT_EQ(forward.counts.sent_again, backward.counts.sent_again);
      }
    }
  }
}

TEST(LossyTraffic, PlaysSchedulesToTheirEndWithRightData) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    LossyNetwork network(Topology(TopologyKind::kMesh, {4, 4}), "losses 0.01", seed);
    EXPECT_EQ(network.play("aas-mesh-dex", 1), "");
    EXPECT_EQ(network.play("allreduce-rabenseifner", 16), "");
  }
}

// Staged routers, classes of messages apart, and slow links.
TEST(LossyTraffic, PassesRoutersOfAnyKind) {
  for (const bool staged : {false, true}) {
    for (const Cycle cycles_per_flit : {1, 3}) {
      LossyNetwork network(Topology(TopologyKind::kMesh, {4, 4}), "losses 0.02", 1);
      network.config.pipeline.kind = staged ? PipelineKind::kStaged : PipelineKind::kContract;
      network.config.cycles_per_flit = cycles_per_flit;
      network.config.vcs = 2;
      network.config.buffer_flits = 8;
      EXPECT_GT(network.send_letters(Order::kForward).counts.sent_again, 0U);
    }
  }
}

}  // namespace
}  // namespace flitcast::test_lossy_traffic
