#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include <gtest/gtest.h>

#include "tb/expect_keys.h"
#include "tests/program.h"
#include "traffic/catalogue.h"

namespace flitcast {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// Direct exchange on 8 nodes, t_s = 4, t_d = t_m = 1: 7·4 + 12 + 7·4 = 68.
const char* const kDex =
    "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n"
    "message_flits = 4\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Lines up to the summary, the first blanks of which are taken away.
Names lines_of(const std::string& text) {
  std::istringstream in(text);
  Names lines;
  for (std::string line; std::getline(in, line) && !line.empty();) {
    lines.push_back(line.substr(line.find_first_not_of(' ')));
  }
  return lines;
}

class Regress : public testing::Test {
 protected:
  ProgramResult regress(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "regress");
    return run_flitcast(arguments, folder_.root());
  }
  void write(const std::string& name, const std::string& expectations,
             const std::string& more = "") const {
    fs::create_directories(fs::path(folder_.path(name)).parent_path());
    folder_.write(name, kDex + more + "[expect]\n" + expectations);
  }
  /// Refused with one message, before anything runs.
  void expect_refusal(const std::vector<std::string>& arguments, const std::string& message) const {
    const ProgramResult result = regress(arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "flitcast: " + message + "\n");
  }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

TEST_F(Regress, PassesWhereEverythingIsAsExpected) {
  write("a.ini", "completion_cycles = 68\n");
  write("deep/er/b.ini", "rounds = 7\nexcess_cycles = -1 .. 1\n");
  folder().write("c.ini", kDex);
  folder().write("d.txt", "no configuration");
  const ProgramResult result = regress({"."});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(lines_of(result.out), (Names{"ok        a.ini", "ok        deep/er/b.ini"}));
  EXPECT_TRUE(contains(result.out, "\n2 of 2 runs passed in ")) << result.out;
  EXPECT_TRUE(contains(result.out, "1 configuration without a section [expect] passed over"));
  EXPECT_EQ(result.err, "");
}

TEST_F(Regress, ShowsWhatIsNotAsExpectedInColumns) {
  write("a.ini",
        "completion_cycles = 100 +- 3\nrounds = 7\nmessages_hash = 0123456789abcdef\n"
        "latency.max = <= 10\n");
  write("b.ini", "completion_cycles = 68\n");
  const ProgramResult result = regress({"."});
  EXPECT_EQ(result.exit_code, 1);
  const Names lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 6U) << result.out;
  EXPECT_EQ(lines[0], "FAILED    a.ini");
  EXPECT_EQ(lines[1], "key                expected          measured          difference");
  EXPECT_EQ(lines[2], "completion_cycles  100 +- 3          68                -32 (-32 %)");
  EXPECT_EQ(lines[3], "latency.max        <= 10             11                +1 (+10 %)");
  EXPECT_EQ(lines[4].substr(0, 37), "messages_hash      0123456789abcdef  ");
  EXPECT_EQ(lines[5], "ok        b.ini");
  EXPECT_TRUE(contains(result.out, "\n1 of 2 runs passed, 1 FAILED in ")) << result.out;
}

TEST_F(Regress, ReportsInTheOrderOfNamesWhateverRunsAtOnce) {
  for (const char* name : {"b.ini", "a/z.ini", "c.ini", "a.ini", "a/b.ini"}) {
    write(name, "completion_cycles = 1\n");
  }
  const Names lines = lines_of(regress({".", "--jobs=1"}).out);
  EXPECT_EQ(lines.size(), 15U);
  EXPECT_EQ(lines[0], "FAILED    a/b.ini");
  EXPECT_EQ(lines_of(regress({".", "--jobs=4"}).out), lines);
  EXPECT_EQ(lines_of(regress({"c.ini", "./a", "b.ini", ".", "a.ini", "c.ini"}).out), lines);
}

TEST_F(Regress, WritesNoneOfTheFilesThatRunsAskFor) {
  write("a.ini", "completion_cycles = 68\n",
        "[output]\njson = r.json\nmessages = m.csv\nlinks = l.csv\n[trace]\nvcd = t.vcd\n");
  EXPECT_EQ(regress({"a.ini"}).exit_code, 0);
  EXPECT_EQ(folder().files(), Names{"a.ini"});
}

TEST_F(Regress, KillsWhatTakesTooLong) {
  folder().write("a.ini",
                 "[topology]\nkind = hypercube\ndims = 10\n[traffic]\nalgorithm = aas-hc-dex\n"
                 "message_flits = 1000\n[expect]\nrounds = 1023\n");
  const ProgramResult result = regress({"a.ini", "--time-limit=1"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out, "exit_code  0         killed after 1")) << result.out;
  const ProgramResult update = regress({"a.ini", "--time-limit=1", "--update"});
  EXPECT_EQ(update.exit_code, 1);
  EXPECT_TRUE(contains(update.out, "not updated: the run did not end by itself")) << update.out;
}

TEST_F(Regress, TakesRefusedConfigurationsThatAreToBeRefused) {
  const char* const wrong = "[router]\ndealy = 3\n";
  write("a.ini", "exit_code = 2\nerror = unknown key \"router.dealy\"; the nearest is\n", wrong);
  write("b.ini", "exit_code = 2\nerror = dims\n", wrong);
  write("c.ini", "completion_cycles = 68\n", wrong);
  write("d.ini", "exit_code = 2\nrounds = 7\n", wrong);
  write("e.ini", "exit_code = 2\n");
  write("f.ini", "exit_code = two\n");
  const ProgramResult result = regress({"."});
  EXPECT_EQ(result.exit_code, 1);
  const std::string refusal = "\"two\" is not known; give 0, 1, 2, 3 or 4";
  const std::string message = ":8: unknown key \"router.dealy\"; the nearest is router.delay";
  EXPECT_EQ(lines_of(result.out),
            (Names{"ok        a.ini", "FAILED    b.ini", "key    expected  measured",
                   "error  dims      b.ini" + message, "FAILED    c.ini",
                   "key        expected  measured", "exit_code  0         2",
                   "flitcast: c.ini" + message, "FAILED    d.ini", "key     expected  measured",
                   "rounds  7         nothing", "FAILED    e.ini", "key        expected  measured",
                   "exit_code  2         0", "FAILED    f.ini", "key        expected  measured",
                   "exit_code  0         2", "flitcast: f.ini:8: expect.exit_code: " + refusal}));
}

TEST_F(Regress, JudgesADeadlockByItsOwnKeyOrByTheExitCode) {
  const char* const short_run = "[run]\nmax_cycles = 20\n";
  write("a.ini", "deadlock = max_cycles\n", short_run);
  write("b.ini", "exit_code = 3\nerror = run.max_cycles\n", short_run);
  write("c.ini", "completion_cycles = 20\n", short_run);
  write("d.ini", "deadlock = no_progress\nexit_code = 3\n", short_run);
  write("e.ini", "deadlock = max_cycles\n");
  const Names lines = lines_of(regress({"."}).out);
  const auto has = [&](const std::string& line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
  };
  EXPECT_TRUE(has("ok        a.ini"));
  EXPECT_TRUE(has("ok        b.ini"));
  EXPECT_TRUE(has("exit_code  0         3"));
  EXPECT_TRUE(has("deadlock  no_progress  max_cycles"));
  EXPECT_TRUE(has("deadlock  max_cycles  none"));
}

TEST_F(Regress, FiltersByThePathOrItsEnd) {
  for (const char* name : {"x/irc-a.ini", "x/b.ini", "y/irc-c.ini"}) {
    write(name, "rounds = 7\n");
  }
  const auto filtered = [&](const std::string& glob) {
    return lines_of(regress({".", "--filter=" + glob}).out);
  };
  EXPECT_EQ(filtered("irc-*"), (Names{"ok        x/irc-a.ini", "ok        y/irc-c.ini"}));
  EXPECT_EQ(filtered("x/*"), (Names{"ok        x/b.ini", "ok        x/irc-a.ini"}));
  EXPECT_EQ(filtered("?.ini"), Names{"ok        x/b.ini"});
  EXPECT_TRUE(contains(regress({"x", "y", "--filter=b.ini"}).out, "2 files left out by --filter"));
  expect_refusal({".", "--filter=rc-*"}, "--filter: \"rc-*\" matches none of 3 files");
}

TEST_F(Regress, RefusesWhatItCannotRun) {
  folder().write("plain.ini", kDex);
  fs::create_directory(folder().path("empty"));
  fs::create_directory(folder().path("broken"));
  fs::create_symlink("nowhere", folder().path("broken/x.ini"));
  expect_refusal({},
                 "regress needs configuration files or folders, like flitcast regress "
                 "configs/regress");
  expect_refusal({"nope"}, "cannot read nope: No such file or directory");
  expect_refusal({"broken"}, "cannot read broken/x.ini: No such file or directory");
  expect_refusal({"empty"}, "empty: holds no configuration; give folders with *.ini files");
  expect_refusal({"."}, "cannot read broken/x.ini: No such file or directory");
  expect_refusal({"plain.ini"}, "plain.ini: has no section [expect], so that nothing can be wrong");
  write("good.ini", "rounds = 7\n");
  expect_refusal({"good.ini", "--jobs=0"}, "--jobs: \"0\" is out of range; give 1 to 1024");
  expect_refusal({"good.ini", "--time-limit=0"},
                 "--time-limit: \"0\" is out of range; give 1 to 86400");
  expect_refusal({"good.ini", "--router.delay=1"},
                 "regress takes no configuration keys; leave out --router.delay");
  expect_refusal({"good.ini", "--junit=no/j.xml"},
                 "--junit: cannot write no/j.xml: No such file or directory");
  expect_refusal({"good.ini", "--junit=j.xml", "--update"},
                 "--update: leaves nothing to report; leave --junit out");
}

TEST_F(Regress, WritesJUnitXml) {
  write("a.ini", "completion_cycles = 68\n");
  write("sub/b.ini", "completion_cycles = 70\nrounds = 8\n");
  write("sub/<&>.ini", "exit_code = 0\n", "[router]\ndelay = \x01\x02\n");
  EXPECT_EQ(regress({".", "--junit=j.xml"}).exit_code, 1);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_file(folder().path("j.xml").c_str()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 3);
  EXPECT_EQ(suite.attribute("failures").as_int(), 2);
  EXPECT_GE(suite.attribute("time").as_double(-1), 0);
  Names names;
  for (const pugi::xml_node test : suite.children("testcase")) {
    names.push_back(std::string(test.attribute("classname").value()) + "/" +
                    test.attribute("name").value());
    EXPECT_GE(test.attribute("time").as_double(-1), 0);
  }
  EXPECT_EQ(names, (Names{"./a.ini", "sub/<&>.ini", "sub/b.ini"}));
  const pugi::xml_node passed = suite.first_child();
  EXPECT_TRUE(passed.first_child().empty());
  const pugi::xml_node refused = passed.next_sibling();
  EXPECT_STREQ(
      refused.child("system-err").text().get(),
      "flitcast: sub/<&>.ini:8: router.delay: \"\?\?\" is not a number of cycles; give one "
      "like 5 or 5 cycles\n");
  const pugi::xml_node failure = refused.next_sibling().child("failure");
  EXPECT_STREQ(failure.attribute("message").value(),
               "completion_cycles: expected 70, measured 68 (and 1 more)");
  EXPECT_STREQ(failure.text().get(),
               "key                expected  measured  difference\n"
               "completion_cycles  70        68        -2 (-2.9 %)\n"
               "rounds             8         7         -1 (-12 %)\n");
}

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

TEST_F(Regress, UpdatesTheMessageOfARefusalWithoutItsPlace) {
  write("a.ini", "exit_code = 2\nerror = something else\n", "[router]\ndealy = 3\n");
  EXPECT_EQ(regress({"a.ini", "--update"}).exit_code, 0);
  EXPECT_TRUE(contains(folder().read("a.ini"),
                       "error = unknown key \"router.dealy\"; the nearest is router.delay\n"));
  EXPECT_EQ(regress({"a.ini"}).exit_code, 0);
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

/// The shipped regressions, in a folder of their own with the data that they read.
class ShippedRegressions : public Regress {
 protected:
  ShippedRegressions() {
    const fs::path configs = fs::path(FLITCAST_ROOT) / "configs";
    for (const char* name : {"regress", "data"}) {
      fs::copy(configs / name, folder().path(name), fs::copy_options::recursive);
    }
  }
  Names names() const {
    Names all;
    for (const auto& entry : fs::recursive_directory_iterator(folder().path("regress"))) {
      if (entry.path().extension() == ".ini") {
        all.push_back(fs::relative(entry.path(), folder().root()).string());
      }
    }
    return all;
  }
};

TEST_F(ShippedRegressions, Pass) {
  const ProgramResult result = regress({"regress"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_EQ(result.err, "");
  EXPECT_GE(lines_of(result.out).size(), 60U);
}

TEST_F(ShippedRegressions, SayWhatTheyGuardAndCoverTheCatalogueAndAllExpectations) {
  std::string text;
  for (const std::string& name : names()) {
    const std::string file = folder().read(name);
    EXPECT_EQ(file[0], '#') << name;
    text += file;
  }
  for (const Measure& measure : measures()) {
    EXPECT_TRUE(contains(text, "\n" + std::string(measure.path()) + " = ")) << measure.key;
  }
  for (const Row& row : catalogue()) {
    EXPECT_TRUE(contains(text, "algorithm = " + std::string(row.id) + "\n")) << row.id;
  }
}

// Routers whose pipeline takes a cycle more: every file with a router of that kind fails by name.
TEST_F(ShippedRegressions, FailByNameWhenRoutersTakeACycleMore) {
  const std::string delay = "[router]\ndelay = 1\n";
  Names changed;
  for (const std::string& name : names()) {
    std::string text = folder().read(name);
    const std::size_t at = text.find(delay);
    if (at == std::string::npos) {
      fs::remove(folder().path(name));
    } else {
      folder().write(name, text.replace(at, delay.size(), "[router]\ndelay = 2\n"));
      changed.push_back("FAILED    " + name);
    }
  }
  ASSERT_GE(changed.size(), 60U);
  const ProgramResult result = regress({"regress"});
  EXPECT_EQ(result.exit_code, 1);
  const Names lines = lines_of(result.out);
  for (const std::string& line : changed) {
    EXPECT_NE(std::find(lines.begin(), lines.end(), line), lines.end()) << line;
  }
  // 15 messages one after the other over 32 links, a cycle each.
  const auto direct =
      std::find(lines.begin(), lines.end(), "FAILED    regress/exchange/hypercube-direct.ini");
  ASSERT_GE(lines.end() - direct, 3);
  EXPECT_EQ(direct[2], "completion_cycles  484               516               +32 (+6.6 %)");
}

}  // namespace
}  // namespace flitcast
