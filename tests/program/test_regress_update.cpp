#include <csignal>
#include <pugixml.hpp>
#include <sys/resource.h>

#include <gtest/gtest.h>

#include "tests/support/program/regress_runs.h"

namespace flitcast::test_regress_update {
namespace {

TEST_F(Regress, UpdatesWhatIsNotMetAndNothingElse) {
  const std::string before =
      "\xEF\xBB\xBF# guards this\r\n[expect]\r\n  rounds=7 ; right\r\n\r\n"
      "completion_cycles =\t100 cycles ± 3 # about\r\nlatency.max = <=10\r\nlatency.min = 10 .. "
      "11\r\n"
      "latency.p50 = 12 +- 50 %\r\nlinks.max_utilization = .9\r\n"
      "messages_hash = 0123456789abcdef\r\ndata_check = failed\r\ndeadlock = max_cycles\r\n"
      "exit_code = 3\r\n[topology]\r\nkind = hypercube\r\ndims = 3\r\n[traffic]\r\n"
      "algorithm = aas-hc-dex\r\nmessage_flits = 4";
  folder().write("a.ini", before);
  write("b.ini", "rounds = 7\n");
  const std::string untouched = folder().read("b.ini");

  const ProgramResult result = regress({".", "--update"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  const std::string after = folder().read("a.ini");
  const std::size_t hash = after.find("messages_hash = ") + 16;
  std::string expected = before;
  const auto replace = [&expected](const std::string& from, const std::string& to) {
    expected.replace(expected.find(from), from.size(), to);
  };
  replace("100 cycles", "68 cycles");
  replace("<=10", "<=11");
  replace("10 .. 11", "9 .. 11");
  replace(".9", "0.29411764705882354");  // 4 messages of 5 flits a link in 68 cycles
  replace("0123456789abcdef", after.substr(hash, 16));
  replace("failed", "passed");
  replace("max_cycles", "none");
  replace("exit_code = 3", "exit_code = 0");
  EXPECT_NE(after.substr(hash, 16), "0123456789abcdef");
  EXPECT_EQ(after, expected);
  EXPECT_EQ(folder().read("b.ini"), untouched);

  EXPECT_TRUE(contains(result.out, "updated   a.ini\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "completion_cycles      100 cycles ± 3    ->  68 cycles ± 3\n"))
      << result.out;
  EXPECT_TRUE(contains(result.out, "1 of 2 runs passed, 1 updated in ")) << result.out;
  EXPECT_EQ(regress({"."}).exit_code, 0);
  EXPECT_TRUE(contains(regress({".", "--update"}).out, "2 of 2 runs passed in "));
  EXPECT_EQ(folder().read("a.ini"), after);
}

// Of what is expected within a tolerance, four digits are enough.
TEST_F(Regress, UpdatesAMeanInFewDigits) {
  write("a.ini", "latency.mean = 1 +- 1 %\ncompletion_cycles = 1 +- 1 %\n");
  EXPECT_EQ(regress({"a.ini", "--update"}).exit_code, 0);
  const std::string after = folder().read("a.ini");
  EXPECT_TRUE(contains(after, "completion_cycles = 68 +- 1 %\n")) << after;
  const std::size_t at = after.find("latency.mean = ") + 15;
  EXPECT_LE(after.find(" +- 1 %", at) - at, std::string("12.34").size()) << after;
  EXPECT_EQ(regress({"a.ini"}).exit_code, 0);
}

TEST_F(Regress, ReportsWhatItUpdatesAsNoFailure) {
  write("a.ini", "rounds = 9\n");
  write("b.ini", "rounds = 7\n");
  write("c.ini", "rounds = 9\nerror = nothing\n");
  EXPECT_EQ(regress({".", "--update", "--junit=j.xml"}).exit_code, 1);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_file(folder().path("j.xml").c_str()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 3);
  EXPECT_EQ(suite.attribute("failures").as_int(), 1);
  const pugi::xml_node updated = suite.first_child();
  EXPECT_TRUE(updated.child("failure").empty());
  EXPECT_STREQ(updated.child("system-out").text().get(), "updated\nrounds  9  ->  7\n");
  EXPECT_TRUE(updated.next_sibling().first_child().empty());
  EXPECT_FALSE(updated.next_sibling().next_sibling().child("failure").empty());
}

TEST_F(Regress, UpdatesTheMessageOfARefusalWithoutItsPlace) {
  write("a.ini", "exit_code = 2\nerror = something else\n", "[router]\ndealy = 3\n");
  EXPECT_EQ(regress({"a.ini", "--update"}).exit_code, 0);
  EXPECT_TRUE(contains(folder().read("a.ini"),
                       "error = unknown key \"router.dealy\"; the nearest is router.delay\n"));
  EXPECT_EQ(regress({"a.ini"}).exit_code, 0);
}

// Every case finds its values where the updates of those before it have left them.
TEST_F(Regress, UpdatesEveryCaseOfAFile) {
  write("a.ini",
        "exit_code = 2\n[case one]\nrouter.dealy = 3\nexpect.error = a\n"
        "[case right]\ntopology.dims = 4\nexpect.exit_code = 0\nexpect.rounds = 15\n"
        "[case two]\nrouter.dleay = 3\nexpect.error = b # why\n");
  const ProgramResult result = regress({"a.ini", "--update", "--junit=j.xml"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(lines_before_summary(result.out)[0], "updated   a.ini [one]");
  EXPECT_TRUE(contains(result.out, "1 of 3 runs passed, 2 updated in ")) << result.out;
  EXPECT_TRUE(contains(folder().read("a.ini"),
                       "expect.error = run has no option \"--router.dealy\"; the nearest is "
                       "--router.delay\n[case right]"));
  EXPECT_TRUE(contains(folder().read("a.ini"),
                       "expect.error = run has no option \"--router.dleay\"; the nearest is "
                       "--router.delay # why\n"));
  EXPECT_TRUE(contains(folder().read("j.xml"), "name=\"a.ini [two]\""));
  EXPECT_EQ(lines_before_summary(regress({"a.ini"}).out),
            (Names{"ok        a.ini [one]", "ok        a.ini [right]", "ok        a.ini [two]"}));
}

TEST_F(Regress, UpdatesAFileOfTwoNamesOnce) {
  write("b.ini", "rounds = 9\n");
  write("c.ini", "rounds = 9\n");
  fs::create_symlink("b.ini", folder().path("b2.ini"));
  const ProgramResult result = regress({".", "--update"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "0 of 2 runs passed, 2 updated in ")) << result.out;
  EXPECT_TRUE(fs::is_symlink(folder().path("b2.ini")));
  EXPECT_TRUE(contains(folder().read("b.ini"), "rounds = 7\n"));
}

/// Files, of children too, that grow no larger than this while it lives.
class LargestFile {
 public:
  explicit LargestFile(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~LargestFile() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  LargestFile(const LargestFile&) = delete;
  LargestFile& operator=(const LargestFile&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST_F(Regress, GoesOnBehindAFileThatItCannotWrite) {
  write("a.ini", "rounds = 9\n");
  write("b.ini", "rounds = 9\n# " + std::string(200'000, 'x') + "\n");
  write("c.ini", "rounds = 9\n");
  const std::string before = folder().read("b.ini");
  ProgramResult result;
  {
    const LargestFile limit(100'000);
    result = regress({".", "--update"});
  }
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_TRUE(contains(result.out, "not updated: cannot write b.ini: File too large\n"))
      << result.out;
  EXPECT_TRUE(contains(result.out, "0 of 3 runs passed, 2 updated, 1 FAILED in ")) << result.out;
  EXPECT_EQ(folder().read("b.ini"), before);
  EXPECT_TRUE(contains(folder().read("c.ini"), "rounds = 7\n"));
}

TEST_F(Regress, LeavesAFileAsItIsThatNoValueCanMakePass) {
  write("a.ini", "completion_cycles = 20\nrounds = 9\n", "[run]\nmax_cycles = 20\n");
  write("b.ini", "rounds = 9\nerror = nothing\n");
  const Names before{folder().read("a.ini"), folder().read("b.ini")};
  const ProgramResult result = regress({".", "--update"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out, "not updated: there is no expect.exit_code to be updated"));
  EXPECT_TRUE(contains(result.out, "not updated: the run has no error; take expect.error out"));
  EXPECT_EQ((Names{folder().read("a.ini"), folder().read("b.ini")}), before);
}

}  // namespace
}  // namespace flitcast::test_regress_update
