#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/config/ini/raw_config.h"
#include "tb/explore/sweep/sweep_progress.h"
#include "tb/plan/prediction.h"
#include "tb/system/process_pool.h"

namespace flitcast {

/// Algorithms that are played on one network, over the values of one key.
struct Contest {
  RawConfig base;
  std::string key;  ///< "traffic.message_flits"
  std::vector<std::string> algorithms;

  /// The configuration of one run. Throws ConfigError.
  RawConfig config(std::size_t algorithm, std::int64_t value) const;
};

/// What the theory says, remembered.
class TheoryOfContest {
 public:
  explicit TheoryOfContest(const Contest& contest) : contest_(contest) {}

  struct Entry {
    std::optional<Prediction> prediction;
    TimingModel model;
    std::string refusal;  ///< why there is no prediction: the run would be refused
  };
  const Entry& at(std::size_t algorithm, std::int64_t value);
  bool can_play(std::size_t algorithm, std::int64_t value) {
    return at(algorithm, value).prediction.has_value();
  }

 private:
  const Contest& contest_;
  std::map<std::pair<std::size_t, std::int64_t>, Entry> entries_;
};

/// What simulations say, each in a process of its own, remembered.
class SimulatedContest {
 public:
  using Run = std::pair<std::size_t, std::int64_t>;  ///< algorithm, value

  SimulatedContest(const Contest& contest, std::size_t jobs, ProcessPool::Seconds time_limit);

  /// Simulates those of the runs that have not been, side by side. Throws ConfigError for one that
  /// got stuck, was refused or took too long.
  void simulate(const std::vector<Run>& runs);
  /// completion_cycles of a run; simulates it when that has not been done.
  std::int64_t at(std::size_t algorithm, std::int64_t value);

 private:
  std::vector<std::string> command(const Run& run) const;
  void take(const Run& run, const ProcessEnd& end);

  const Contest& contest_;
  std::size_t jobs_;
  ProcessPool::Seconds time_limit_;
  SweepProgress progress_;
  SweepState state_;
  std::map<Run, std::int64_t> cycles_;
};

/// The value of μ at which two closed forms meet, both linear in it: where
/// a.cycles(μ) = b.cycles(μ); nothing for parallels.
std::optional<double> meeting_point(const Coefficients& a, const TimingModel& a_model,
                                    const Coefficients& b, const TimingModel& b_model);

}  // namespace flitcast
