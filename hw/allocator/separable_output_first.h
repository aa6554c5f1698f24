#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "hw/allocator/arbiters.h"
#include "hw/allocator/matching.h"

namespace flitcast {

/// Separable allocation, output first: every column chooses one of the rows that ask for it, then
/// every row one of the columns that have chosen it. With round robin and its iterations it is
/// iSLIP (N. McKeown, "The iSLIP scheduling algorithm for input-queued switches", IEEE/ACM ToN
/// 7(2), 1999): arbiters move on after grants of the first iteration alone, so that columns part
/// that keep choosing the same row, and no requester starves.
template <typename Arbiter>
class SeparableOutputFirst {
 public:
  using Set = typename Arbiter::Set;
  static constexpr bool kFair = Arbiter::kFair;

  SeparableOutputFirst(int rows, int columns, int iterations)
      : iterations_(iterations),
        of_rows_(make_arbiters<Arbiter>(rows)),
        of_columns_(make_arbiters<Arbiter>(columns, rows)),
        asked_(of_columns_.size()),
        offers_(of_rows_.size()) {}

  /// As SeparableInputFirst's.
  template <typename AgeOf = SameAge>
  void allocate(const Requests<Set>& requests, Matching<Set>& matching,
                const AgeOf& age_of = AgeOf()) {
    matching.clear();
    bool more = true;
    for (int i = 0; more && i < iterations_; ++i) {
      more = iterate(requests, matching, age_of, i == 0);
    }
  }
  int grant_alone(int row, const Set& columns) {
    const int column = of_rows_[static_cast<std::size_t>(row)].propose(columns);
    accept(row, column);
    return column;
  }

 private:
  template <typename AgeOf>
  bool iterate(const Requests<Set>& requests, Matching<Set>& matching, const AgeOf& age_of,
               bool first) {
    Set columns;
    (requests.rows - matching.rows).for_each([&](int row) {
      (requests.of(row) - matching.columns).for_each([&](int column) {
        columns.insert(column);
        asked_[static_cast<std::size_t>(column)].insert(row);
      });
    });
    Set rows;
    columns.for_each([&](int column) {
      const Set asking = std::exchange(asked_[static_cast<std::size_t>(column)], Set());
      const int row = of_columns_[static_cast<std::size_t>(column)].propose(
          asking, [&](int r) { return age_of(r, column); });
      rows.insert(row);
      offers_[static_cast<std::size_t>(row)].insert(column);
    });
    rows.for_each([&](int row) {
      const Set offers = std::exchange(offers_[static_cast<std::size_t>(row)], Set());
      const int column = of_rows_[static_cast<std::size_t>(row)].propose(
          offers, [&](int c) { return age_of(row, c); });
      matching.add(row, column);
      if (first) {
        accept(row, column);
      }
    });
    return !rows.empty();
  }
  void accept(int row, int column) {
    of_rows_[static_cast<std::size_t>(row)].accept(column);
    of_columns_[static_cast<std::size_t>(column)].accept(row);
  }

  int iterations_;
  std::vector<Arbiter> of_rows_;
  std::vector<Arbiter> of_columns_;
  std::vector<Set> asked_;   // by column, scratch
  std::vector<Set> offers_;  // by row, scratch
};

}  // namespace flitcast
