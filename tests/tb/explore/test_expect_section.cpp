#include <random>

#include <gtest/gtest.h>

#include "tb/explore/regress/regress_files.h"

namespace flitcast::explore::test_expect_section {
namespace {

/// What is found, one "path=value" a line; every value stands where it is said to stand.
std::string found(const std::string& text) {
  const ExpectSection section = find_cases(text).at(0).expect;
  std::string out = section.present ? "" : "absent";
  for (const ExpectEntry& entry : section.entries) {
    EXPECT_EQ(text.substr(entry.offset, entry.value.size()), entry.value);
    out += entry.path + "=" + entry.value + "\n";
  }
  return out;
}

TEST(ExpectSection, IsFoundWhereverItStands) {
  EXPECT_EQ(found("[expect]\nrounds = 7\nlatency.p95=38 # c\n"), "rounds=7\nlatency.p95=38\n");
  EXPECT_EQ(found("expect.rounds = 7\n[router]\ndelay = 1\n"), "rounds=7\n");
  EXPECT_EQ(found("[expect]\nrounds = 7\n[router]\ndelay = 1\n[expect]\nflits = 8"),
            "rounds=7\nflits=8\n");
  EXPECT_EQ(found("\xEF\xBB\xBF[expect]\r\n  rounds\t= 7 ± 1  ; c\r\n"), "rounds=7 ± 1\n");
  EXPECT_EQ(found("[expect]\nerror = a; b = c\n"), "error=a; b = c\n");
  EXPECT_EQ(found("[expect]\n"), "");
  EXPECT_EQ(found("[expect]\nrounds =\n"), "rounds=\n");
}

TEST(ExpectSection, IsAbsentWhereNothingIsExpected) {
  EXPECT_EQ(found(""), "absent");
  EXPECT_EQ(found("[router]\ndelay = 1\n# [expect]\n"), "absent");
  EXPECT_EQ(found("[expected]\nrounds = 7\n"), "absent");
  EXPECT_EQ(found("{\"schema\": \"flitcast.result/1\"}"), "absent");
}

TEST(ExpectSection, IsReadWhateverElseIsWrong) {
  EXPECT_EQ(found("[router\nnonsense\n= 3\n[rooter]\ndealy = x\n[expect]\nexit_code = 2\nno\n"),
            "exit_code=2\n");
  EXPECT_EQ(found(std::string("a\0b\n[expect]\nrounds = 7\n", 23)), "rounds=7\n");
}

// A case adds keys, has its own expectations, and for the rest those of all cases.
TEST(ExpectSection, OfACaseStandsForThatOfAllOfThem) {
  const std::string text =
      "[expect]\nexit_code = 2\nrounds = 7\n[case a]\nrouter.delay = 3\nexpect.error = x; y\n"
      "[case b c]\n[router]\nvcs = 2\n[expect]\nrounds = 8\n";
  const std::vector<RegressCase> cases = find_cases(text);
  ASSERT_EQ(cases.size(), 2U);
  EXPECT_EQ(cases[0].name, "a");
  EXPECT_EQ(cases[0].options, std::vector<std::string>{"--router.delay=3"});
  EXPECT_EQ(cases[0].expect.find("error")->value, "x; y");
  EXPECT_EQ(cases[0].expect.find("rounds")->value, "7");
  EXPECT_EQ(cases[1].name, "b c");
  EXPECT_EQ(cases[1].options, std::vector<std::string>{"--router.vcs=2"});
  EXPECT_EQ(cases[1].expect.find("exit_code")->value, "2");
  EXPECT_EQ(cases[1].expect.find("rounds")->value, "8");
  EXPECT_EQ(cases[1].expect.find("error"), nullptr);
}

TEST(ExpectSection, OfAnyBytesIsConsistent) {
  std::mt19937 random(1);
  const std::string pieces = "[]expct.=#; \n\r\t7\xC2\xB1";
  for (int i = 0; i < 3000; ++i) {
    std::string text = "[expect]\n";
    for (auto length = random() % 60; length > 0; --length) {
      text += pieces[random() % pieces.size()];
    }
    found(text);
  }
}

TEST(ExpectSection, ChangesNothingButTheValues) {
  const std::string text =
      "# expect.rounds = 1\r\n[expect]\r\n\r\n  rounds =  7   ; of 7\r\nflits=10 # x\r\n"
      "latency.mean = 1.5";
  const std::vector<ExpectChange> changes{{"latency.mean", "1.5", "22.25"}, {"rounds", "7", "123"}};
  EXPECT_EQ(with_changes(text, find_cases(text).at(0).expect, changes),
            "# expect.rounds = 1\r\n[expect]\r\n\r\n  rounds =  123   ; of 7\r\nflits=10 # x\r\n"
            "latency.mean = 22.25");
  EXPECT_EQ(with_changes(text, find_cases(text).at(0).expect, {}), text);
}

}  // namespace
}  // namespace flitcast::explore::test_expect_section
