#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/keys/config_keys.h"
#include "tb/plan/plan.h"

namespace flitcast::test_pipeline_keys {
namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;

RawConfig mesh(const Keys& keys) {
  RawConfig raw;
  give(raw, "topology.kind", "mesh");
  give(raw, "topology.dims", "4x4");
  give(raw, "traffic.algorithm", "aas-mesh-dex");
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  return raw;
}

TEST(PipelineKeys, WithoutThemRoutersAreThoseOfTheContract) {
  const Plan plan(mesh({{"router.delay", "2"}}));
  EXPECT_FALSE(plan.config().network.pipeline.staged());
  EXPECT_FALSE(find_key("router.pipeline")->show(plan.config()));
  EXPECT_FALSE(find_key("router.route_delay")->show(plan.config()));
  EXPECT_EQ(find_key("router.delay")->show(plan.config()), "2");
}

// R = 1 + 1 + 1 + 1, and a credit is back after 5 cycles.
TEST(PipelineKeys, StagedRoutersPredictByTheirStages) {
  const Plan plan(mesh({{"router.pipeline", "staged"}}));
  const TimingModel model = timing_model(plan.config().network);
  EXPECT_EQ(model.t_s, 4 + 4);
  EXPECT_EQ(model.t_d, 4 + 1);
  EXPECT_EQ(plan.config().network.buffer_flits, 5);
  EXPECT_EQ(find_key("router.pipeline")->show(plan.config()), "staged");
  EXPECT_FALSE(find_key("router.delay")->show(plan.config()));
}

// They are virtual channels of one injection port, of which there may be more than links.
TEST(PipelineKeys, StagedRoutersTakeMorePortsThanANodeHasLinks) {
  const Plan plan(
      mesh({{"router.pipeline", "staged"}, {"router.vcs", "8"}, {"router.ports", "8"}}));
  EXPECT_EQ(plan.config().network.ports, 8);
  EXPECT_EQ(
      Plan(mesh({{"router.pipeline", "staged"}, {"router.ports", "all"}})).config().network.ports,
      4);
}

TEST(PipelineKeys, ReachTheRouter) {
  const Plan plan(mesh({{"router.pipeline", "staged"},
                        {"router.vcs", "4"},
                        {"router.route_delay", "2"},
                        {"router.vc_delay", "3 cycles"},
                        {"router.switch_delay", "4"},
                        {"router.traversal_delay", "0"},
                        {"router.credit_delay", "5"},
                        {"router.lookahead_routing", "on"},
                        {"router.speculation", "on"},
                        {"router.eject", "bypass"},
                        {"router.allocator", "wavefront"},
                        {"router.iterations", "2"},
                        {"router.arbiter", "age"},
                        {"router.vc_reuse", "atomic"},
                        {"router.buffers", "private"},
                        {"router.reserved_flits", "2"},
                        {"router.message_classes", "2"},
                        {"router.input_speedup", "4"},
                        {"router.output_speedup", "2"}}));
  const RouterPipeline& pipeline = plan.config().network.pipeline;
  EXPECT_EQ(pipeline.route_delay, 2);
  EXPECT_EQ(pipeline.vc_delay, 3);
  EXPECT_EQ(pipeline.switch_delay, 4);
  EXPECT_EQ(pipeline.traversal_delay, 0);
  EXPECT_EQ(pipeline.credit_delay, 5);
  EXPECT_TRUE(pipeline.lookahead_routing);
  EXPECT_TRUE(pipeline.speculation);
  EXPECT_EQ(pipeline.ejection, Ejection::kBypass);
  EXPECT_EQ(pipeline.allocator, AllocatorKind::kWavefront);
  EXPECT_EQ(pipeline.iterations, 2);
  EXPECT_EQ(pipeline.arbiter, ArbiterKind::kAge);
  EXPECT_EQ(pipeline.vc_reuse, VcReuse::kAtomic);
  EXPECT_FALSE(pipeline.shares_buffers());
  EXPECT_EQ(pipeline.reserved_flits, 2);
  EXPECT_EQ(pipeline.message_classes, 2);
  EXPECT_EQ(pipeline.input_speedup, 4);
  EXPECT_EQ(pipeline.output_speedup, 2);
  // The route comes with the header; VC and switch allocation go side by side.
  EXPECT_EQ(pipeline.header_delay(), 4);
}

TEST(PipelineKeys, SayWhatHasNoEffect) {
  const Plan contract(mesh({{"router.speculation", "on"}}));
  EXPECT_EQ(contract.config().ineffective,
            std::vector<std::string>{
                "router.speculation has no effect without router.pipeline = staged"});
  const Plan staged(mesh({{"router.pipeline", "staged"}, {"router.delay", "3"}}));
  EXPECT_EQ(staged.config().ineffective,
            std::vector<std::string>{"router.delay has no effect with router.pipeline = staged, "
                                     "which has a delay for each stage"});
  EXPECT_EQ(timing_model(staged.config().network).t_d, 5);
}

// Five slots a virtual channel, by the round trip: 20 in all, of which each of four keeps two.
TEST(PipelineKeys, BuffersMayBeShared) {
  const Plan plan(mesh({{"router.pipeline", "staged"},
                        {"router.vcs", "4"},
                        {"router.buffers", "shared"},
                        {"router.reserved_flits", "2"}}));
  const NetworkConfig& network = plan.config().network;
  EXPECT_EQ(network.buffer_flits, 5);
  EXPECT_EQ(network.own_flits(), 2);
  EXPECT_EQ(network.most_flits(), 20 - 3 * 2);
}

TEST(PipelineKeys, SerialInjectionIsOfStagedRouters) {
  const Plan plan(mesh({{"router.pipeline", "staged"}, {"router.inject", "serial"}}));
  EXPECT_TRUE(plan.config().network.pipeline.injects_serially());
  EXPECT_EQ(find_key("router.inject")->show(plan.config()), "serial");
}

TEST(PipelineKeys, IslipHasItsOwnArbiters) {
  const Keys islip{{"router.pipeline", "staged"}, {"router.allocator", "islip"}};
  EXPECT_EQ(Plan(mesh(islip)).config().network.pipeline.allocator, AllocatorKind::kIslip);
  Keys with_arbiter = islip;
  with_arbiter.emplace_back("router.arbiter", "age");
  EXPECT_EQ(Plan(mesh(with_arbiter)).config().ineffective,
            std::vector<std::string>{"router.arbiter has no effect with router.allocator = islip, "
                                     "which is round robin"});
}

}  // namespace
}  // namespace flitcast::test_pipeline_keys
