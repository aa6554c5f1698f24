#include <random>

#include "tb/system/process_pool.h"
#include "tests/support/program/sweep_runs.h"

namespace flitcast::test_sweep_large {
namespace {

class LargeSweep : public SweepCommand {};

// The driver is killed when a drawn number of results is there, at a moment nobody chose.
TEST_F(LargeSweep, EndsTheSameAfterItWasKilled) {
  const Words options{"--sweep.dims=2..3", "--sweep.message_flits=1..150"};
  ASSERT_EQ(sweep("undisturbed", options).exit_code, 0);
  Words command{FLITCAST_PROGRAM, "sweep", folder().path("x.ini"), "--out=" + folder().path("out")};
  command.insert(command.end(), options.begin(), options.end());
  std::mt19937 random(20240517);
  for (int kill = 0; kill < 3; ++kill) {
    const std::size_t enough = results("out") + 5 + random() % 12;
    ProcessPool driver(1, ProcessPool::Seconds(240));
    driver.start(0, command);
    while (results("out") < enough) {
      ASSERT_FALSE(driver.wait(ProcessPool::Seconds(0.001))) << "it ended before kill " << kill;
    }
    ASSERT_FALSE(driver.wait(ProcessPool::Seconds(0))) << "it ended before kill " << kill;
  }  // killed by going out of scope
  EXPECT_LT(results("out"), 300U);
  EXPECT_EQ(sweep("out", options).exit_code, 0);
  EXPECT_EQ(csv("out"), csv("undisturbed"));
  EXPECT_EQ(folder().read("out/sweep.sqlite"), folder().read("undisturbed/sweep.sqlite"));
}

TEST_F(LargeSweep, RunsEverySweepThatComesWithTheProgram) {
  const std::filesystem::path configs = std::string(FLITCAST_ROOT) + "/configs/sweep";
  std::size_t sweeps = 0;
  for (const auto& file : std::filesystem::directory_iterator(configs)) {
    const std::string name = file.path().stem().string();
    if (name == "crossover") {
      continue;
    }
    ++sweeps;
    const ProgramResult result =
        run_flitcast({"sweep", file.path().string(), "--out=" + name}, folder().root());
    EXPECT_EQ(result.exit_code, 0) << name << ": " << result.err;
    const Table table = parsed(csv(name));
    EXPECT_GE(table.size(), 10U) << name;
    EXPECT_EQ(column(table, "status"), Words(table.size() - 1, "done")) << name;
  }
  EXPECT_EQ(sweeps, 5U);
}

}  // namespace
}  // namespace flitcast::test_sweep_large
