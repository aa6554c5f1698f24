#include <gtest/gtest.h>

#include "traffic/satisfiability/drat_reader.h"

namespace flitcast::test_drat_reader {
namespace {

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) {
    text.push_back(static_cast<char>(value));
  }
  return text;
}

/// Its steps: "+ 1 -2, - 3"; or what is wrong.
std::string steps_of(const std::string& proof) {
  std::string steps;
  try {
    DratReader reader(proof);
    while (reader.next()) {
      steps += std::string(steps.empty() ? "" : ", ") + (reader.erases() ? "-" : "+");
      for (const Literal literal : reader.clause()) {
        steps += " " + std::to_string(literal);
      }
    }
  } catch (const ProofError& error) {
    return error.what();
  }
  return steps;
}

TEST(DratReader, ReadsText) {
  EXPECT_EQ(steps_of("1 -2 0\nd 3 0\n0\n"), "+ 1 -2, - 3, +");
  EXPECT_EQ(steps_of("c of somebody\n  -7 0\r\nc end\n"), "+ -7");
  EXPECT_EQ(steps_of(""), "");
}

// The example of the format: -63 and 129 are 7F and 82 02.
TEST(DratReader, ReadsBinary) {
  EXPECT_EQ(steps_of(bytes({'a', 0x7F, 0x82, 0x02, 0, 'd', 4, 0, 'a', 0})), "+ -63 129, - 2, +");
  const int most = 0xFF;
  EXPECT_EQ(steps_of(bytes({'a', 0xFE, most, most, most, 0x0F, 0})), "+ 2147483647");
}

TEST(DratReader, RefusesWhatIsCutOff) {
  EXPECT_EQ(steps_of("1 0\n-2"), "ends within a step at byte 6 of a DRAT proof");
  EXPECT_EQ(steps_of("1 0\nd"), "ends within a step at byte 5 of a DRAT proof");
  const std::string whole = bytes({'a', 2, 0, 'a', 0x82, 0x02, 0});
  EXPECT_EQ(steps_of(whole), "+ 1, + 129");
  EXPECT_EQ(steps_of(whole.substr(0, 6)), "ends within a step at byte 6 of a DRAT proof");
  EXPECT_EQ(steps_of(whole.substr(0, 5)), "ends within a step at byte 5 of a DRAT proof");
  EXPECT_EQ(steps_of(whole.substr(0, 4)), "ends within a step at byte 4 of a DRAT proof");
}

TEST(DratReader, RefusesWhatIsNoProof) {
  EXPECT_EQ(steps_of("1 x 0\n"), "no literal at byte 2 of a DRAT proof");
  EXPECT_EQ(steps_of("99999999999 0\n"), "no literal at byte 0 of a DRAT proof");
  EXPECT_EQ(steps_of("-2147483648 0\n"), "no literal at byte 0 of a DRAT proof");
  EXPECT_EQ(steps_of(bytes({'b', 2, 0})),
            "no step, which begins with a or d at byte 0 of a DRAT proof");
  EXPECT_EQ(steps_of(bytes({'a', 1, 0})), "no literal at byte 2 of a DRAT proof");
  EXPECT_EQ(steps_of(bytes({'a', 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0})),
            "no literal at byte 5 of a DRAT proof");
}

}  // namespace
}  // namespace flitcast::test_drat_reader
