#include "traffic/play/word_series.h"

#include <cstring>

namespace flitcast {
namespace {

/// Two words in one register, which every processor has; the compiler finds them by itself only
/// where the series does not go on from chunk to chunk.
using Pair [[gnu::vector_size(2 * sizeof(Word))]] = Word;
constexpr std::size_t kPairs = 4;  // in a chunk
constexpr std::size_t kChunk = 2 * kPairs;

}  // namespace

void make_words(WordSeries series, std::size_t count, Word* out) {
  Pair next{series[0], series[1]};
  const Word step = 2 * series.step;
  std::size_t i = 0;
  for (; i + kChunk <= count; i += kChunk) {
    for (std::size_t p = 0; p < kPairs; ++p) {
      std::memcpy(out + i + 2 * p, &next, sizeof next);
      next += step;
    }
  }
  for (Word word = next[0]; i < count; ++i, word += series.step) {
    out[i] = word;
  }
}

// All words first, without a branch: a wrong one is looked for only where there is one.
std::size_t find_mismatch(WordSeries series, std::size_t count, const Word* words) {
  Pair next{series[0], series[1]};
  Pair differences{};
  const Word step = 2 * series.step;
  std::size_t i = 0;
  for (; i + kChunk <= count; i += kChunk) {
    for (std::size_t p = 0; p < kPairs; ++p) {
      Pair found;
      std::memcpy(&found, words + i + 2 * p, sizeof found);
      differences |= found ^ next;
      next += step;
    }
  }
  Word differ = differences[0] | differences[1];
  for (Word word = next[0]; i < count; ++i, word += series.step) {
    differ |= words[i] ^ word;
  }
  if (differ == 0) {
    return count;
  }
  std::size_t wrong = 0;
  while (words[wrong] == series[wrong]) {
    ++wrong;
  }
  return wrong;
}

}  // namespace flitcast
