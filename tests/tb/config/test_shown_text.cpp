#include <gtest/gtest.h>

#include "tb/text/shown_text.h"

namespace flitcast::test_shown_text {
namespace {

TEST(ShownText, KeepsWhatIsToBeRead) {
  EXPECT_EQ(printable("a\tb\nµ → 0 % ~"), "a\tb\nµ → 0 % ~");
  EXPECT_EQ(printable(""), "");
}

TEST(ShownText, HasNothingThatSteersATerminal) {
  EXPECT_EQ(printable("x\x1B]0;evil\x07y"), "x?]0;evil?y");
  EXPECT_EQ(printable("a\rb\x7F"
                      "c"),
            "a?b?c");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a?b");
  // U+009B, the one-letter form of ESC [, and U+00A0 beside it.
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J\xC2\x9F|\xC2\xA0"),
            "?2J?|\xC2\xA0");
}

TEST(ShownText, IsUtf8) {
  EXPECT_EQ(printable("a\xFFz"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(printable("\xC2"), "\xEF\xBF\xBD");
  EXPECT_EQ(valid_utf8("\x9B[0m"), "\xEF\xBF\xBD[0m");
}

TEST(ShownText, OfOneLineHasNoBreaks) {
  EXPECT_EQ(printable_line("a\nb\tc"), "a?b?c");
}

TEST(Quoted, IsShortenedBetweenLetters) {
  EXPECT_EQ(in_quotes("a\x1Bz"), "\"a?z\"");
  EXPECT_EQ(in_quotes(std::string(60, 'x')), "\"" + std::string(60, 'x') + "\"");
  EXPECT_EQ(in_quotes(std::string(61, 'x')), "\"" + std::string(60, 'x') + "…\"");
  EXPECT_EQ(in_quotes(std::string(59, 'x') + "µy"), "\"" + std::string(59, 'x') + "…\"");
  EXPECT_EQ(in_quotes(std::string(58, 'x') + "µy"), "\"" + std::string(58, 'x') + "µ…\"");
  EXPECT_EQ(brief("x"), "x");
}

}  // namespace
}  // namespace flitcast::test_shown_text
