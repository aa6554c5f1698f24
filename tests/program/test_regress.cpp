#include <algorithm>
#include <pugixml.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/program/regress_runs.h"

namespace flitcast::test_regress {
namespace {

TEST_F(Regress, PassesWhereEverythingIsAsExpected) {
  write("a.ini", "completion_cycles = 68\n");
  write("deep/er/b.ini", "rounds = 7\nexcess_cycles = -1 .. 1\n");
  folder().write("c.ini", kDex);
  folder().write("d.txt", "no configuration");
  const ProgramResult result = regress({"."});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(lines_before_summary(result.out),
            (Names{"ok        a.ini", "ok        deep/er/b.ini"}));
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
  const Names lines = lines_before_summary(result.out);
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
  const Names lines = lines_before_summary(regress({".", "--jobs=1"}).out);
  EXPECT_EQ(lines.size(), 15U);
  EXPECT_EQ(lines[0], "FAILED    a/b.ini");
  EXPECT_EQ(lines_before_summary(regress({".", "--jobs=4"}).out), lines);
  EXPECT_EQ(lines_before_summary(regress({"c.ini", "./a", "b.ini", ".", "a.ini", "c.ini"}).out),
            lines);
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
  EXPECT_TRUE(contains(result.out, "exit_code         0  killed after 1 s")) << result.out;
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
  EXPECT_EQ(
      lines_before_summary(result.out),
      (Names{"ok        a.ini", "FAILED    b.ini", "key    expected  measured",
             "error  dims      b.ini" + message, "FAILED    c.ini", "key        expected  measured",
             "exit_code         0         2", "flitcast: c.ini" + message, "FAILED    d.ini",
             "key     expected  measured", "rounds         7  nothing", "FAILED    e.ini",
             "key        expected  measured", "exit_code         2         0", "FAILED    f.ini",
             "key        expected  measured", "exit_code         0         2",
             "flitcast: f.ini:8: expect.exit_code: " + refusal}));
}

// Words of a message are no parts of longer ones; a configuration ends where its cases begin.
TEST_F(Regress, TakesWholeWordsOfTheMessageOfACase) {
  write("a.ini",
        "exit_code = 2\n[case whole]\nrouter.dealy = 3\nexpect.error = nearest is --router.delay\n"
        "[case cut]\nrouter.dealy = 3\nexpect.error = nearest is --router.dela\n");
  const Names lines = lines_before_summary(regress({"a.ini"}).out);
  ASSERT_GE(lines.size(), 2U);
  EXPECT_EQ(lines[0], "ok        a.ini [whole]");
  EXPECT_EQ(lines[1], "FAILED    a.ini [cut]");
  EXPECT_EQ(run_flitcast({"run", folder().path("a.ini"), "--quiet"}).exit_code, 0);
  write("b.ini", "[case x]\nrouter.delay = 3\n[case x]\nrouter.delay = 4\n");
  expect_refusal({"b.ini"}, "b.ini: has two cases \"x\"");
}

TEST_F(Regress, JudgesADeadlockByItsOwnKeyOrByTheExitCode) {
  const char* const short_run = "[run]\nmax_cycles = 20\n";
  write("a.ini", "deadlock = max_cycles\n", short_run);
  write("b.ini", "exit_code = 3\nerror = run.max_cycles\n", short_run);
  write("c.ini", "completion_cycles = 20\n", short_run);
  write("d.ini", "deadlock = no_progress\nexit_code = 3\n", short_run);
  write("e.ini", "deadlock = max_cycles\n");
  const Names lines = lines_before_summary(regress({"."}).out);
  const auto has = [&](const std::string& line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
  };
  EXPECT_TRUE(has("ok        a.ini"));
  EXPECT_TRUE(has("ok        b.ini"));
  EXPECT_TRUE(has("exit_code         0         3"));
  EXPECT_TRUE(has("deadlock  no_progress  max_cycles"));
  EXPECT_TRUE(has("deadlock  max_cycles  none"));
}

TEST_F(Regress, FiltersByThePathOrItsEnd) {
  for (const char* name : {"x/irc-a.ini", "x/b.ini", "y/irc-c.ini"}) {
    write(name, "rounds = 7\n");
  }
  const auto filtered = [&](const std::string& glob) {
    return lines_before_summary(regress({".", "--filter=" + glob}).out);
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
  expect_refusal({"good.ini", "--junit=good.ini/j.xml"},
                 "--junit: cannot write good.ini/j.xml: Not a directory");
}

// 68 is 4.615 % more than 65.
TEST_F(Regress, ShowsPercentSoThatABrokenToleranceLooksBroken) {
  write("a.ini", "completion_cycles = 65 +- 4.6 %\nlatency.mean = >= 1e-400\n");
  write("b.ini", "completion_cycles = 65 +- 4.6 %\n");
  write("c.ini", "completion_cycles = 65 +- 4.62 %\n");
  const std::string text = regress({"."}).out;
  EXPECT_TRUE(contains(text,
                       "expect.latency.mean: \"1e-400\" is too close to 0; give 0 or a larger "
                       "number\n"))
      << text;
  EXPECT_TRUE(contains(text, "completion_cycles  65 +- 4.6 %        68  +3 (+4.62 %)\n")) << text;
  EXPECT_TRUE(contains(text, "ok        c.ini\n")) << text;
}

TEST_F(Regress, RunsAFileOnceUnderItsFirstName) {
  write("b.ini", "rounds = 7\n");
  fs::create_symlink("b.ini", folder().path("a.ini"));
  fs::create_directory_symlink(".", folder().path("again"));
  EXPECT_EQ(lines_before_summary(regress({"."}).out), Names{"ok        a.ini"});
  EXPECT_EQ(lines_before_summary(regress({"b.ini", "again/b.ini"}).out),
            Names{"ok        again/b.ini"});
  EXPECT_EQ(lines_before_summary(regress({".", "--filter=b.ini"}).out), Names{"ok        b.ini"});
}

TEST_F(Regress, RunsFilesWhoseNamesBeginWithADash) {
  write("-a.ini", "rounds = 7\n");
  write("--b.ini", "exit_code = 2\n", "[router]\ndealy = 3\n");
  write("-d/c.ini", "rounds = 7\n", "[router]\ndealy = 3\n");
  const Names lines = lines_before_summary(regress({"."}).out);
  EXPECT_EQ(lines, (Names{"ok        --b.ini", "ok        -a.ini", "FAILED    -d/c.ini",
                          "key        expected  measured", "exit_code         0         2",
                          "flitcast: -d/c.ini:8: unknown key \"router.dealy\"; the nearest is "
                          "router.delay"}));
}

TEST_F(Regress, RefusesWhatIsNoRegularFile) {
  write("a.ini", "rounds = 7\n");
  ASSERT_EQ(::mkfifo(folder().path("fifo").c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo(folder().path("fifo.ini").c_str(), 0600), 0);
  const std::string advice = ": is no regular file; give configuration files or folders";
  for (const char* name : {"fifo", "fifo.ini", "/dev/null", "/dev/stdin", "/dev/fd/0"}) {
    expect_refusal({"a.ini", name}, name + advice);
  }
  EXPECT_EQ(regress({"."}).exit_code, 0);
}

/// Makes folders within one another until their path is longer than a system call takes.
void make_deep_folders(const std::string& start, const std::string& name) {
  const fs::path before = fs::current_path();
  fs::current_path(start);
  for (int i = 0; i < 20; ++i) {
    fs::create_directory(name);
    ASSERT_EQ(::chdir(name.c_str()), 0);
  }
  fs::current_path(before);
}

TEST_F(Regress, NamesTheFolderThatCannotBeRead) {
  write("a.ini", "completion_cycles = 68\n");
  const std::string name(250, 'd');
  make_deep_folders(folder().root(), name);
  const ProgramResult result = regress({"."});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err.rfind("flitcast: cannot read ./" + name + "/" + name, 0), 0U) << result.err;
  EXPECT_TRUE(contains(result.err, "/" + name + ": File name too long\n")) << result.err;
}

TEST_F(Regress, ShowsNoControlCharactersOfNames) {
  write("x\x1B]0;evil\x07.ini", "completion_cycles = 68\n");
  write("y\x1B.ini", "completion_cycles = 1\n");
  const ProgramResult result = regress({".", "--junit=j.xml"});
  EXPECT_TRUE(contains(result.out, "ok        x?]0;evil?.ini\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "FAILED    y?.ini\n")) << result.out;
  EXPECT_FALSE(contains(result.out + result.err + folder().read("j.xml"), "\x1B"));
}

TEST_F(Regress, WritesJUnitXml) {
  write("a.ini", "completion_cycles = 68\n");
  write("sub/b.ini", "completion_cycles = 70\nrounds = 8\n");
  write("sub/<&>.ini", "exit_code = 0\n", "[router]\ndelay = \x01\x02\n");
  write("sub/z\xEF\xBF\xBE\xEF\xBF\xBF\xEF\xBF\xBD.ini", "rounds = 7\n");
  EXPECT_EQ(regress({".", "--junit=j.xml"}).exit_code, 1);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_file(folder().path("j.xml").c_str()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 4);
  EXPECT_EQ(suite.attribute("failures").as_int(), 2);
  EXPECT_GE(suite.attribute("time").as_double(-1), 0);
  Names names;
  for (const pugi::xml_node test : suite.children("testcase")) {
    names.push_back(std::string(test.attribute("classname").value()) + "/" +
                    test.attribute("name").value());
    EXPECT_GE(test.attribute("time").as_double(-1), 0);
  }
  EXPECT_EQ(names, (Names{"./a.ini", "sub/<&>.ini", "sub/b.ini", "sub/z??\xEF\xBF\xBD.ini"}));
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
               "completion_cycles        70        68  -2 (-2.86 %)\n"
               "rounds                    8         7  -1 (-12.5 %)\n");
}

}  // namespace
}  // namespace flitcast::test_regress
