#pragma once

#include <cstddef>

#include "hw/types.h"

namespace flitcast {

/// Words of which each is a fixed step above the one before, modulo 2^64.
struct WordSeries {
  Word first;
  Word step;

  Word operator[](std::size_t index) const { return first + index * step; }
  /// The series from word `index` on.
  WordSeries from(std::size_t index) const { return {(*this)[index], step}; }
};

/// The first `count` words of a series.
void make_words(WordSeries series, std::size_t count, Word* out);

/// The place of the first of `count` words that is not the one of the series; `count` if there is
/// none.
std::size_t find_mismatch(WordSeries series, std::size_t count, const Word* words);

}  // namespace flitcast
