#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/allocator/arbiters.h"
#include "hw/allocator/matching.h"

namespace flitcast {

/// As many grants as there can be, by augmenting paths (C. Berge, "Two theorems in graph theory",
/// PNAS 43(9), 1957; J. E. Hopcroft and R. M. Karp, "An n^5/2 algorithm for maximum matchings in
/// bipartite graphs", SIAM J. Comput. 2(4), 1973, find many of them at a time, which pays for
/// larger graphs than a router's). The yardstick for the others; no hardware does it in a cycle,
/// and it is not fair: rows may starve.
template <typename SetType>
class MaximumMatching {
 public:
  using Set = SetType;
  static constexpr bool kFair = false;

  MaximumMatching(int /*rows*/, int columns) : row_of_(static_cast<std::size_t>(columns)) {}

  template <typename AgeOf = SameAge>
  void allocate(const Requests<Set>& requests, Matching<Set>& matching,
                const AgeOf& /*age_of*/ = AgeOf()) {
    matching.clear();
    requests.rows.for_each([&](int row) {
      Set tried;
      augment(row, requests, matching, tried);
    });
  }
  int grant_alone(int /*row*/, const Set& columns) { return columns.first(); }

 private:
  // Gives the row a column, and rows that have one another one, if there is a way to. Columns that
  // have been `tried` lead nowhere.
  bool augment(int row, const Requests<Set>& requests, Matching<Set>& matching, Set& tried) {
    const Set free = requests.of(row) - matching.columns;
    if (!free.empty()) {
      give(row, free.first(), matching);
      return true;
    }
    for (Set left = requests.of(row) - tried; !left.empty(); left -= tried) {
      const int column = left.first();
      tried.insert(column);
      if (augment(row_of_[static_cast<std::size_t>(column)], requests, matching, tried)) {
        give(row, column, matching);
        return true;
      }
    }
    return false;
  }
  void give(int row, int column, Matching<Set>& matching) {
    matching.add(row, column);
    row_of_[static_cast<std::size_t>(column)] = static_cast<std::uint16_t>(row);
  }

  std::vector<std::uint16_t> row_of_;  // by column, of one that is taken
};

}  // namespace flitcast
