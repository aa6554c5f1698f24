#include <stdexcept>
#include <string_view>

#include <gtest/gtest.h>

#include "hw/flit.h"
#include "hw/retransmission/crc32.h"
#include "hw/retransmission/frame.h"
#include "hw/retransmission/receive_window.h"

namespace flitcast::test_frame {
namespace {

std::uint32_t crc_of(std::string_view text) {
  Crc32 crc;
  for (const char letter : text) {
    crc.add(static_cast<std::uint8_t>(letter));
  }
  return crc.value();
}

// The first is the check value of CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms.
TEST(Crc32, IsThatOfTheStandard) {
  EXPECT_EQ(crc_of("123456789"), 0xCBF43926U);
  EXPECT_EQ(crc_of(""), 0U);
  EXPECT_EQ(crc_of("a"), 0xE8B7BE43U);
  EXPECT_EQ(crc_of("The quick brown fox jumps over the lazy dog"), 0x414FA339U);
  Crc32 words;
  words.add(Word{0x3837363534333231U});  // "12345678"
  words.add(static_cast<std::uint8_t>('9'));
  EXPECT_EQ(words.value(), 0xCBF43926U);
}

TEST(Frame, GivesBackTheLabelAndTheMessage) {
  const Word header = header_word(7, 6);
  const std::vector<Word> message{1, 0xFFFFFFFFFFFFFFFFU, 3};
  for (const bool acknowledgement : {false, true}) {
    const auto payload = make_frame(header, {65535, 0xFFFFFFFFU, acknowledgement}, message);
    ASSERT_EQ(payload.size(), message.size() + kFrameFlits);
    EXPECT_EQ(std::vector<Word>(payload.begin() + 1, payload.end() - 1), message);
    const auto label = check_frame(header, payload);
    ASSERT_TRUE(label);
    EXPECT_EQ(label->source, 65535U);
    EXPECT_EQ(label->sequence, 0xFFFFFFFFU);
    EXPECT_EQ(label->acknowledgement, acknowledgement);
  }
}

TEST(Frame, IsWrongWithAnyOneOrTwoBitsTurned) {
  const Word header = header_word(7, 5);
  const auto payload = make_frame(header, {3, 9, false}, {0x0123456789ABCDEFU, 0});
  for (int bit = 0; bit < 64; ++bit) {
    EXPECT_FALSE(check_frame(header ^ Word{1} << bit, payload));
    for (std::size_t i = 0; i < payload.size(); ++i) {
      auto wrong = payload;
      wrong[i] ^= Word{1} << bit;
      EXPECT_FALSE(check_frame(header, wrong)) << "bit " << bit << " of word " << i;
      wrong[(i + 1) % wrong.size()] ^= Word{1} << (bit * 7 % 64);
      EXPECT_FALSE(check_frame(header, wrong));
    }
  }
  EXPECT_FALSE(check_frame(header, {}));
  EXPECT_FALSE(check_frame(header, {payload.back()}));
}

TEST(ReceiveWindow, TakesEachOnceInAnyOrder) {
  ReceiveWindow window;
  EXPECT_TRUE(window.take(2));
  EXPECT_FALSE(window.take(2));
  EXPECT_TRUE(window.take(0));
  EXPECT_TRUE(window.take(1));
  for (std::uint32_t old = 0; old < 3; ++old) {
    EXPECT_FALSE(window.take(old));
  }
  EXPECT_TRUE(window.take(3 + kMaxWindow - 1));
  EXPECT_THROW(window.take(3 + kMaxWindow), std::logic_error);
}

TEST(ReceiveWindow, MovesOnAsLongAsTheOldestComes) {
  ReceiveWindow window;
  for (std::uint32_t block = 0; block < 1000; block += kMaxWindow) {
    for (std::uint32_t i = kMaxWindow; i-- > 0;) {
      EXPECT_TRUE(window.take(block + i));
      EXPECT_FALSE(window.take(block + i));
    }
  }
}

}  // namespace
}  // namespace flitcast::test_frame
