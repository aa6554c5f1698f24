// tb/setup.sh: what it says while it builds, with a ninja that builds nothing.

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/shell_run.h"

namespace flitcast {
namespace {

class SetupScript : public testing::Test {
 protected:
  /// Runs lines of bash that have read the script; `ninja` prints `steps`.
  ProcessEnd run(const std::string& lines, const std::string& steps) const {
    folder_.write("ninja", "#!/bin/sh\ncat <<'END'\n" + steps + "END\n");
    std::filesystem::permissions(folder_.path("ninja"), std::filesystem::perms::owner_all);
    folder_.write("script", "source '" + std::string(FLITCAST_ROOT) +
                                "/tb/setup.sh'\nPATH=$PWD:$PATH\n" + lines + "\n");
    return run_shell(folder_, "bash script");
  }

 private:
  TempFolder folder_;
};

// Ninja looks at folders first, and again when it has configured; these are no steps to count.
TEST_F(SetupScript, SaysHowManyStepsThereAre) {
  const ProcessEnd end =
      run("compile here flitcast",
          "[0/2] Re-checking globbed directories...\n[1/2] Re-running CMake...\n"
          "[1/3] Asking for the commit\n[2/3] Building a.o\n[3/3] Linking flitcast\n");
  EXPECT_TRUE(end.exited_with(0)) << end.err;
  EXPECT_EQ(end.err.rfind("building flitcast in here: 3 steps on ", 0), 0U) << end.err;
  EXPECT_EQ(end.err.find('\n'), end.err.size() - 1) << end.err;
}

TEST_F(SetupScript, SaysNothingWhereAllIsUpToDate) {
  const ProcessEnd end = run("compile here flitcast",
                             "[0/2] Re-checking globbed directories...\n"
                             "[1/1] Asking for the commit\nninja: no work to do.\n");
  EXPECT_TRUE(end.exited_with(0)) << end.err;
  EXPECT_EQ(end.err, "");
}

// 100 steps of 1 s, then 200 of 3 s. With 150 done, 450 s are to go, where 250 s / 150 each would
// be 250 s; with 50 done nobody can tell.
TEST_F(SetupScript, TellsTheTimeToGoByTheLatestPaceAndNotTooEarly) {
  const std::string paces =
      "for ((i = 1; i <= 100; ++i)); do took+=($i); done\n"
      "for ((i = 1; i <= 50; ++i)); do took+=($((100 + 3 * i))); done\n";
  EXPECT_EQ(run(paces + "seconds_to_go 300", "").out, "450\n");
  EXPECT_EQ(run("took=(1 2 3 4 5 6 7 8 9 10)\nseconds_to_go 31", "").out, "");
  EXPECT_EQ(run("took=(1 2 3 4 5 6 7 8 9 10)\nseconds_to_go 30", "").out, "20\n");
  EXPECT_EQ(run("seconds_to_go 2", "").out, "");
}

}  // namespace
}  // namespace flitcast
