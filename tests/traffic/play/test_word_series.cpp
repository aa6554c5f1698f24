#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/play/word_series.h"

namespace flitcast::test_word_series {
namespace {

// Steps that carry into the upper half of a word, and past its end.
const WordSeries kSeries[] = {{5, 1}, {0xFFFFFFFFFFFFFFF0U, 7}, {0, 0x9E3779B97F4A7C15U}, {9, 0}};
constexpr std::size_t kMost = 37;  // several chunks, and every rest

std::vector<Word> by_addition(const WordSeries& series, std::size_t count) {
  std::vector<Word> words;
  Word word = series.first;
  for (std::size_t i = 0; i < count; ++i, word += series.step) {
    words.push_back(word);
  }
  return words;
}

TEST(WordSeries, MakesRunsOfEveryLengthAtEveryPlaceAndNothingBesideThem) {
  for (const WordSeries& series : kSeries) {
    for (std::size_t count = 0; count <= kMost; ++count) {
      for (std::size_t place = 1; place <= 2; ++place) {
        std::vector<Word> memory(place + count + 1, 77);
        make_words(series, count, memory.data() + place);
        std::vector<Word> expected = by_addition(series, count);
        expected.insert(expected.begin(), place, 77);
        expected.push_back(77);
        EXPECT_EQ(memory, expected) << count << " words at " << place;
      }
    }
  }
}

TEST(WordSeries, AcceptsWhatWasMadeInPieces) {
  for (const WordSeries& series : kSeries) {
    std::vector<Word> words(kMost);
    for (std::size_t first = 0, piece = 1; first < kMost; first += piece, ++piece) {
      piece = std::min(piece, kMost - first);
      make_words(series.from(first), piece, words.data() + first);
    }
    EXPECT_EQ(words, by_addition(series, kMost));
    for (std::size_t first = 0; first < kMost; ++first) {
      const std::size_t count = kMost - first;
      EXPECT_EQ(find_mismatch(series.from(first), count, words.data() + first), count);
    }
  }
}

TEST(WordSeries, FindsTheFirstWrongWordWhereverItIs) {
  for (const WordSeries& series : kSeries) {
    for (std::size_t count = 1; count <= kMost; ++count) {
      for (std::size_t wrong = 0; wrong < count; ++wrong) {
        std::vector<Word> words = by_addition(series, count);
        words[wrong] ^= Word{1} << (wrong * 7 % 64);
        words[count - 1] ^= wrong + 1 < count ? 4U : 0U;
        EXPECT_EQ(find_mismatch(series, count, words.data()), wrong) << count << " words";
      }
    }
  }
}

TEST(WordSeries, DoesNotLookPastTheEnd) {
  const std::vector<Word> words{1, 2, 3, 5};
  EXPECT_EQ(find_mismatch({1, 1}, 0, words.data()), 0U);
  EXPECT_EQ(find_mismatch({1, 1}, 3, words.data()), 3U);
  EXPECT_EQ(find_mismatch({1, 1}, 4, words.data()), 3U);
}

}  // namespace
}  // namespace flitcast::test_word_series
