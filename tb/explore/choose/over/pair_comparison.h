#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/config/ini/raw_config.h"
#include "tb/explore/choose/choose_runs.h"
#include "tb/explore/choose/over/crossings.h"
#include "tb/measures/prediction.h"

namespace flitcast::explore {

/// Algorithms that are played on one network, over the values of one key.
struct Comparison {
  RawConfig base;
  std::string key;  ///< "traffic.message_flits"
  std::int64_t from;
  std::int64_t to;
  std::vector<std::string> algorithms;

  /// The configuration of one run. Throws ConfigError.
  RawConfig config(std::size_t algorithm, std::int64_t value) const;
};

/// Where two algorithms of a comparison overtake each other.
struct PairComparison {
  std::size_t first;  ///< of the comparison's algorithms
  std::size_t second;
  Crossings simulated = {};
  Crossings theory = {};  ///< the same search over predictions, or the lower bounds above them
  /// Those of the two that the lower bound stood in for, at some value of the theory's search.
  std::vector<std::size_t> bounded = {};
  std::optional<double> meeting = {};  ///< where their closed forms meet, linear in the key

  struct Point {
    std::int64_t value;
    Cycle first_cycles;
    Cycle second_cycles;
  };
  /// Simulated cycles on both sides of every crossing; at the ends where there is none.
  std::vector<Point> points = {};
};

/// Compares algorithms two by two, in theory and in simulations, and remembers both.
class PairComparer {
 public:
  explicit PairComparer(const Comparison& comparison) : comparison_(comparison) {}

  /// The algorithm takes the value, or one that is close below it, as nodes may divide it among
  /// them.
  bool can_play_near(std::size_t algorithm, std::int64_t value);
  /// Throws ConfigError where there is no value that both can be played with, or a simulation has
  /// no result.
  PairComparison compare(std::size_t first, std::size_t second, ChooseRuns& runs);

 private:
  using Value = std::int64_t;
  using Run = std::pair<std::size_t, Value>;
  struct Theory {
    std::optional<Prediction> prediction;
    TimingModel model;
    std::string refusal;  // why there is no prediction: the run would be refused
  };

  const Theory& theory(std::size_t algorithm, Value value);
  bool both_play(const PairComparison& pair, Value value);
  std::vector<Value> scanned(const PairComparison& pair);
  void simulate(const std::vector<Run>& wanted, ChooseRuns& runs);
  std::optional<double> meeting(const PairComparison& pair);
  void add_points(PairComparison& pair);

  const Comparison& comparison_;
  std::map<Run, Theory> theories_;
  std::map<Run, Cycle> cycles_;
};

/// The value of μ at which two closed forms meet, both linear in it: where
/// a.cycles(μ) = b.cycles(μ); nothing for parallels.
std::optional<double> meeting_point(const Coefficients& a, const TimingModel& a_model,
                                    const Coefficients& b, const TimingModel& b_model);

/// The pairs of a comparison, human-readable.
std::string comparison_text(const Comparison& comparison, const std::vector<PairComparison>& pairs);

/// The same, schema flitcast.crossover/1 (tb/RESULTS.md).
std::string comparison_json(const Comparison& comparison, const std::vector<PairComparison>& pairs);

}  // namespace flitcast::explore
