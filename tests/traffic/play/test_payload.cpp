#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/schedules/handmade_schedule.h"
#include "traffic/play/payload.h"
#include "traffic/rows/applications/transpose.h"

namespace flitcast::test_payload {
namespace {

TEST(GeneratedPayload, WordsDifferBetweenBlocksIndicesAndSeeds) {
  std::set<Word> words;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    for (NodeId origin = 0; origin < 8; ++origin) {
      for (NodeId final = 0; final < 8; ++final) {
        for (std::uint32_t part = 0; part < 2; ++part) {
          for (std::uint32_t index = 0; index < 16; ++index) {
            words.insert(generated_words(seed, make_block(origin, final, part))[index]);
          }
        }
      }
    }
  }
  EXPECT_EQ(words.size(), 2U * 8 * 8 * 2 * 16);
}

TEST(GeneratedPayload, AcceptsWhatWasReadInPiecesOfAnySize) {
  GeneratedPayload payload(3);
  const Block block = make_block(1, 2);
  std::vector<Word> words(10);
  payload.read(1, block, 0, 10, words.data());
  payload.write(2, block, 0, 3, words.data());
  payload.write(2, block, 3, 7, words.data() + 3);
  EXPECT_EQ(payload.error(), "");
}

TEST(GeneratedPayload, NamesTheFirstWordThatIsWrong) {
  GeneratedPayload payload(3);
  const Block block = make_block(1, 2);
  std::vector<Word> words(4);
  payload.read(1, block, 0, 4, words.data());
  std::swap(words[2], words[3]);
  payload.write(2, block, 0, 4, words.data());
  EXPECT_EQ(payload.error().rfind("node 2, block 1->2, word 2: ", 0), 0U) << payload.error();
}

TEST(GeneratedPayload, RejectsTheWordsOfAnotherBlock) {
  GeneratedPayload payload(3);
  Word word = 0;
  payload.read(1, make_block(1, 2), 0, 1, &word);
  payload.write(2, make_block(1, 3), 0, 1, &word);
  EXPECT_NE(payload.error(), "");
}

TEST(StoredPayload, KeepsWhatArrivesAndNotesWhatChangedOnTheWay) {
  StoredPayload payload(2, 2, {1, 2, 3, 4, 5, 6, 7, 8});
  std::vector<Word> words(2);
  payload.read(0, make_block(0, 1), 0, 2, words.data());
  EXPECT_EQ(words, (std::vector<Word>{3, 4}));
  payload.write(1, make_block(0, 1), 0, 2, words.data());
  EXPECT_EQ(payload.error(), "");
  const Word wrong = 9;
  payload.write(0, make_block(1, 0), 1, 1, &wrong);
  EXPECT_EQ(payload.error(), "node 0, block 1->0, word 1: 9 instead of 6");
  EXPECT_EQ(payload.words(), (std::vector<Word>{1, 2, 3, 4, 5, 9, 7, 8}));
}

TEST(StoredPayload, LosesWhatIsSentAndDoesNotArrive) {
  StoredPayload payload(2, 2, {1, 2, 3, 4, 5, 6, 7, 8});
  std::vector<Word> words(2);
  payload.read(0, make_block(0, 1), 0, 2, words.data());
  payload.write(1, make_block(0, 1), 0, 1, words.data());
  payload.finish();
  EXPECT_EQ(payload.words(), (std::vector<Word>{1, 2, 3, StoredPayload::kLost, 5, 6, 7, 8}));
}

TEST(StoredPayload, RefusesAMemoryOfTheWrongSize) {
  EXPECT_THROW(StoredPayload(2, 2, std::vector<Word>(7)), std::invalid_argument);
}

using Words = std::array<Word, 3>;

// The partial sum of a node, as a message carries it.
Words partial_sum(SumPayload& payload, NodeId node) {
  Words words{};
  payload.read(node, make_block(0, Block::kEveryone), 0, 3, words.data());
  return words;
}
void add(SumPayload& payload, NodeId node, const Words& words) {
  payload.add(node, make_block(0, Block::kEveryone), 0, 3, words.data());
}

TEST(SumPayload, IsCompleteWhenEveryNodeHasEveryOperandOnce) {
  SumPayload payload(5, operation(operations::all_reduce(), 2), 3);
  const Words zero = partial_sum(payload, 0);
  const Words one = partial_sum(payload, 1);
  add(payload, 1, zero);
  add(payload, 0, one);
  payload.finish();
  EXPECT_EQ(payload.error(), "");
  EXPECT_EQ(partial_sum(payload, 0)[2], zero[2] + one[2]);
}

TEST(SumPayload, NoticesALostOperand) {
  SumPayload payload(5, operation(operations::all_reduce(), 2), 3);
  add(payload, 1, partial_sum(payload, 0));
  payload.finish();
  EXPECT_EQ(payload.error().rfind("node 0, block 0->*, word 0: ", 0), 0U) << payload.error();
}

TEST(SumPayload, NoticesAnOperandThatCountsTwice) {
  SumPayload payload(5, operation(operations::all_reduce(), 2), 3);
  const Words zero = partial_sum(payload, 0);
  const Words one = partial_sum(payload, 1);
  add(payload, 1, zero);
  add(payload, 0, one);
  add(payload, 0, one);
  payload.finish();
  EXPECT_EQ(payload.error().rfind("node 0, ", 0), 0U) << payload.error();
}

TEST(SumPayload, NoticesAWordThatChangedOnTheWay) {
  SumPayload payload(5, operation(operations::all_reduce(), 2), 3);
  const Words one = partial_sum(payload, 1);
  Words zero = partial_sum(payload, 0);
  ++zero[2];
  add(payload, 1, zero);
  add(payload, 0, one);
  payload.finish();
  EXPECT_EQ(payload.error().rfind("node 1, block 0->*, word 2: ", 0), 0U) << payload.error();
}

// What a node has of a reduction: its memory, word by word, from the operands that belong in it.
Word sum_of(std::uint64_t seed, OperandRange range, const Block& block, std::uint32_t index) {
  Word sum = 0;
  for (NodeId node = range.first; node < range.first + range.count; ++node) {
    sum += generated_words(seed, make_block(node, static_cast<NodeId>(block.final)))[index];
  }
  return sum;
}

TEST(SumPayload, TakesTheSumsThatAreMadeOfAllOperandsWordByWord) {
  for (const std::uint32_t words : {1U, 2U, 3U, 8U, 13U, 600U}) {
    const Block block = make_block(0, Block::kEveryone);
    SumPayload payload(7, operation(operations::all_reduce(), 5), words);
    std::vector<Word> sums;
    for (std::uint32_t i = 0; i < words; ++i) {
      sums.push_back(sum_of(7, {0, 5}, block, i));
    }
    for (NodeId node = 0; node < 5; ++node) {
      payload.write(node, block, 0, words, sums.data());
    }
    payload.finish();
    EXPECT_EQ(payload.error(), "") << words << " words";
  }
}

TEST(SumPayload, AddsRunsThatBeginAndEndAnywhere) {
  const Block block = make_block(0, Block::kEveryone);
  constexpr std::uint32_t kWords = 29;
  SumPayload payload(7, operation(operations::all_reduce(), 2), kWords);
  std::vector<Word> arrived(kWords + 1);
  payload.read(1, block, 0, kWords, arrived.data() + 1);
  for (std::uint32_t first = 0, run = 1; first < kWords; first += run, ++run) {
    run = std::min(run, kWords - first);
    payload.add(0, block, first, run, arrived.data() + 1 + first);
  }
  std::vector<Word> sums(kWords);
  payload.read(0, block, 0, kWords, sums.data());
  for (std::uint32_t i = 0; i < kWords; ++i) {
    EXPECT_EQ(sums[i], sum_of(7, {0, 2}, block, i)) << i;
  }
}

TEST(SumPayload, OfSeveralWrongWordsNamesTheFirstOfTheBlock) {
  const Block block = make_block(0, Block::kEveryone);
  SumPayload payload(7, operation(operations::all_reduce(), 3), 20);
  for (NodeId node = 0; node < 3; ++node) {
    for (std::uint32_t i = 0; i < 20; ++i) {
      const bool wrong = node == 0 ? i == 17 : i == 11;
      const Word word = sum_of(7, {0, 3}, block, i) + (wrong ? 1 : 0);
      payload.write(node, block, i, 1, &word);
    }
  }
  payload.finish();
  EXPECT_EQ(payload.error().rfind("node 1, block 0->*, word 11: ", 0), 0U) << payload.error();
}

TEST(SumPayload, ABarrierTakesTheMaximumOfAllOperandsAndNoOther) {
  const Block block = make_block(0, Block::kEveryone);
  for (const std::uint32_t wrong : {0U, 8U, 12U, 13U}) {
    SumPayload payload(7, operation(operations::barrier(), 4), 13);
    for (NodeId to = 0; to < 4; ++to) {
      std::vector<Word> maxima(13, 0);
      for (NodeId node = 0; node < 4; ++node) {
        for (std::uint32_t i = 0; i < 13; ++i) {
          maxima[i] =
              std::max(maxima[i], generated_words(7, make_block(node, Block::kEveryone))[i]);
        }
      }
      if (to == 2 && wrong < 13) {
        --maxima[wrong];
      }
      payload.write(to, block, 0, 13, maxima.data());
    }
    payload.finish();
    const std::string place = "node 2, block 0->*, word " + std::to_string(wrong) + ": ";
    EXPECT_EQ(payload.error().rfind(wrong < 13 ? place : "", 0), 0U) << payload.error();
    EXPECT_EQ(payload.error().empty(), wrong == 13);
  }
}

Matrix counting_matrix(std::size_t side) {
  Matrix matrix{side, side, {}};
  for (std::size_t i = 0; i < side * side; ++i) {
    matrix.values.push_back(static_cast<double>(i) - 0.5);
  }
  return matrix;
}

TEST(Transpose, BlocksHoldTheSquaresOfTheRowBands) {
  // 4 × 4 among 2 nodes: block (0, 1) is the upper right square
  const std::vector<Word> words = transpose_blocks(counting_matrix(4), 2);
  const Matrix back = transposed_from_blocks(words, 2, 4);
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      EXPECT_EQ(back.at(row, column), counting_matrix(4).at(column, row));
    }
  }
  double upper_right[4];
  for (std::size_t i = 0; i < 4; ++i) {
    static_assert(sizeof(Word) == sizeof(double), "one word is one element");
    std::copy_n(reinterpret_cast<const char*>(&words[4 + i]), sizeof(double),
                reinterpret_cast<char*>(&upper_right[i]));
  }
  EXPECT_EQ(upper_right[0], 1.5);
  EXPECT_EQ(upper_right[1], 2.5);
  EXPECT_EQ(upper_right[2], 5.5);
  EXPECT_EQ(upper_right[3], 6.5);
}

TEST(Transpose, RefusesMatricesThatDoNotDivide) {
  EXPECT_THROW(transpose_blocks(counting_matrix(3), 2), std::invalid_argument);
  EXPECT_THROW(transpose_blocks(Matrix{2, 4, std::vector<double>(8)}, 2), std::invalid_argument);
  EXPECT_THROW(transpose_blocks(Matrix{}, 2), std::invalid_argument);
}

}  // namespace
}  // namespace flitcast::test_payload
