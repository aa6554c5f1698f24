#include "traffic/satisfiability/at_most.h"

#include <algorithm>

namespace flitcast {
namespace {

class Totalizer {
 public:
  Totalizer(Formula& formula, const std::vector<Literal>& inputs, std::size_t most,
            const CountMeaning& meaning)
      : formula_(formula), inputs_(inputs), most_(most), meaning_(meaning) {}

  void add() {
    const std::size_t middle = inputs_.size() / 2;
    const std::vector<Literal> left = count(0, middle);
    const std::vector<Literal> right = count(middle, inputs_.size());
    for (std::size_t i = 0; i <= std::min(left.size(), most_ + 1); ++i) {
      if (most_ + 1 - i <= right.size()) {
        formula_.add(both(left, i, right, most_ + 1 - i));
      }
    }
  }

 private:
  /// Literal k − 1 of the result holds if k or more of the inputs do.
  std::vector<Literal> count(std::size_t begin, std::size_t end) {
    if (end - begin <= 1) {
      return {inputs_.begin() + static_cast<std::ptrdiff_t>(begin),
              inputs_.begin() + static_cast<std::ptrdiff_t>(end)};
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const std::vector<Literal> left = count(begin, middle);
    const std::vector<Literal> right = count(middle, end);
    std::vector<Literal> counts;
    for (std::size_t least = 1; least <= std::min(end - begin, most_ + 1); ++least) {
      counts.push_back(formula_.variable([&] { return meaning_(least, begin, end); }));
    }
    for (std::size_t i = 0; i <= left.size(); ++i) {
      for (std::size_t j = i == 0 ? 1 : 0; j <= right.size() && i + j <= counts.size(); ++j) {
        Clause clause = both(left, i, right, j);
        clause.push_back(counts[i + j - 1]);
        formula_.add(std::move(clause));
      }
    }
    return counts;
  }

  /// It does not hold that `i` or more are counted on the left and `j` or more on the right.
  static Clause both(const std::vector<Literal>& left, std::size_t i,
                     const std::vector<Literal>& right, std::size_t j) {
    Clause clause;
    if (i > 0) {
      clause.push_back(-left[i - 1]);
    }
    if (j > 0) {
      clause.push_back(-right[j - 1]);
    }
    return clause;
  }

  Formula& formula_;
  const std::vector<Literal>& inputs_;
  std::size_t most_;
  const CountMeaning& meaning_;
};

}  // namespace

void add_at_most(Formula& formula, const std::vector<Literal>& inputs, std::size_t most,
                 const CountMeaning& meaning) {
  if (inputs.size() > most) {
    Totalizer(formula, inputs, most, meaning).add();
  }
}

}  // namespace flitcast
