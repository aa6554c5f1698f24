#include <string>

#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"
#include "tests/support/program/shipped_configs.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_shipped_loads {
namespace {

TEST(ShippedLoads, MeetTheirExpectations) {
  const TempFolder folder;
  const ProgramResult result = run_flitcast({"regress", kConfigs + "booksim"}, folder.root());
  EXPECT_EQ(result.exit_code, 0) << result.out;
  for (const char* name :
       {"mesh-uniform", "hypercube-hotspot", "torus-tornado", "fat-tree-requests"}) {
    const ProgramResult run = run_flitcast({"run", kConfigs + "load/" + name + ".ini",
                                            "--load.precision=0.1", "--expect.verdict=settled"},
                                           folder.root());
    EXPECT_EQ(run.exit_code, 0) << run.err;
  }
}

}  // namespace
}  // namespace flitcast::test_shipped_loads
