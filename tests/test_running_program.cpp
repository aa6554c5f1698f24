// The program in circumstances that it does not choose.

#include <filesystem>

#include <gtest/gtest.h>

#include "tb/process_pool.h"
#include "tests/temp_folder.h"

namespace flitcast {
namespace {

const char* const kDex =
    "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n";

// A program whose file is replaced while it works starts itself all the same.
TEST(RunningProgram, GoesOnWhenItsFileIsReplaced) {
  const TempFolder folder;
  folder.write("sweep.ini", std::string(kDex) + "[sweep]\nrun.seed = 1..40\n");
  const std::string copy = folder.path("program");
  std::filesystem::copy_file(FLITCAST_PROGRAM, copy);
  const std::string script =
      "\"$0\" sweep sweep.ini --out=out --jobs=1 & "
      "until ls out/results/*.json; do sleep 0.01; done > /dev/null 2>&1; rm \"$0\"; wait $!";
  ProcessPool pool(1, ProcessPool::Seconds(60));
  pool.start(0, {"/bin/sh", "-c", "cd '" + folder.root() + "' && { " + script + "; }", copy});
  const ProcessEnd end = pool.wait()->end;
  EXPECT_TRUE(end.exited_with(0)) << end.describe() << end.err;
  EXPECT_TRUE(end.out.find("40: 40 done") != std::string::npos) << end.out;
}

TEST(RunningProgram, WorksWithoutStandardInput) {
  const TempFolder folder;
  folder.write("r.ini", std::string(kDex) + "[expect]\nexcess_cycles = 0\n");
  ProcessPool pool(1, ProcessPool::Seconds(60));
  pool.start(0, {"/bin/sh", "-c",
                 "cd '" + folder.root() + "' && exec '" FLITCAST_PROGRAM "' regress r.ini <&-"});
  const ProcessEnd end = pool.wait()->end;
  EXPECT_TRUE(end.exited_with(0)) << end.out << end.err;
}

}  // namespace
}  // namespace flitcast
