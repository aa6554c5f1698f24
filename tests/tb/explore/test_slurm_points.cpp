#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/explore/slurm/slurm_points.h"
#include "tests/support/temp_folder.h"

namespace flitcast {
namespace {

using Tasks = std::vector<std::vector<std::size_t>>;

/// Remembers which points have ended.
class Ended final : public PointListener {
 public:
  std::vector<std::size_t> points;

 private:
  void finished(std::size_t point) override { points.push_back(point); }
  void waiting() override {}
  void notice(const std::string& /*text*/) override {}
};

/// Five points of a sweep that nobody has run.
class SlurmPointsOfASweep : public testing::Test {
 protected:
  SlurmPointsOfASweep() { folder_.create(); }

  static SlurmChunk task_with(std::vector<std::size_t> points) {
    SlurmChunk chunk;
    chunk.id = {"array", 3};
    chunk.job = "17";
    chunk.points = std::move(points);
    return chunk;
  }
  void fail(std::size_t point) { folder_.record_failure(tasks_[point].name, {}, "how", "said"); }

  TempFolder temp_;
  SweepFolder folder_{temp_.path("sweep")};
  SlurmArrays arrays_{folder_};
  Ended ended_;
  std::vector<PointTask> tasks_{
      {"a", "", {}}, {"b", "", {}}, {"c", "", {}}, {"d", "", {}}, {"e", "", {}}};
  SlurmPoints points_{tasks_, folder_, arrays_, ended_};
};

TEST_F(SlurmPointsOfASweep, WaitUntilTheyAreTakenInTheirOrder) {
  EXPECT_EQ(points_.left(), 5U);
  EXPECT_EQ(points_.take_waiting(2), Tasks{});
  for (const std::size_t point : {4U, 0U, 3U, 1U, 2U}) {
    points_.wait(point);
  }
  EXPECT_EQ(points_.take_waiting(2), (Tasks{{0, 1}, {2, 3}, {4}}));
  EXPECT_EQ(points_.take_waiting(2), Tasks{});
}

TEST_F(SlurmPointsOfASweep, OfATaskAreCollectedUpToTheFirstThatHasNotEnded) {
  fail(0);
  fail(2);
  SlurmChunk task = task_with({0, 1, 2});
  points_.collect(task, false);
  EXPECT_EQ(task.points, (std::vector<std::size_t>{1, 2}));
  EXPECT_TRUE(task.headway);
  points_.collect(task, true);
  EXPECT_EQ(task.points, std::vector<std::size_t>{1});
  EXPECT_EQ(ended_.points, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(points_.left(), 3U);
}

// A point that ends its tasks has three more chances, the last one for itself.
TEST_F(SlurmPointsOfASweep, AreTriedFourTimes) {
  for (int attempt = 1; attempt < 4; ++attempt) {
    EXPECT_EQ(points_.retry(task_with({0, 1})), 2U);
    EXPECT_EQ(points_.take_waiting(9), attempt < 3 ? (Tasks{{0, 1}}) : (Tasks{{0}, {1}}));
  }
  EXPECT_EQ(points_.retry(task_with({0})), 0U);
  EXPECT_TRUE(folder_.has_failure("a"));
  EXPECT_FALSE(folder_.has_failure("b"));
  EXPECT_EQ(ended_.points, std::vector<std::size_t>{0});
}

// The task ran the first of those that are left when it ended; the others had no attempt.
TEST_F(SlurmPointsOfASweep, BehindTheOneThatEndedTheTaskLoseNoAttempt) {
  SlurmChunk task = task_with({0, 1});
  task.headway = true;
  for (int attempt = 1; attempt < 4; ++attempt) {
    EXPECT_EQ(points_.retry(task), 2U);
  }
  points_.take_waiting(9);
  EXPECT_EQ(points_.retry(task), 1U);
  EXPECT_EQ(points_.take_waiting(9), Tasks{{1}});
  EXPECT_TRUE(folder_.has_failure("a"));
}

TEST_F(SlurmPointsOfASweep, OfACancelledTaskAreNotTriedAgain) {
  SlurmChunk task = task_with({2, 3});
  task.cancelled = true;
  EXPECT_EQ(points_.retry(task), 0U);
  EXPECT_TRUE(folder_.has_failure("c"));
  EXPECT_TRUE(folder_.has_failure("d"));
  EXPECT_EQ(points_.left(), 3U);
}

}  // namespace
}  // namespace flitcast
