#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/open_loop.h"

namespace flitcast {
namespace {

constexpr NodeId kSide = 8;
constexpr std::uint32_t kFlits = 5;

/// Offered flits per node and cycle up to which BookSim 2 is stable and from which on it is
/// saturated, on the 8×8 mesh with dimension-order routing and buffers of 8 flits: mean latency
/// from creation up to, and beyond, 4 times that without load.
struct Bracket {
  const char* name;
  bool transpose;
  int vcs;
  Cycle route_delay;
  bool speculation;
  double stable;
  double saturated;
};

NodeId uniform(NodeId /*source*/, SplitMix64& random) {
  return static_cast<NodeId>(random.below(kSide * kSide));
}
NodeId transposed(NodeId source, SplitMix64& /*random*/) {
  return source % kSide * kSide + source / kSide;
}

double mean_latency(const Bracket& bracket, double rate) {
  NetworkConfig config;
  config.vcs = config.ports = bracket.vcs;
  config.buffer_flits = 8;
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.route_delay = bracket.route_delay;
  config.pipeline.speculation = bracket.speculation;
  const Topology mesh(TopologyKind::kMesh, {kSide, kSide});
  OpenLoop network(mesh, config, {rate, kFlits, 4000, 4000},
                   bracket.transpose ? transposed : uniform);
  network.run(4000);
  return network.mean_latency();
}

class StagedSaturation : public ::testing::TestWithParam<Bracket> {};

TEST_P(StagedSaturation, IsWithinFivePerCentOfTheBracket) {
  const Bracket& bracket = GetParam();
  const double limit = 4 * mean_latency(bracket, 0.005);
  EXPECT_LT(mean_latency(bracket, 0.95 * bracket.stable), limit);
  EXPECT_GT(mean_latency(bracket, 1.05 * bracket.saturated), limit);
}

INSTANTIATE_TEST_SUITE_P(
    Mesh8x8, StagedSaturation,
    ::testing::Values(Bracket{"uniform_1_vc", false, 1, 1, false, 0.215, 0.224},
                      Bracket{"uniform_4_vcs", false, 4, 1, false, 0.390, 0.400},
                      Bracket{"transpose_1_vc", true, 1, 1, false, 0.099, 0.105},
                      Bracket{"transpose_4_vcs", true, 4, 1, false, 0.139, 0.145},
                      Bracket{"uniform_1_vc_speculative", false, 1, 0, true, 0.300, 0.310}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace flitcast
