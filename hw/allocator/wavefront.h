#pragma once

#include <algorithm>

#include "hw/allocator/arbiters.h"
#include "hw/allocator/matching.h"

namespace flitcast {

/// The wavefront allocator (Y. Tamir and H.-C. Chi, "Symmetric crossbar arbiters for VLSI
/// communication switches", IEEE TPDS 4(1), 1993): the cells of the matrix of requests are granted
/// diagonal by diagonal, each if its row and column are still free. Diagonals wrap around, and the
/// one that is first moves on with every allocation, so that every request is on it in time. A
/// matching that nothing can be added to.
template <typename SetType>
class WavefrontAllocator {
 public:
  using Set = SetType;
  static constexpr bool kFair = true;

  WavefrontAllocator(int rows, int columns) : size_(std::max(rows, columns)) {}

  template <typename AgeOf = SameAge>
  void allocate(const Requests<Set>& requests, Matching<Set>& matching,
                const AgeOf& /*age_of*/ = AgeOf()) {
    matching.clear();
    Set rows = requests.rows;
    for (int i = 0; i < size_ && !rows.empty(); ++i) {
      const int diagonal = (first_ + i) % size_;
      rows.for_each([&](int row) {
        const int column = (diagonal - row + size_) % size_;
        if (requests.of(row).contains(column) && !matching.columns.contains(column)) {
          matching.add(row, column);
        }
      });
      rows -= matching.rows;
    }
    first_ = (first_ + 1) % size_;
  }
  /// The column on the diagonal that comes first.
  int grant_alone(int row, const Set& columns) {
    const int column = (first_ - row + size_) % size_;
    const Set later = columns.contains(column) ? Set::of(column) : columns.beyond(column);
    first_ = (first_ + 1) % size_;
    return later.empty() ? columns.first() : later.first();
  }

 private:
  int size_;
  int first_ = 0;
};

}  // namespace flitcast
