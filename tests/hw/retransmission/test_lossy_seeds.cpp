#include <gtest/gtest.h>

#include "tests/support/draw.h"
#include "tests/support/runs/lossy_network.h"

namespace flitcast::test_lossy_seeds {
namespace {

// One flit in a hundred is lost on every link of a mesh of 64 nodes.
LossyNetwork mesh(std::uint64_t seed) {
  return {Topology(TopologyKind::kMesh, {8, 8}), "losses 0.01", seed};
}

void for_each_mesh(void (*expect)(const LossyNetwork&)) {
  const std::uint64_t first = from_environment("FLITCAST_SEED", 1);
  const std::uint64_t end = first + from_environment("FLITCAST_LOSSY_SEEDS", 50);
  for (std::uint64_t seed = first; seed < end && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    expect(mesh(seed));
  }
}

TEST(LossySeeds, AllToAllEndsWithRightData) {
  for_each_mesh([](const LossyNetwork& mesh) { EXPECT_EQ(mesh.play("aas-mesh-dex", 1), ""); });
}

TEST(LossySeeds, AllReduceEndsWithRightData) {
  for_each_mesh(
      [](const LossyNetwork& mesh) { EXPECT_EQ(mesh.play("allreduce-rabenseifner", 64), ""); });
}

TEST(LossySeeds, OpenLoopLoadArrivesOnce) {
  for_each_mesh([](const LossyNetwork& mesh) {
    EXPECT_GT(mesh.send_letters(LoadedCores::Order::kForward).counts.sent_again, 0U);
  });
}

}  // namespace
}  // namespace flitcast::test_lossy_seeds
