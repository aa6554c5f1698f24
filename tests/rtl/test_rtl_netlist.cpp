// The routers as yosys makes them: gates and flip-flops, in the place of the SystemVerilog.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/system/process_pool.h"
#include "tb/system/program.h"
#include "tests/rtl/networks_in_rtl.h"
#include "tests/support/temp_folder.h"

namespace flitcast::cosim::test_rtl_netlist {
namespace {

/// Meshes with small buffers, because each slot is 64 flip-flops and more.
RtlSet small_mesh() {
  RtlSet set = rtl_sets()[0];
  set.parameters.depth = 2;
  set.parameters.max_delay = 3;
  return set;
}

/// Module `netlist`, with the ports of observed_router.
std::string netlist_of(const RtlParameters& parameters) {
  const TempFolder folder;
  std::string script = "read_verilog -sv -D SYNTHESIS " + std::string(FLITCAST_ROOT) +
                       "/hw/rtl/*.sv; hierarchy -top observed_router";
  for (const auto& [name, value] : parameters.named()) {
    script += " -chparam " + name + " " + std::to_string(value);
  }
  // Nets of one bit, or verilator takes a bit that depends on another of its vector for a loop.
  script += "; synth -flatten -top observed_router; rename observed_router netlist; splitnets";
  script += "; opt_clean; write_verilog -noattr " + folder.path("netlist.v");
  const std::string yosys = find_program("yosys");
  EXPECT_FALSE(yosys.empty()) << "yosys is not installed";
  const ProcessEnd output = run_program({yosys, "-q", "-p", script});
  EXPECT_TRUE(output.exited_with(0)) << output.said();
  return folder.read("netlist.v");
}

/// The sources of the routers, with the netlist behind the ports of observed_router.
std::vector<RtlSource> sources_with(const std::string& netlist) {
  std::vector<RtlSource> sources = rtl_sources();
  const auto top = std::find_if(sources.begin(), sources.end(), [](const RtlSource& source) {
    return source.name == "observed_router.sv";
  });
  top->text.resize(top->text.find("\n);\n") + 4);
  top->text += "  netlist netlist (.*);\nendmodule\n";
  sources.push_back({"netlist.v", netlist});
  return sources;
}

TEST(RtlNetlist, IsEqualToTheReferenceModel) {
  const RtlSet set = small_mesh();
  const std::string netlist = netlist_of(set.parameters);
  EXPECT_EQ(netlist.find("endmodule"), netlist.rfind("endmodule"))
      << "there is more than one module";
  EXPECT_NE(netlist.find("always @(posedge clk)"), std::string::npos);
  EXPECT_EQ(netlist.find(" + "), std::string::npos) << "an adder is left";
  expect_equal_networks(
      set, rtl_library(set.parameters, rtl_test_cache() + "/netlist", sources_with(netlist)));
}

}  // namespace
}  // namespace flitcast::cosim::test_rtl_netlist
