// Routers whose SystemVerilog ends the simulation, or prints.

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "hw/rtl_router/user_core.h"
#include "tb/cosim/characterise/router_bench.h"
#include "tb/cosim/library/rtl_nodes.h"
#include "tb/cosim/library/user_wrapper.h"
#include "tests/rtl/rtl_sets.h"
#include "tests/support/temp_folder.h"

namespace flitcast::cosim::test_user_stops {
namespace {

const std::string kWrapper = R"(module user_router #(
    parameter NETWORK_PORTS = 4, parameter LOCAL_PORTS = 1, parameter WORD = 64,
    parameter PORTS = NETWORK_PORTS + LOCAL_PORTS
) (
    input clk, rst, input [WORD/2-1:0] strap_address,
    input [PORTS-1:0] in_valid, in_head, in_tail, input [PORTS*WORD-1:0] in_word,
    output [PORTS-1:0] in_credit, out_valid, out_head, out_tail, output [PORTS*WORD-1:0] out_word
);
  assign {in_credit, out_valid, out_head, out_tail, out_word} = 0;
  always @(posedge clk) begin
    if (rst && strap_address == 1) $fatal(1, "bad parameters");
    if (!rst && in_head[4]) case (strap_address)
      2: $finish;
      3: $stop;
      4: $display("%0s to node %0d", {600{"-"}}, in_word[4*WORD+:WORD/2]);
      5: begin $display("[0]"); $error("no way to %0d", in_word[4*WORD+:WORD/2]); end
    endcase
  end
endmodule
)";

/// One of such in the node whose number says what it does, on a mesh of 6 × 2.
class UserStops : public testing::Test {
 protected:
  UserStops() {
    folder_.write("talker.sv", kWrapper);
    user_ = read_user_router(folder_.path("talker.sv"));
  }

  /// A worm comes from the node. What ends that.
  std::string end_in(NodeId node) const {
    const Topology topology(TopologyKind::kMesh, {6, 2});
    const Routing routing(topology, RoutingOrder::kAscending);
    const RtlParameters& parameters = rtl_sets().front().parameters;
    const FlitcastRtlRouter& library = rtl_library(parameters, rtl_test_cache(), user_.sources);
    const MakeRouterCore make_core = [&](const RouterSite& site) {
      return std::make_unique<UserCore>(site, parameters, library, user_.has_busy);
    };
    try {
      RouterBench bench({topology, routing, NetworkConfig(), node, 1}, make_core);
      bench.add({topology.network_ports(), 0, 0, 10, 1});
      bench.run(100);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  TempFolder folder_;
  UserRouter user_;
};

TEST_F(UserStops, AtResetAreTold) {
  const std::string end = end_in(1);
  EXPECT_EQ(end.rfind("the RTL of node 1 stops at reset: talker.sv:11: ", 0), 0U) << end;
  EXPECT_NE(end.find(": bad parameters"), std::string::npos) << end;
}

TEST_F(UserStops, AtResetAreBreachesOfTheNetwork) {
  const Topology topology(TopologyKind::kMesh, {6, 2});
  const Routing routing(topology, RoutingOrder::kAscending);
  const NetworkConfig config;
  RtlNodes nodes;
  nodes.nodes.assign(topology.nodes(), true);
  nodes.user = folder_.path("talker.sv");
  nodes.cache = rtl_test_cache();
  const MakeRouterCore make_core = rtl_cores(nodes, config, routing);
  EXPECT_THROW(RouterBench({topology, routing, config, 1, 1}, make_core), ProtocolViolation);
}

TEST_F(UserStops, AndFinishesAreTold) {
  const std::string finish = end_in(2);
  EXPECT_EQ(finish.rfind("the RTL of node 2 stops in cycle 10: talker.sv:13: $finish", 0), 0U)
      << finish;
  const std::string stop = end_in(3);
  EXPECT_EQ(stop.rfind("the RTL of node 3 stops in cycle 10: talker.sv:14: $stop", 0), 0U) << stop;
}

TEST_F(UserStops, AreTheLastThingThatIsPrinted) {
  testing::internal::CaptureStderr();
  const std::string failed = end_in(5);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "[0]\n");
  EXPECT_EQ(failed.rfind("the RTL of node 5 stops in cycle 10: talker.sv:16: ", 0), 0U) << failed;
  EXPECT_NE(failed.find(": no way to 0"), std::string::npos) << failed;
}

TEST_F(UserStops, ArePlainLinesOnStandardErrorElse) {
  testing::internal::CaptureStderr();
  const std::string end = end_in(4);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), std::string(600, '-') + " to node 0\n");
  EXPECT_NE(end.find("has not sent a worm"), std::string::npos) << end;
}

}  // namespace
}  // namespace flitcast::cosim::test_user_stops
