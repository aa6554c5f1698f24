#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tb/explore/crossover/contest.h"
#include "tb/explore/crossover/crossover_report.h"

namespace flitcast {

/// Values of the key of a contest, ends included.
struct ValueRange {
  std::int64_t from;
  std::int64_t to;
};

/// Plays two algorithms of a contest against each other, in theory and in simulations.
class Referee {
 public:
  Referee(const Contest& contest, ValueRange range, TheoryOfContest& theory, SimulatedContest& runs)
      : contest_(contest), range_(range), theory_(theory), runs_(runs) {}

  /// Throws ConfigError where there is no value that both can be played with, or a simulation
  /// fails.
  Duel judge(std::size_t first, std::size_t second);

 private:
  bool both_play(std::size_t first, std::size_t second, std::int64_t value);
  std::int64_t predicted(std::size_t algorithm, std::int64_t value);
  bool is_bounded(std::size_t algorithm, const std::vector<std::int64_t>& values);
  std::vector<std::int64_t> scanned(std::size_t first, std::size_t second);
  std::optional<double> meeting(const Duel& duel);
  void add_rows(Duel& duel);

  const Contest& contest_;
  ValueRange range_;
  TheoryOfContest& theory_;
  SimulatedContest& runs_;
};

}  // namespace flitcast
