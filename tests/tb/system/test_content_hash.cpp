#include <gtest/gtest.h>

#include "tb/system/files/content_hash.h"

namespace flitcast::test_content_hash {
namespace {

// The values that `xxhsum -H3` prints.
TEST(ContentHash, IsXxh3) {
  EXPECT_EQ(content_hash(""), "2d06800538d394c2");
  EXPECT_EQ(content_hash("a"), "e6c632b61e964e1f");
  EXPECT_EQ(content_hash("abc"), "78af5f94892f3950");
}

TEST(ContentHash, DoesNotDependOnThePieces) {
  const std::string text(10'000, 'x');
  ContentHash hash;
  EXPECT_EQ(hash.digest(), content_hash(""));
  hash.add(text.substr(0, 1));
  hash.add(text.substr(1, 4'000));
  hash.add("");
  hash.add(text.substr(4'001));
  EXPECT_EQ(hash.digest(), content_hash(text));
}

TEST(ContentHash, HasSixteenDigitsInSmallLetters) {
  EXPECT_TRUE(is_content_hash(content_hash("")));
  EXPECT_TRUE(is_content_hash("0123456789abcdef"));
  for (const char* text : {"", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF",
                           "0123456789abcdeg", "../../../../../..", "0123456789abcde\n"}) {
    EXPECT_FALSE(is_content_hash(text)) << text;
  }
}

}  // namespace
}  // namespace flitcast::test_content_hash
