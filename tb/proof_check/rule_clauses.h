#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>

#include "tb/proof_check/cnf_file.h"

namespace flitcast::proof {

/// An instance with more is too large to check.
inline constexpr std::size_t kMostVariables = 20'000'000;

/// The clauses that rules make, of the variables that a file has.
class RuleClauses {
 public:
  explicit RuleClauses(const CnfFile& cnf) : cnf_(cnf) {}

  /// 0 for what no variable of the file means.
  int variable(const std::string& meaning) const;
  /// Where the file has all its variables.
  void add(Clause clause);
  /// Of `inputs`, no more than `most` hold. `meaning` says what it means that `least` or more from
  /// `begin` to before `end` do, where these are several.
  void add_at_most(const std::vector<int>& inputs, std::size_t most,
                   const std::function<std::string(std::size_t least, std::size_t begin,
                                                   std::size_t end)>& meaning);
  /// The file has no others. Throws FileError with file and line.
  void compare() const;

 private:
  const CnfFile& cnf_;
  std::set<Clause> made_;
};

}  // namespace flitcast::proof
