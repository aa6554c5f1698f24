// The line that tells on a terminal how far something is.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tb/system/terminal_line.h"

namespace flitcast::test_terminal_line {
namespace {

/// A terminal, its other end in the hands of nobody once hang_up() is called.
class Terminal {
 public:
  Terminal() : other_end_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    ::grantpt(other_end_);
    ::unlockpt(other_end_);
    stream_ = std::fopen(::ptsname(other_end_), "we");
  }
  ~Terminal() { std::fclose(stream_); }

  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  std::FILE* stream() const { return stream_; }
  void hang_up() const { ::close(other_end_); }

 private:
  int other_end_;
  std::FILE* stream_;
};

TEST(TerminalLine, EndsWithItsTerminal) {
  const Terminal terminal;
  TerminalLine line(terminal.stream());
  ASSERT_TRUE(line.active());
  line.show("1 of 3");
  EXPECT_TRUE(line.active());
  terminal.hang_up();
  line.show("2 of 3");
  EXPECT_FALSE(line.active());
  EXPECT_FALSE(line.due());
  line.erase();
}

TEST(TerminalLine, ShowsNothingInAFile) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  {
    TerminalLine line(file);
    EXPECT_FALSE(line.active());
    line.show("1 of 3");
    line.show("2 of 3");
    EXPECT_FALSE(line.active());
    EXPECT_FALSE(line.due());
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

std::string text_of(std::FILE* file) {
  std::rewind(file);
  char text[256];
  return {text, std::fread(text, 1, sizeof text, file)};
}

// As in a log, where nobody wants a line rewritten.
TEST(TerminalLine, ShowsLinesOfTheirOwnInAFileWhereTheyAreWanted) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  {
    TerminalLine line(file, std::chrono::nanoseconds(1));
    EXPECT_TRUE(line.active());
    while (!line.due()) {
    }
    line.show("1 of 3");
    line.erase();
    line.show("2 of 3");
  }
  EXPECT_EQ(text_of(file), "flitcast: 1 of 3\nflitcast: 2 of 3\n");
  std::fclose(file);
}

TEST(TerminalLine, IsNotDueInAFileBeforeItsTime) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  TerminalLine line(file, std::chrono::hours(1));
  EXPECT_FALSE(line.due());
  std::fclose(file);
}

}  // namespace
}  // namespace flitcast::test_terminal_line
