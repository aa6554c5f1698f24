#include <gtest/gtest.h>

#include "tests/support/runs/lossy_network.h"

namespace flitcast::test_lossy_seeds {
namespace {

constexpr std::uint64_t kSeeds = 1000;

// One flit in a hundred is lost on every link of a mesh of 64 nodes.
LossyNetwork mesh(std::uint64_t seed) {
  return {Topology(TopologyKind::kMesh, {8, 8}), "losses 0.01", seed};
}

TEST(LossySeeds, AllToAllEndsWithRightData) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    ASSERT_EQ(mesh(seed).play("aas-mesh-dex", 1), "") << "seed " << seed;
  }
}

TEST(LossySeeds, AllReduceEndsWithRightData) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    ASSERT_EQ(mesh(seed).play("allreduce-rabenseifner", 64), "") << "seed " << seed;
  }
}

TEST(LossySeeds, OpenLoopLoadArrivesOnce) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    ASSERT_GT(mesh(seed).send_letters(LoadedCores::Order::kForward).counts.sent_again, 0U)
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace flitcast::test_lossy_seeds
