// Words of keys, as people write them.

#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/config_value.h"
#include "tb/config/network_words.h"

namespace flitcast::test_words {
namespace {

TEST(Words, AreTakenInOtherSpellings) {
  const std::vector<std::string_view> words{"full", "bit_complement", "C-R"};
  EXPECT_EQ(parse_word("Full", words), 0U);
  EXPECT_EQ(parse_word(" bit-complement ", words), 1U);
  EXPECT_EQ(parse_word("bit complement", words), 1U);
  EXPECT_EQ(parse_word("c-r", words), 2U);
  EXPECT_THROW(parse_word("bitcomplement", words), ValueError);
  EXPECT_THROW(parse_word("", words), ValueError);
}

TEST(SwitchingWords, AreTakenInShort) {
  for (const char* const text : {"SF", "saf", "store-and-forward", "Store and Forward"}) {
    EXPECT_EQ(parse_switching(text), Switching::kStoreAndForward) << text;
  }
  for (const char* const text : {"VCT", "virtual cut-through", "cut_through"}) {
    EXPECT_EQ(parse_switching(text), Switching::kCutThrough) << text;
  }
  for (const char* const text : {"wh", "wormhole"}) {
    EXPECT_EQ(parse_switching(text), Switching::kWormhole) << text;
  }
  EXPECT_THROW(parse_switching("worm"), ValueError);
}

}  // namespace
}  // namespace flitcast::test_words
