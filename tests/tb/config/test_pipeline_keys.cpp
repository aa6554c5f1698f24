#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/config_keys.h"
#include "tb/plan/plan.h"

namespace flitcast {
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

std::string objection(Keys keys, const char* pipeline = "staged") {
  keys.insert(keys.begin(), {"router.pipeline", pipeline});
  try {
    const Plan plan(mesh(keys));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return {};
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
      objection({{"router.ports", "251"}}),
      "--router.ports: a router takes at most 254 ports, and 4 lead to neighbours: that leaves "
      "250 for the node, not 251");
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

TEST(PipelineKeys, RefuseWhatStagedRoutersDoNotDo) {
  EXPECT_EQ(objection({}), "");
  EXPECT_EQ(objection({{"router.switching", "store_and_forward"}}),
            "--router.pipeline: staged routers do not store packets and forward them; give "
            "router.switching = wormhole or cut_through");
  EXPECT_EQ(objection({{"link.duplex", "half"}}),
            "--router.pipeline: staged routers take full-duplex links only; give link.duplex = "
            "full");
  EXPECT_EQ(objection({{"router.irc", "on"}}),
            "--router.pipeline: staged routers take no copies of worms on their way; play a row "
            "without intermediate reception, or give router.pipeline = contract");
}

TEST(PipelineKeys, RefuseSpeedUpsThatThereIsNothingFor) {
  EXPECT_EQ(objection({{"router.vcs", "2"}, {"router.input_speedup", "3"}}),
            "--router.input_speedup: 3 crossbar inputs of a port are more than its virtual "
            "channels; give 1 to 2");
  EXPECT_EQ(objection({{"router.vcs", "1"}, {"router.input_speedup", "2"}}),
            "--router.input_speedup: 2 crossbar inputs of a port are more than its virtual "
            "channels; give 1");
  EXPECT_EQ(objection({{"router.output_speedup", "0"}}),
            "--router.output_speedup: \"0\" is out of range; give 1 to 64");
  EXPECT_NE(objection({{"router.allocator", "greedy"}}).find("separable_input_first"),
            std::string::npos);
}

TEST(PipelineKeys, RefuseMessageClassesThatThereIsNoChannelFor) {
  EXPECT_EQ(objection({{"router.vcs", "4"}, {"router.message_classes", "4"}}), "");
  EXPECT_EQ(objection({{"router.vcs", "2"}, {"router.message_classes", "3"}}),
            "--router.message_classes: 3 classes are more than a link has virtual channels; give 1 "
            "to 2");
  EXPECT_EQ(
      objection({{"router.vcs", "1"}, {"router.message_classes", "2"}}),
      "--router.message_classes: 2 classes are more than a link has virtual channels; give 1");
  EXPECT_EQ(objection({{"topology.kind", "torus"},
                       {"traffic.algorithm", "aas-torus2d-dex"},
                       {"router.vcs", "4"},
                       {"router.message_classes", "2"}}),
            "--router.message_classes: the routing divides the virtual channels into classes of "
            "its own here; give 1");
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
  EXPECT_EQ(objection({{"router.inject", "serial"}}, "contract"),
            "--router.inject: a message holds its port until its tail has left the router here, "
            "and another one cannot pass it on a virtual channel of its own; give router.pipeline "
            "= staged, or router.inject = parallel");
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

TEST(PipelineKeys, RefuseSharedBuffersThatCannotBeCounted) {
  EXPECT_EQ(objection({{"router.buffers", "shared"}, {"router.switching", "cut_through"}}),
            "--router.buffers: shared slots are not kept for whole packets; give router.switching "
            "= wormhole, or router.buffers = private");
  EXPECT_EQ(objection({{"router.buffers", "shared"}, {"router.output_speedup", "2"}}),
            "--router.buffers: shared slots are counted for one flit of a link in a cycle; give "
            "router.output_speedup = 1, or router.buffers = private");
  EXPECT_EQ(objection({{"router.buffers", "shared"}}, "contract"),
            "--router.buffers: shared buffers are those of staged routers; give router.pipeline = "
            "staged, or router.buffers = private");
  EXPECT_EQ(objection({{"router.buffers", "shared"},
                       {"router.buffer_flits", "3"},
                       {"router.reserved_flits", "4"}}),
            "--router.reserved_flits: 4 slots for every virtual channel are more than there are, "
            "router.buffer_flits = 3; give 1 to 3");
  EXPECT_EQ(objection({{"router.buffers", "shared"},
                       {"router.vcs", "2"},
                       {"router.buffer_flits", "4294967295"}}),
            "--router.buffer_flits: 2 virtual channels would share more than 4294967295 slots; "
            "give 2147483647 at most");
}

}  // namespace
}  // namespace flitcast
