#pragma once

#include <limits>
#include <memory>
#include <string>

#include "traffic/optimal/search_limit.h"
#include "traffic/satisfiability/formula.h"

namespace flitcast {

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
