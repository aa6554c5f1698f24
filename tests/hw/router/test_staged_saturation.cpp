#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/cores/open_loop.h"

namespace flitcast::test_staged_saturation {
namespace {

constexpr NodeId kSide = 8;
constexpr std::uint32_t kFlits = 5;

NodeId uniform(NodeId /*source*/, SplitMix64& random) {
  return static_cast<NodeId>(random.below(kSide * kSide));
}
NodeId transposed(NodeId source, SplitMix64& /*random*/) {
  return source % kSide * kSide + source / kSide;
}
NodeId tornado(NodeId source, SplitMix64& /*random*/) {
  constexpr NodeId kAway = kSide / 2 - 1;
  return (source % kSide + kAway) % kSide + (source / kSide + kAway) % kSide * kSide;
}
NodeId neighbour(NodeId source, SplitMix64& /*random*/) {
  return (source % kSide + 1) % kSide + (source / kSide + 1) % kSide * kSide;
}

/// Offered flits per node and cycle up to which BookSim 2 is stable and from which on it is
/// saturated, on the 8×8 mesh with dimension-order routing and buffers of 8 flits: mean latency
/// from creation up to, and beyond, 4 times that without load.
struct Bracket {
  const char* name;
  NodeId (*pattern)(NodeId source, SplitMix64& random);
  int vcs;
  Cycle route_delay;
  bool speculation;
  double stable;
  double saturated;
  double tolerance = 0.05;
};

/// A router as BookSim has it: iSLIP, and a node injects one packet at a time.
double mean_latency(const Bracket& bracket, double rate) {
  NetworkConfig config;
  config.vcs = config.ports = bracket.vcs;
  config.buffer_flits = 8;
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.allocator = AllocatorKind::kIslip;
  config.pipeline.injection = InjectionMode::kSerial;
  config.pipeline.route_delay = bracket.route_delay;
  config.pipeline.speculation = bracket.speculation;
  const Topology mesh(TopologyKind::kMesh, {kSide, kSide});
  OpenLoop network(mesh, config, {rate, kFlits, 4000, 4000}, bracket.pattern);
  network.run(4000);
  return network.mean_latency();
}

class StagedSaturation : public ::testing::TestWithParam<Bracket> {};

TEST_P(StagedSaturation, IsWithinTheToleranceOfTheBracket) {
  const Bracket& bracket = GetParam();
  const double limit = 4 * mean_latency(bracket, 0.005);
  EXPECT_LT(mean_latency(bracket, (1 - bracket.tolerance) * bracket.stable), limit);
  EXPECT_GT(mean_latency(bracket, (1 + bracket.tolerance) * bracket.saturated), limit);
}

// BookSim's mean latency below saturation.
TEST(StagedLatency, OfNeighboursIsThatOfANodeThatInjectsOnePacketAtATime) {
  EXPECT_NEAR(mean_latency({"", neighbour, 4, 1, false, 0, 0}, 0.79), 35.9, 0.03 * 35.9);
}

INSTANTIATE_TEST_SUITE_P(
    Mesh8x8, StagedSaturation,
    ::testing::Values(Bracket{"uniform_1_vc", uniform, 1, 1, false, 0.215, 0.224},
                      Bracket{"uniform_4_vcs", uniform, 4, 1, false, 0.390, 0.400},
                      Bracket{"uniform_8_vcs", uniform, 8, 1, false, 0.408, 0.420, 0.02},
                      Bracket{"transpose_1_vc", transposed, 1, 1, false, 0.099, 0.105},
                      Bracket{"transpose_4_vcs", transposed, 4, 1, false, 0.139, 0.145},
                      Bracket{"tornado_4_vcs", tornado, 4, 1, false, 0.260, 0.270, 0.02},
                      Bracket{"uniform_1_vc_speculative", uniform, 1, 0, true, 0.300, 0.310}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace flitcast::test_staged_saturation
