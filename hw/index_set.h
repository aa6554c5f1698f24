#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw/bits.h"

namespace flitcast {

/// A set of the numbers 0 … 64·kWords − 1: input virtual channels of a router, its ports. With one
/// word it costs what a plain 64-bit number does.
template <int kWordCount>
class IndexSet {
 public:
  static constexpr int kWords = kWordCount;
  static constexpr int kSize = 64 * kWords;

  constexpr IndexSet() = default;
  explicit constexpr IndexSet(const std::array<std::uint64_t, kWordCount>& words) : words_(words) {}
  static constexpr IndexSet of(int index) {
    IndexSet set;
    set.insert(index);
    return set;
  }
  /// first … first + count − 1, count > 0.
  static constexpr IndexSet range(int first, int count) {
    const std::uint64_t all = ~std::uint64_t{0};
    IndexSet set;
    for (std::size_t i = place(first); i <= place(first + count - 1); ++i) {
      set.words_[i] = all;
    }
    set.words_[place(first)] &= all << (first % 64);
    set.words_[place(first + count - 1)] &= all >> (63 - (first + count - 1) % 64);
    return set;
  }

  constexpr void insert(int index) { word(index) |= bit(index % 64); }
  constexpr void erase(int index) { word(index) &= ~bit(index % 64); }
  constexpr bool contains(int index) const {
    return (words_[place(index)] >> (index % 64) & 1U) != 0;
  }
  constexpr bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t each : words_) {
      any |= each;
    }
    return any == 0;
  }
  /// The smallest member of a set that is not empty.
  int first() const {
    std::size_t i = 0;
    while (i + 1 < words_.size() && words_[i] == 0) {
      ++i;
    }
    return static_cast<int>(i) * 64 + lowest(words_[i]);
  }
  /// It has one member or none.
  bool at_most_one() const {
    std::uint64_t more = 0;
    std::uint64_t any = 0;
    for (const std::uint64_t each : words_) {
      more |= (each & (each - 1)) | (each != 0 ? any : 0);
      any |= each;
    }
    return more == 0;
  }
  /// The members greater than `index`.
  constexpr IndexSet beyond(int index) const {
    IndexSet set = *this;
    const std::size_t last = place(index);
    for (std::size_t i = 0; i < last; ++i) {
      set.words_[i] = 0;
    }
    set.words_[last] &= ~((std::uint64_t{2} << (index % 64)) - 1);
    return set;
  }

  /// Calls visit(index) for every member, in ascending order; what visit does to the set has no
  /// effect.
  template <typename Visit>
  [[gnu::always_inline]] void for_each(Visit&& visit) const {
    for (int i = 0; i < kWords; ++i) {
      for (std::uint64_t rest = words_[static_cast<std::size_t>(i)]; rest != 0; rest &= rest - 1) {
        visit(64 * i + lowest(rest));
      }
    }
  }

  constexpr IndexSet& operator|=(const IndexSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      words_[i] |= other.words_[i];
    }
    return *this;
  }
  constexpr IndexSet& operator&=(const IndexSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      words_[i] &= other.words_[i];
    }
    return *this;
  }
  constexpr IndexSet& operator-=(const IndexSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      words_[i] &= ~other.words_[i];
    }
    return *this;
  }
  friend constexpr IndexSet operator|(IndexSet a, const IndexSet& b) { return a |= b; }
  friend constexpr IndexSet operator&(IndexSet a, const IndexSet& b) { return a &= b; }
  friend constexpr IndexSet operator-(IndexSet a, const IndexSet& b) { return a -= b; }
  friend constexpr bool operator==(const IndexSet& a, const IndexSet& b) {
    return a.words_ == b.words_;
  }
  friend constexpr bool operator!=(const IndexSet& a, const IndexSet& b) { return !(a == b); }

  /// Members 64·i … 64·i + 63, as bits.
  std::uint64_t bits(int i) const { return words_[static_cast<std::size_t>(i)]; }

 private:
  static constexpr std::size_t place(int index) {
    return kWords == 1 ? 0 : static_cast<std::size_t>(index) / 64;
  }
  constexpr std::uint64_t& word(int index) { return words_[place(index)]; }

  std::array<std::uint64_t, kWordCount> words_{};
};

}  // namespace flitcast
