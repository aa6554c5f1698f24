#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "hw/allocator/arbiters.h"
#include "hw/allocator/matching.h"

namespace flitcast {

/// Separable allocation, input first: every row chooses one of the columns that it asks for, then
/// every column one of the rows that have chosen it (Dally and Towles, "Principles and Practices of
/// Interconnection Networks", 2004, 19.3). More iterations go on with what has no partner yet.
///
/// Arbiters move on after grants of the first iteration alone, as in iSLIP (N. McKeown, "The iSLIP
/// scheduling algorithm for input-queued switches", IEEE/ACM ToN 7(2), 1999): so those that keep
/// choosing the same part company, and no requester starves.
template <typename Arbiter>
class SeparableInputFirst {
 public:
  using Set = typename Arbiter::Set;
  static constexpr bool kFair = Arbiter::kFair;

  SeparableInputFirst(int rows, int columns, int iterations)
      : iterations_(iterations),
        of_rows_(make_arbiters<Arbiter>(rows)),
        of_columns_(make_arbiters<Arbiter>(columns, rows)),
        bids_(of_columns_.size()) {}

  /// age_of(row, column): the older a request, the smaller.
  template <typename AgeOf = SameAge>
  void allocate(const Requests<Set>& requests, Matching<Set>& matching,
                const AgeOf& age_of = AgeOf()) {
    matching.clear();
    bool more = iterate<true>(requests, matching, age_of);
    for (int i = 1; more && i < iterations_; ++i) {
      more = iterate<false>(requests, matching, age_of);
    }
  }
  /// What allocate() does for a row that is alone: it gets one of `columns`, which is returned.
  int grant_alone(int row, const Set& columns) {
    const int column = arbiter_of_row(row).propose(columns);
    accept(row, column);
    return column;
  }

 private:
  void accept(int row, int column) {
    arbiter_of_row(row).accept(column);
    arbiter_of_column(column).accept(row);
  }
  // False when there was nothing left to ask for.
  template <bool kFirst, typename AgeOf>
  bool iterate(const Requests<Set>& requests, Matching<Set>& matching, const AgeOf& age_of) {
    Set asked;
    (requests.rows - matching.rows).for_each([&](int row) {
      const Set left = requests.of(row) - matching.columns;
      if (kFirst || !left.empty()) {
        const int column = arbiter_of_row(row).propose(left, [&](int c) { return age_of(row, c); });
        asked.insert(column);
        bids_[static_cast<std::size_t>(column)].insert(row);
      }
    });
    asked.for_each([&](int column) {
      const Set bids = std::exchange(bids_[static_cast<std::size_t>(column)], Set());
      const int row =
          arbiter_of_column(column).propose(bids, [&](int r) { return age_of(r, column); });
      matching.add(row, column);
      if (kFirst) {
        accept(row, column);
      }
    });
    return !asked.empty();
  }

  Arbiter& arbiter_of_row(int row) { return of_rows_[static_cast<std::size_t>(row)]; }
  Arbiter& arbiter_of_column(int column) { return of_columns_[static_cast<std::size_t>(column)]; }

  int iterations_;
  std::vector<Arbiter> of_rows_;
  std::vector<Arbiter> of_columns_;
  std::vector<Set> bids_;  // by column, scratch
};

}  // namespace flitcast
