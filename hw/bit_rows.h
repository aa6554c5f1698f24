#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/bits.h"

namespace flitcast {

/// Sets of small numbers, all with the same range, in rows of bits.
class BitRows {
 public:
  /// `width`: the numbers are 0 … width − 1.
  BitRows(std::size_t rows, std::size_t width)
      : rows_(rows), words_((width + kWordBits - 1) / kWordBits), bits_(rows * words_, 0) {}

  static constexpr std::size_t kWordBits = 64;

  std::size_t rows() const { return rows_; }
  void set(std::size_t row, std::size_t number) {
    bits_[row * words_ + number / kWordBits] |= std::uint64_t{1} << number % kWordBits;
  }
  bool has(std::size_t row, std::size_t number) const {
    return (word(row, number / kWordBits) >> number % kWordBits & 1U) != 0;
  }
  /// The row as words, 64 numbers each.
  std::size_t words() const { return words_; }
  std::uint64_t word(std::size_t row, std::size_t index) const {
    return bits_[row * words_ + index];
  }
  bool empty(std::size_t row) const {
    const std::uint64_t* first = bits_.data() + row * words_;
    return std::all_of(first, first + words_, [](std::uint64_t word) { return word == 0; });
  }
  /// Calls visit(number) for all in the row, in ascending order.
  template <typename Visit>
  void for_each(std::size_t row, Visit&& visit) const {
    for (std::size_t word = 0; word < words_; ++word) {
      for (std::uint64_t left = bits_[row * words_ + word]; left != 0; left &= left - 1) {
        visit(word * kWordBits + static_cast<std::size_t>(lowest(left)));
      }
    }
  }

 private:
  std::size_t rows_;
  std::size_t words_;  // of a row
  std::vector<std::uint64_t> bits_;
};

}  // namespace flitcast
