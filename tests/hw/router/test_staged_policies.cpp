#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "hw/routing/routing_policies.h"
#include "tests/support/cores/open_loop.h"

namespace flitcast::test_staged_policies {
namespace {

NodeId uniform(NodeId /*source*/, SplitMix64& random) {
  return static_cast<NodeId>(random.below(16));
}

/// Accepted flits per node and cycle of a 4×4 mesh with `offered` ones.
double accepted(const RouterPipeline& pipeline, double offered) {
  NetworkConfig config;
  config.vcs = config.ports = 2;
  config.buffer_flits = 4;
  config.pipeline = pipeline;
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  OpenLoop network(mesh, config, {offered, 3, 500, 1500}, uniform);
  network.run(500);
  return network.accepted();
}

class StagedChoices
    : public ::testing::TestWithParam<std::tuple<AllocatorKind, ArbiterKind, bool>> {};

// Far beyond saturation, too, every word arrives where it is to (OpenLoop checks them), and with
// any policy the network accepts what it is offered below saturation, and much of it beyond.
TEST_P(StagedChoices, CarryWhatIsOfferedAndKeepFlowingBeyondSaturation) {
  RouterPipeline pipeline;
  pipeline.kind = PipelineKind::kStaged;
  std::tie(pipeline.allocator, pipeline.arbiter, pipeline.speculation) = GetParam();
  EXPECT_NEAR(accepted(pipeline, 0.25), 0.25, 0.02);
  EXPECT_GT(accepted(pipeline, 0.95), 0.40);
}

// It is separable_output_first with arbiters in round robin, whatever is said of arbiters.
TEST(Islip, IsOutputFirstInRoundRobin) {
  RouterPipeline islip;
  islip.kind = PipelineKind::kStaged;
  islip.allocator = AllocatorKind::kIslip;
  RouterPipeline output_first = islip;
  output_first.allocator = AllocatorKind::kSeparableOutputFirst;
  const double taken = accepted(output_first, 0.95);
  EXPECT_DOUBLE_EQ(accepted(islip, 0.95), taken);
  islip.arbiter = output_first.arbiter = ArbiterKind::kRandom;
  EXPECT_DOUBLE_EQ(accepted(islip, 0.95), taken);
  EXPECT_NE(accepted(output_first, 0.95), taken);
}

// Headers that choose, with an escape from where they would wait in a circle: they keep flowing
// under twice what the network takes, whatever they go by.
TEST(StagedAdaptive, KeepsFlowingBeyondSaturation) {
  for (const auto& [selection, word] :
       {std::pair(Selection::kFixed, "adaptive"), std::pair(Selection::kRandom, "adaptive"),
        std::pair(Selection::kCredits, "adaptive"), std::pair(Selection::kCredits, "min_adapt")}) {
    NetworkConfig config;
    config.vcs = config.ports = 3;
    config.buffer_flits = 4;
    config.pipeline.kind = PipelineKind::kStaged;
    const Topology mesh(TopologyKind::kMesh, {4, 4});
    const auto policy =
        std::find_if(std::begin(kRoutingPolicies), std::end(kRoutingPolicies),
                     [&, word = word](const auto& each) { return each().word == word; });
    ASSERT_NE(policy, std::end(kRoutingPolicies));
    RoutingOptions options;
    options.selection = selection;
    OpenLoop network(mesh, config, {0.95, 3, 500, 1500}, uniform,
                     Routing(mesh, RoutingOrder::kAscending, (*policy)(), options));
    network.run(500);
    EXPECT_GT(network.accepted(), 0.40);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, StagedChoices,
    ::testing::Combine(::testing::Values(AllocatorKind::kSeparableInputFirst,
                                         AllocatorKind::kSeparableOutputFirst,
                                         AllocatorKind::kIslip, AllocatorKind::kWavefront,
                                         AllocatorKind::kMaximum),
                       ::testing::Values(ArbiterKind::kRoundRobin, ArbiterKind::kMatrix,
                                         ArbiterKind::kAge, ArbiterKind::kRandom),
                       ::testing::Bool()));

}  // namespace
}  // namespace flitcast::test_staged_policies
