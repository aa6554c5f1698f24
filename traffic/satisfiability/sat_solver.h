#pragma once

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "traffic/satisfiability/formula.h"

namespace flitcast {

/// When a search is to end without an answer.
struct SearchLimit {
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
  /// Asked all the time: Ctrl-C was pressed. Null for never.
  std::function<bool()> stop = nullptr;

  bool reached() const {
    return (stop && stop()) || (end != std::chrono::steady_clock::time_point::max() &&
                                std::chrono::steady_clock::now() >= end);
  }
};

enum class SatAnswer { kModel, kRefuted, kNone };

/// CaDiCaL, with a formula. The same formula has the same answer on every machine, and the same
/// model.
class SatSolver {
 public:
  static constexpr int kAnyConflicts = std::numeric_limits<int>::max();

  /// With a proof, or without, which saves its memory.
  SatSolver(const Formula& formula, bool proof);
  ~SatSolver();

  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;

  /// Goes on where it was; no answer after so many conflicts, or when the limit is reached.
  SatAnswer solve(const SearchLimit& limit, int conflicts = kAnyConflicts);
  /// Of a variable in the model.
  bool value(Literal variable) const;
  /// After kRefuted, once: why, as binary DRAT.
  std::string take_proof();

 private:
  class MemoryFile;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace flitcast
