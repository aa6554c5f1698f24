#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/explore/crossover/contest.h"
#include "tb/explore/crossover/crossover.h"

namespace flitcast {

/// Where two algorithms of a contest overtake each other.
struct Duel {
  std::size_t first;  ///< of the contest's algorithms
  std::size_t second;
  Crossings simulated;
  Crossings theory;  ///< the same search over predictions, or the lower bounds above them
  /// Those of the two that the lower bound stood in for, at some value of the theory's search.
  std::vector<std::size_t> bounded;
  std::optional<double> meeting;  ///< where their closed forms meet, linear in the key

  struct Row {
    std::int64_t value;
    std::int64_t first_cycles;
    std::int64_t second_cycles;
  };
  /// Simulated cycles on both sides of every crossing; at the ends where there is none.
  std::vector<Row> rows;
};

/// The duels of a contest over values from `from` to `to`, human-readable.
std::string crossover_text(const Contest& contest, std::int64_t from, std::int64_t to,
                           const std::vector<Duel>& duels);

/// The same, schema flitcast.crossover/1 (tb/RESULTS.md).
std::string crossover_json(const Contest& contest, std::int64_t from, std::int64_t to,
                           const std::vector<Duel>& duels);

}  // namespace flitcast
