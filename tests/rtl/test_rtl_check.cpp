#include <dlfcn.h>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/rtl/planted_bugs.h"
#include "tests/support/program/shell_run.h"

namespace flitcast::cosim::test_rtl_check {
namespace {

/// A mesh whose routers have the pins of the first of rtl_sets().
const std::string kRun =
    "\"$0\" run --topology.kind=mesh --topology.dims=8x2 --traffic.algorithm=aas-mesh-dex "
    "--router.ports=1 --traffic.message_flits=3 --output.json=out/result.json ";

/// Where the libraries of this network are kept: there is one.
std::string cache() {
  return std::string(FLITCAST_BUILD) + "/rtl_cache/check";
}

std::string file_of(const FlitcastRtlRouter& library) {
  Dl_info info{};
  ::dladdr(reinterpret_cast<void*>(library.clock), &info);
  return info.dli_fname;
}

TEST(RtlCheck, AnEqualRunIsTheSameButForWhatItSays) {
  const TempFolder folder;
  const std::string bare = "sed '/^  \"host\": {/,/^  }/d; /^  \"rtl\": {/,/^  }/d' ";
  const ProcessEnd end =
      run_shell(folder, kRun + "> plain && " + bare + "out/result.json > plain.json && " + kRun +
                            "--rtl.check=all --rtl.cache='" + cache() + "' > checked && " + bare +
                            "out/result.json > checked.json && cmp plain.json checked.json");
  ASSERT_TRUE(end.exited_with(0)) << end.err;
  const std::string checked = folder.read("checked");
  EXPECT_NE(checked.find("equal to the model in every pin: 16 routers, "), std::string::npos)
      << checked;
  const std::string result = folder.read("out/result.json");
  EXPECT_NE(result.find("\"rtl\": {\n    \"verdict\": \"equal\",\n    \"routers\": 16,"),
            std::string::npos)
      << result;
  EXPECT_FALSE(std::filesystem::exists(folder.path("out/rtl_mismatch.vcd")));
}

TEST(RtlCheck, ADifferenceEndsTheRunAndLeavesItsWaveformAlone) {
  const TempFolder folder;
  ASSERT_TRUE(run_shell(folder, kRun + "--rtl.check=all --quiet --rtl.cache='" + cache() +
                                    "' > /dev/null && rm -r out")
                  .exited_with(0));
  const std::string planted = file_of(library_with_planted_bugs());
  const ProcessEnd end = run_shell(
      folder, "mkdir cache && for library in '" + cache() + "'/router-*.so; do cp '" + planted +
                  "' cache/$(basename $library); done; export FLITCAST_RTL_BUG=1; " + kRun +
                  "--rtl.check=3,7 --rtl.cache=cache 2> error; echo $? > code");
  EXPECT_EQ(folder.read("code"), "1\n");
  const std::string error = folder.read("error");
  EXPECT_EQ(error.find("flitcast: the RTL of node "), 0U) << error;
  EXPECT_NE(error.find(", word: expected 0x"), std::string::npos) << error;
  EXPECT_NE(error.find("; see out/rtl_mismatch.vcd\n"), std::string::npos) << error;
  EXPECT_TRUE(std::filesystem::exists(folder.path("out/rtl_mismatch.vcd")));
  EXPECT_TRUE(std::filesystem::exists(folder.path("out/rtl_mismatch.gtkw")));
  EXPECT_FALSE(std::filesystem::exists(folder.path("out/result.json")));
}

TEST(RtlCheck, WhatIsNotCoveredIsRefusedByItsKey) {
  const TempFolder folder;
  const ProcessEnd half = run_shell(folder, kRun + "--rtl.check=all --link.duplex=half 2> error");
  EXPECT_TRUE(half.exited_with(2));
  EXPECT_NE(folder.read("error").find("rtl.check: the routers in SystemVerilog do not cover "
                                      "link.duplex = half"),
            std::string::npos)
      << folder.read("error");
  EXPECT_TRUE(run_shell(folder, kRun + "--rtl.check=16 2> error").exited_with(2));
  EXPECT_NE(folder.read("error").find("the nodes are 0 to 15; there is no 16"), std::string::npos)
      << folder.read("error");
  EXPECT_TRUE(run_shell(folder, kRun + "--rtl.waveform=x.vcd 2> error").exited_with(2));
  EXPECT_NE(folder.read("error").find("rtl.waveform: nothing is compared without rtl.check"),
            std::string::npos)
      << folder.read("error");
}

TEST(RtlCheck, ItsWaveformIsAVcdAndNoOtherKeysBusiness) {
  const TempFolder folder;
  EXPECT_TRUE(
      run_shell(folder, kRun + "--rtl.check=all --rtl.waveform=x.fst 2> error").exited_with(2));
  EXPECT_EQ(folder.read("error"),
            "flitcast: --rtl.waveform: \"x.fst\" does not end in .vcd; give a name that does\n");
}

}  // namespace
}  // namespace flitcast::cosim::test_rtl_check
