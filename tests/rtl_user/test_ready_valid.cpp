#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tests/rtl_user/said_by.h"
#include "tests/support/temp_folder.h"

namespace flitcast::cosim::test_ready_valid {
namespace {

const std::string kSources = std::string(FLITCAST_ROOT) + "/hw/rtl";
const std::string kBenches = std::string(FLITCAST_ROOT) + "/tests/rtl_user/benches/";

/// A module, and the parameter of its bench that says how many slots there are.
using Module = std::pair<std::string, std::string>;

class ReadyValid : public testing::TestWithParam<Module> {
 protected:
  std::string module() const { return GetParam().first; }
  /// What a bench says under random pins.
  std::string bench(int vcs, int slots, int cycles_per_flit) const {
    const TempFolder folder;
    std::vector<std::string> words{"-g2012",
                                   "-y",
                                   kSources,
                                   "-Y",
                                   ".sv",
                                   "-o",
                                   folder.path("bench"),
                                   "-Pbench.VCS=" + std::to_string(vcs),
                                   "-Pbench." + GetParam().second + "=" + std::to_string(slots)};
    if (module() == "ready_valid_to_credits") {
      words.push_back("-Pbench.INTERVAL=" + std::to_string(cycles_per_flit));
    }
    words.push_back(kBenches + module() + "_bench.sv");
    const ProcessEnd made = said_by("iverilog", words);
    EXPECT_TRUE(made.exited_with(0)) << made.said();
    return said_by("vvp", {folder.path("bench")}).said();
  }
};

TEST_P(ReadyValid, DoesAsItsModelUnderRandomPins) {
  const std::string busy =
      module() == "ready_valid_to_credits" ? "sent many, empty often" : "taken many, full often";
  for (const auto& [vcs, slots, cycles_per_flit] :
       std::vector<std::tuple<int, int, int>>{{1, 1, 1}, {1, 2, 3}, {2, 3, 2}, {3, 8, 1}}) {
    EXPECT_EQ(bench(vcs, slots, cycles_per_flit), "errors 0, " + busy + "\n")
        << vcs << " VCs, " << slots << " slots, " << cycles_per_flit << " cycles per flit";
  }
}

TEST_P(ReadyValid, IsCleanUnderVerilatorsLint) {
  for (const char* vcs : {"-GVCS=1", "-GVCS=3"}) {
    const ProcessEnd output = said_by("verilator", {"--lint-only", "-Wall", "-I" + kSources, vcs,
                                                    kSources + "/" + module() + ".sv"});
    EXPECT_EQ(output.said(), "");
    EXPECT_TRUE(output.exited_with(0));
  }
}

TEST_P(ReadyValid, CanBeSynthesized) {
  const ProcessEnd output =
      said_by("yosys", {"-q", "-p",
                        "read_verilog -sv " + kSources + "/*.sv; hierarchy -top " + module() +
                            "; proc; check -assert"});
  EXPECT_TRUE(output.exited_with(0)) << output.said();
}

INSTANTIATE_TEST_SUITE_P(Modules, ReadyValid,
                         testing::Values(Module("credits_to_ready_valid", "DEPTH"),
                                         Module("ready_valid_to_credits", "SLOTS")),
                         [](const auto& module) { return module.param.first; });

}  // namespace
}  // namespace flitcast::cosim::test_ready_valid
