#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "tests/support/draw.h"

namespace flitcast {

/// Which pairs of levels of different factors have occurred together, and rows, a level of every
/// factor, drawn so that all do (pairwise testing, by a greedy draw).
class PairCover {
 public:
  using Row = std::vector<std::size_t>;
  struct Choice {
    std::size_t factor;
    std::size_t level;
  };
  using Pair = std::pair<Choice, Choice>;

  /// `levels`: how many every factor has.
  explicit PairCover(const std::vector<std::size_t>& levels) : levels_(levels) {
    first_.resize(levels_.size());
    std::exclusive_scan(levels_.begin(), levels_.end(), first_.begin(), std::size_t{0});
    all_ = first_.back() + levels_.back();
    missing_.assign(all_ * all_, true);
    for (std::size_t a = 0; a < levels_.size(); ++a) {
      for (std::size_t b = a + 1; b < levels_.size(); ++b) {
        open_ += levels_[a] * levels_[b];
      }
    }
  }

  /// Pairs that have neither occurred nor been given up.
  std::size_t open() const { return open_; }

  /// All pairs of the row have occurred.
  void add(const Row& row) {
    for (std::size_t a = 0; a < row.size(); ++a) {
      for (std::size_t b = a + 1; b < row.size(); ++b) {
        close({{a, row[a]}, {b, row[b]}});
      }
    }
  }
  /// The pair has occurred, or cannot.
  void close(const Pair& pair) {
    const std::size_t one = number(pair.first);
    const std::size_t other = number(pair.second);
    open_ -= missing_[one * all_ + other] ? 1 : 0;
    missing_[one * all_ + other] = false;
    missing_[other * all_ + one] = false;
  }

  /// One of the open pairs. Precondition: there are some.
  Pair any_open(Draw& draw) const {
    for (;;) {
      const Choice a = any(draw);
      const Choice b = any(draw);
      // Once few are left, the first one after a place that is drawn.
      if (const auto found = open_from(a, b)) {
        return *found;
      }
    }
  }

  /// A row with the pair: factor after factor, in any order, has the level with the most open pairs
  /// among those that stand, or one in three times any.
  Row draw(const Pair& pair, Draw& draw) const {
    constexpr std::uint64_t kAnyLevel = 3;
    Row row(levels_.size(), kNone);
    row[pair.first.factor] = pair.first.level;
    row[pair.second.factor] = pair.second.level;
    for (const std::size_t factor : shuffled(draw)) {
      if (row[factor] == kNone) {
        row[factor] = draw.one_in(kAnyLevel) ? draw.between<std::size_t>(0, levels_[factor] - 1)
                                             : best_level(factor, row, draw);
      }
    }
    return row;
  }

 private:
  static constexpr auto kNone = static_cast<std::size_t>(-1);

  std::size_t number(const Choice& choice) const { return first_[choice.factor] + choice.level; }

  Choice any(Draw& draw) const {
    const auto factor = draw.between<std::size_t>(0, levels_.size() - 1);
    return {factor, draw.between<std::size_t>(0, levels_[factor] - 1)};
  }

  std::optional<Pair> open_from(const Choice& a, const Choice& from) const {
    for (std::size_t step = 0; step < levels_.size(); ++step) {
      const std::size_t factor = (from.factor + step) % levels_.size();
      if (factor == a.factor) {
        continue;
      }
      for (std::size_t level = 0; level < levels_[factor]; ++level) {
        const Choice b{factor, level};
        if (missing_[number(a) * all_ + number(b)]) {
          return Pair{a, b};
        }
      }
    }
    return std::nullopt;
  }

  std::vector<std::size_t> shuffled(Draw& draw) const {
    std::vector<std::size_t> factors(levels_.size());
    std::iota(factors.begin(), factors.end(), std::size_t{0});
    for (std::size_t i = factors.size(); i > 1; --i) {
      std::swap(factors[i - 1], factors[draw.between<std::size_t>(0, i - 1)]);
    }
    return factors;
  }

  std::size_t best_level(std::size_t factor, const Row& row, Draw& draw) const {
    std::vector<std::size_t> best;
    std::size_t most = 0;
    for (std::size_t level = 0; level < levels_[factor]; ++level) {
      const std::size_t pairs = open_pairs({factor, level}, row);
      if (best.empty() || pairs > most) {
        best.clear();
        most = pairs;
      }
      if (pairs == most) {
        best.push_back(level);
      }
    }
    return draw.any_of(best);
  }

  std::size_t open_pairs(const Choice& choice, const Row& row) const {
    std::size_t pairs = 0;
    for (std::size_t other = 0; other < row.size(); ++other) {
      pairs += other != choice.factor && row[other] != kNone &&
                       missing_[number(choice) * all_ + number({other, row[other]})]
                   ? 1
                   : 0;
    }
    return pairs;
  }

  std::vector<std::size_t> levels_;
  std::vector<std::size_t> first_;  // number of each factor's first level
  std::size_t all_ = 0;             // levels of all factors
  std::vector<bool> missing_;       // by the numbers of two levels
  std::size_t open_ = 0;
};

}  // namespace flitcast
