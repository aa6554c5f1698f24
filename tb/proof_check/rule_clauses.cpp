#include "tb/proof_check/rule_clauses.h"

#include <algorithm>
#include <utility>

#include "tb/system/file_error.h"

namespace flitcast::proof {
namespace {

using Meaning = std::function<std::string(std::size_t, std::size_t, std::size_t)>;

/// How many of the inputs hold, half by half.
class HalfByHalf {
 public:
  HalfByHalf(RuleClauses& clauses, const std::vector<int>& inputs, std::size_t beyond,
             const Meaning& meaning)
      : clauses_(clauses), inputs_(inputs), beyond_(beyond), meaning_(meaning) {}

  /// If i of the first half and j of the second hold, then i + j of all do: so many are one more
  /// than may be of all inputs, and counted elsewhere.
  void add(std::size_t begin, std::size_t end) {
    if (end - begin < 2) {
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    add(begin, middle);
    add(middle, end);
    const bool all = end - begin == inputs_.size();
    for (std::size_t i = 0; i <= std::min(middle - begin, beyond_); ++i) {
      for (std::size_t j = 0; j <= std::min(end - middle, beyond_ - i); ++j) {
        if (i + j == 0 || (all && i + j < beyond_)) {
          continue;
        }
        Clause clause;
        if (i > 0) {
          clause.push_back(-counted(begin, middle, i));
        }
        if (j > 0) {
          clause.push_back(-counted(middle, end, j));
        }
        if (!all) {
          clause.push_back(counted(begin, end, i + j));
        }
        clauses_.add(std::move(clause));
      }
    }
  }

 private:
  int counted(std::size_t begin, std::size_t end, std::size_t least) const {
    return end - begin == 1 ? inputs_[begin] : clauses_.variable(meaning_(least, begin, end));
  }

  RuleClauses& clauses_;
  const std::vector<int>& inputs_;
  std::size_t beyond_;
  const Meaning& meaning_;
};

}  // namespace

int RuleClauses::variable(const std::string& meaning) const {
  const auto found = cnf_.variables.find(meaning);
  return found == cnf_.variables.end() ? 0 : found->second;
}

void RuleClauses::add(Clause clause) {
  std::sort(clause.begin(), clause.end());
  if (std::count(clause.begin(), clause.end(), 0) == 0) {
    made_.insert(std::move(clause));
  }
}

void RuleClauses::add_at_most(const std::vector<int>& inputs, std::size_t most,
                              const Meaning& meaning) {
  if (inputs.size() > most) {
    HalfByHalf(*this, inputs, most + 1, meaning).add(0, inputs.size());
  }
}

void RuleClauses::compare() const {
  for (std::size_t each = 0; each < cnf_.clauses.size(); ++each) {
    if (made_.count(cnf_.clauses[each]) == 0) {
      throw FileError("{}:{}: no rule makes this clause", cnf_.file, cnf_.lines[each]);
    }
  }
}

}  // namespace flitcast::proof
