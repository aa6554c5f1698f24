#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/cores/core_network.h"

namespace flitcast::test_staged_zero_load {
namespace {

struct Stages {
  Cycle route_delay;
  bool speculation;
  Cycle credit_delay;
};

constexpr Cycle kApart = 500;  // cycles from packet to packet

/// The zero-load latency of an input-queued router with a pipeline and credits, as a closed form:
/// two cycles of injection and one of ejection, R in every router, L on every link, the flits
/// behind the header, and a stop for credits whenever a buffer is full.
Cycle zero_load_latency(const RouterPipeline& pipeline, Cycle buffer, Cycle links, Cycle flits) {
  const Cycle allocation = pipeline.speculation ? std::max(pipeline.vc_delay, pipeline.switch_delay)
                                                : pipeline.vc_delay + pipeline.switch_delay;
  const Cycle header = pipeline.route_delay + allocation + pipeline.traversal_delay;
  const Cycle round_trip = 5 + pipeline.credit_delay;
  return 3 + (links + 1) * header + links + (flits - 1) +
         (flits - 1) / buffer * std::max<Cycle>(0, round_trip - buffer);
}

constexpr std::uint32_t kWide = 3;  // the side of the mesh in dimension 0

Cycle links_between(NodeId from, NodeId to) {
  const auto apart = [](NodeId a, NodeId b) { return static_cast<Cycle>(a < b ? b - a : a - b); };
  return apart(from % kWide, to % kWide) + apart(from / kWide, to / kWide);
}

/// Between all pairs of nodes, one packet at a time.
void expect_closed_form(const NetworkConfig& config, Cycle flits) {
  CoreNetwork network(TopologyKind::kMesh, {kWide, 4}, config);
  const NodeId nodes = network.topology().nodes();
  for (NodeId from = 0; from < nodes; ++from) {
    for (NodeId to = 0; to < nodes; ++to) {
      network.add({from,
                   {to},
                   static_cast<std::uint32_t>(flits - 1),
                   kApart * static_cast<Cycle>(from * nodes + to)});
    }
  }
  network.run();
  for (NodeId from = 0; from < nodes; ++from) {
    for (NodeId to = 0; to < nodes; ++to) {
      const NodeId message = from * nodes + to;
      const Cycle links = links_between(from, to);
      EXPECT_EQ(network.times(message).tail.at(to) - 1 - kApart * static_cast<Cycle>(message),
                zero_load_latency(config.pipeline, config.buffer_flits, links, flits))
          << from << " to " << to << ", " << flits << " flits, buffers of " << config.buffer_flits;
    }
  }
}

class StagedZeroLoad : public ::testing::TestWithParam<Stages> {};

TEST_P(StagedZeroLoad, EveryPacketTakesWhatTheClosedFormSays) {
  for (const Cycle buffer : {4, 8}) {
    for (const Cycle flits : {1, 5, 20}) {
      NetworkConfig config;
      config.vcs = 1;
      config.buffer_flits = buffer;
      config.pipeline.kind = PipelineKind::kStaged;
      config.pipeline.route_delay = GetParam().route_delay;
      config.pipeline.speculation = GetParam().speculation;
      config.pipeline.credit_delay = GetParam().credit_delay;
      expect_closed_form(config, flits);
      config.pipeline.injection = InjectionMode::kSerial;
      expect_closed_form(config, flits);
    }
  }
}

std::string name_of(const ::testing::TestParamInfo<Stages>& info) {
  return fmt::format("route_{}_{}_credit_{}", info.param.route_delay,
                     info.param.speculation ? "speculative" : "in_turn", info.param.credit_delay);
}

INSTANTIATE_TEST_SUITE_P(Pipelines, StagedZeroLoad,
                         ::testing::Values(Stages{0, false, 0}, Stages{1, false, 0},
                                           Stages{2, false, 0}, Stages{0, true, 0},
                                           Stages{1, true, 0}, Stages{2, true, 0},
                                           Stages{0, false, 2}, Stages{1, false, 2},
                                           Stages{2, false, 2}, Stages{0, true, 2},
                                           Stages{1, true, 2}, Stages{2, true, 2}),
                         name_of);

}  // namespace
}  // namespace flitcast::test_staged_zero_load
