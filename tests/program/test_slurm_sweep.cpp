// Sweeps on a real Slurm, with two nodes on this machine that get lost.

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <regex>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>

#include "tb/config/config.h"
#include "tb/explore/points/backend.h"
#include "tests/support/program/run_flitcast.h"
#include "tests/support/slurm/kept_process.h"
#include "tests/support/slurm/slurm_cluster.h"

namespace flitcast::test_slurm_sweep {
namespace {

constexpr std::chrono::seconds kLimit{120};  // of anything that is waited for
constexpr std::size_t kChunk = 20;           // points of a task, half a second

/// Looks often until it is so; false when it is not within the limit.
bool comes_true(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + kLimit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

std::size_t files_in(const std::string& folder) {
  std::error_code error;
  const std::filesystem::directory_iterator files(folder, error);
  return error ? 0 : static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

/// A sweep that runs beside the test, and is killed with this object.
class Driver {
 public:
  Driver(const TempFolder& work, const std::string& name)
      : work_(work),
        name_(name),
        process_(
            {"/bin/sh", "-c",
             "cd '" + work.root() +
                 "'; '" FLITCAST_PROGRAM "' sweep sweep.ini --out=far --backend=slurm --chunk=" +
                 std::to_string(kChunk) + " 2>" + name + ".err; echo $? >" + name + ".code"},
            work.path(name + ".out")) {}

  std::string said() const { return work_.read(name_ + ".err"); }
  bool said(const std::string& words) const { return said().find(words) != std::string::npos; }
  /// Its exit code with the newline behind it; nothing before its end.
  std::string exit_code() const { return work_.read(name_ + ".code"); }

 private:
  const TempFolder& work_;
  std::string name_;
  KeptProcess process_;
};

/// 200 points of some 25 ms.
class SlurmSweep : public testing::Test {
 protected:
  SlurmSweep() {
    work_.write("sweep.ini",
                "[topology]\nkind = hypercube\ndims = 6\n[traffic]\nalgorithm = aas-hc-dex\n"
                "[sweep]\nmessage_flits = 50..69\nrouter.delay = 0..9\n");
  }

  void SetUp() override {
    const std::string missing = SlurmCluster::missing();
    if (!missing.empty()) {
      GTEST_SKIP() << missing;
    }
    cluster_ = std::make_unique<SlurmCluster>();
  }

  std::size_t results() const { return files_in(work_.path("far/results")); }

  /// The second node runs a task of which half the results are missing, so that it is lost before
  /// it has ended.
  bool n2_has_much_to_do() const {
    std::istringstream tasks(
        output_of("squeue --noheader --array --states=RUNNING --nodelist=n2 --format=%j/%K"));
    for (std::string task; std::getline(tasks, task);) {
      if (2 * missing_results(task) >= kChunk) {
        return true;
      }
    }
    return false;
  }

  /// Of a task that is called ARRAY/NUMBER.
  std::size_t missing_results(const std::string& task) const {
    try {
      const std::vector<explore::PointTask> points =
          explore::read_tasks(work_.path("far/slurm/" + task + ".json"));
      return static_cast<std::size_t>(
          std::count_if(points.begin(), points.end(), [&](const explore::PointTask& point) {
            return !std::filesystem::exists(work_.path("far/results/" + point.name + ".json"));
          }));
    } catch (const ConfigError&) {  // the sweep has all its results
      return 0;
    }
  }

  /// Every point is done, and has what a run without Slurm makes of it.
  void expect_right_results() const {
    const std::string table = work_.read("far/sweep.csv");
    const std::regex done_row("^[0-9a-f]{16},done,", std::regex::multiline);
    EXPECT_EQ(std::distance(std::sregex_iterator(table.begin(), table.end(), done_row),
                            std::sregex_iterator()),
              200);
    EXPECT_EQ(run_flitcast({"sweep", "sweep.ini", "--out=near"}, work_.root()).exit_code, 0);
    EXPECT_TRUE(table == work_.read("near/sweep.csv"));
    EXPECT_EQ(files_in(work_.path("far/failed")), 0U);
    EXPECT_FALSE(std::filesystem::exists(work_.path("far/slurm")));
  }

  TempFolder work_;
  std::unique_ptr<SlurmCluster> cluster_;
};

TEST_F(SlurmSweep, LosesNothingWithItsDriverAndANode) {
  auto killed = std::make_unique<Driver>(work_, "first");
  ASSERT_TRUE(comes_true([&] { return results() >= 10; })) << killed->said() << cluster_->logs();
  ASSERT_EQ(killed->exit_code(), "") << killed->said();
  killed.reset();

  const Driver driver(work_, "second");
  ASSERT_TRUE(comes_true([&] { return driver.said("in the queue already"); })) << driver.said();
  ASSERT_TRUE(comes_true([&] { return results() >= 50 && n2_has_much_to_do(); })) << driver.said();
  cluster_->lose_node(1);

  ASSERT_TRUE(comes_true([&] { return !driver.exit_code().empty(); })) << driver.said();
  EXPECT_EQ(driver.exit_code(), "0\n") << driver.said() << cluster_->logs();
  EXPECT_TRUE(driver.said("NODE_FAIL")) << driver.said();
  expect_right_results();
}

TEST_F(SlurmSweep, LosesNothingWithTheController) {
  const Driver driver(work_, "only");
  ASSERT_TRUE(comes_true([&] { return results() >= 50; })) << driver.said() << cluster_->logs();
  cluster_->lose_controller();
  ASSERT_TRUE(comes_true([&] { return driver.said("; waiting"); })) << driver.said();
  ASSERT_LT(results(), 200U);
  cluster_->start_controller();

  ASSERT_TRUE(comes_true([&] {
    cluster_->resume_nodes();
    return !driver.exit_code().empty();
  })) << driver.said();
  EXPECT_EQ(driver.exit_code(), "0\n") << driver.said() << cluster_->logs();
  EXPECT_TRUE(driver.said("Slurm is there again")) << driver.said();
  expect_right_results();
}

}  // namespace
}  // namespace flitcast::test_slurm_sweep
