#include <string>

#include <gtest/gtest.h>

#include "tb/programs/program_file.h"
#include "tb/system/file_error.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_goal_reader {
namespace {

const TempFolder& folder() {
  static const TempFolder folder;
  return folder;
}

Program read(const std::string& text, const ProgramUnits& units = {}) {
  return read_program(folder().write("x.goal", text), units);
}

/// What is said of a text, without the folder.
std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const FileError& error) {
    const std::string what = error.what();
    return what.substr(what.find("x.goal"));
  }
  return "";
}

std::string rank(const std::string& lines) {
  return "num_ranks 3\nrank 0 {\n" + lines + "}\n";
}

TEST(GoalReader, TakesEveryConstruct) {
  const Program program = read(
      "// a comment\n# another\r\n\n num_ranks 3\r\n"
      "rank 2 {\n  a: send 17b to 0 tag 5 cpu 9 nic 1\n\tb: recv 1b from any tag * // rest\n"
      "b irequires a\ncalc 10 cpu 9\n}\nrank 0 {\n}\n");
  EXPECT_EQ(program.ranks(), 3U);
  EXPECT_EQ(program.size(), 3U);
  EXPECT_EQ(program.rank(2).first, 0U);
  EXPECT_EQ(program.rank(2).end, 3U);
  EXPECT_EQ(program.rank(2).streams, 2U);
  EXPECT_EQ(program.rank(1).end, program.rank(1).first);
  EXPECT_EQ(program[0].kind, OpKind::kSend);
  EXPECT_EQ(program[0].amount, 3U);  // of 8 bytes
  EXPECT_EQ(program[0].tag, 5U);
  EXPECT_EQ(program[0].stream, program[2].stream);
  EXPECT_TRUE(program[0].tells_start);
  EXPECT_EQ(program[1].peer, ProgramOp::kAny);
  EXPECT_EQ(program[1].tag, ProgramOp::kAny);
  EXPECT_EQ(program[1].dependencies, 1U);
  EXPECT_EQ(program[2].amount, 10U);
  EXPECT_EQ(program.describe(0), "rank 2: operation 1, which sends 3 flits to 0 with tag 5");
}

// As other readers of GOAL do, which split words, not lines.
TEST(GoalReader, TakesWordsWhereverTheyStand) {
  const Program program = read(
      "/* two\n * lines } */ /**/ num_ranks 2 rank 0 { l1 : calc 5 /* of five */ // and more\n"
      "l2:send 8 b to 1 tag 3/* a tag */\nl2 requires l1 } rank 1 { l1: recv 16b from 0 tag 3 }");
  EXPECT_EQ(program.size(), 3U);
  EXPECT_EQ(program.rank(0).end, 2U);
  EXPECT_EQ(program[0].amount, 5U);
  EXPECT_EQ(program[1].amount, 1U);
  EXPECT_EQ(program[1].peer, 1U);
  EXPECT_EQ(program[1].tag, 3U);
  EXPECT_EQ(program[1].dependencies, 1U);
  EXPECT_EQ(program[2].kind, OpKind::kReceive);
  EXPECT_EQ(program[2].amount, 2U);
}

TEST(GoalReader, RoundsBytesAndTimesUp) {
  const Program program = read(rank("send 33b to 1\ncalc 100\n"), {{300, 32}, 1});
  EXPECT_EQ(program[0].amount, 2U);
  EXPECT_EQ(program[1].amount, 334U);
}

TEST(GoalReader, SaysWhatIsWrongAndWhere) {
  const struct {
    std::string text;
    std::string said;
  } cases[] = {
      {"", "x.goal:1: no GOAL text: it begins with num_ranks N"},
      {"num_ranks\n", "x.goal:1: no GOAL text: it begins with num_ranks N"},
      {"num_ranks 0\n", "x.goal:1: 0 ranks have nothing to do; give 1 or more"},
      {"num_ranks 99999999\n",
       "x.goal:1: 99999999 is no number of ranks; give a number up to 16777216"},
      {rank("send 8b to 1\n") + "rank 0 {\n}\n", "x.goal:5: rank 0 stands there twice"},
      {"num_ranks 2\nrank 0 {\nrank 1 {\n}\n", "x.goal:3: rank 0 is not closed"},
      {"num_ranks 2\nrank 2 {\n}\n", "x.goal:2: 2 is no rank; give a number up to 1"},
      {"num_ranks 2\nrank 0\n", "x.goal:2: give rank N {"},
      {"num_ranks 2\nsend 8b to 1\n", "x.goal:2: send stands outside of a rank"},
      {"num_ranks 2\nrank 0 {\ncalc 1\n", "x.goal:4: the file ends within rank 0"},
      {rank("send 8b to 0\n"),
       "x.goal:3: rank 0 would send to itself, which is no message; give requires"},
      {rank("send 8b to 3\n"), "x.goal:3: 3 is no rank; give a number up to 2"},
      {rank("send 8b to any\n"), "x.goal:3: any is no rank; give a number up to 2"},
      {rank("send 8 to 1\n"), "x.goal:3: 8 is no size; give bytes, like 64b"},
      {rank("send -8b to 1\n"),
       "x.goal:3: -8 is no size in bytes; give a number up to 34359738352"},
      {rank("send 8b from 1\n"), "x.goal:3: from is not to"},
      {rank("send 8b\n"), "x.goal:3: the line ends too early"},
      {rank("a:\n"), "x.goal:3: the line ends too early"},
      {rank("a: b:\n"), "x.goal:3: b is no operation; there are send, recv and calc"},
      {rank("send 8 bytes to 1\n"), "x.goal:3: 8 is no size; give bytes, like 64b"},
      {rank("/* calc 8 }\n"), "x.goal:5: the file ends within the comment of line 3"},
      {rank("put 8b to 1\n"), "x.goal:3: put is no operation; there are send, recv and calc"},
      {rank("calc 8 core 1\n"), "x.goal:3: core is neither tag nor cpu nor nic"},
      {rank("calc 8 cpu\n"), "x.goal:3: the line ends too early"},
      {rank("calc 99999999999999999999\n"),
       "x.goal:3: 99999999999999999999 is no time in ns; give a number up to 1000000000000000"},
      {rank("a: calc 8\na: calc 9\n"), "x.goal:4: rank 0 has two operations a"},
      {rank("a: calc 8\na requires b\n"), "x.goal:4: rank 0 has no operation b"},
      {rank("a: calc 8\n") + "rank 1 {\nb: calc 1\nb requires a\n}\n",
       "x.goal:7: rank 1 has no operation a"},
      {rank("} calc 8\n"), "x.goal:3: calc stands outside of a rank"},
      {rank(std::string(5000, 'a') + "\n"), "x.goal:3: a line has more than 4096 characters"},
      {rank("a a a a a a a a a a a a a a a a a\n"), "x.goal:3: has more than one item"},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(refusal(each.text), each.said);
  }
}

}  // namespace
}  // namespace flitcast::test_goal_reader
