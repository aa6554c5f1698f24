// Standard output and standard error that do not take what is written to them.

#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tb/system/terminal_line.h"
#include "tests/support/program/shell_run.h"

namespace flitcast::test_standard_streams {
namespace {

const std::string kRun =
    "run --topology.kind=hypercube --topology.dims=3 --traffic.algorithm=aas-hc-dex";

// A pipe whose reader is gone.
const std::string kBrokenPipe = "mkfifo pipe; exec 3<>pipe 4>pipe 3>&-; ";

class StandardStreams : public testing::Test {
 protected:
  StandardStreams() {
    folder_.write("x.ini",
                  "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n");
  }
  /// With its standard streams where `redirections` say, in a folder without a pipe.
  ProcessEnd flitcast(const std::string& arguments, const std::string& redirections,
                      const std::string& before = "") const {
    return run_shell(folder_,
                     "rm -f pipe; " + before + "exec \"$0\" " + arguments + " " + redirections);
  }

  TempFolder folder_;
};

TEST_F(StandardStreams, AMessageThatCannotBeWrittenChangesNoExitCode) {
  const std::vector<std::pair<std::string, int>> commands{{"run nofile.ini", 2},
                                                          {kRun + " --router.delay=x", 2},
                                                          {kRun + " --expect.rounds=1", 1},
                                                          {kRun + " --run.max_cycles=20", 3},
                                                          {"regress nofile.ini", 2},
                                                          {"report nofile.json --out=p.html", 2},
                                                          {"nonsense", 2}};
  for (const auto& [arguments, code] : commands) {
    for (const auto& [before, redirections] :
         {std::pair<std::string, std::string>{"", "2>/dev/full"},
          {"", "2>&-"},
          {"ulimit -f 0; ", ">/dev/null 2>err"},
          {kBrokenPipe, "2>&4"}}) {
      const ProcessEnd end = flitcast(arguments, redirections, before);
      EXPECT_TRUE(end.exited_with(code))
          << before << arguments << redirections << ": " << end.describe();
    }
  }
}

TEST_F(StandardStreams, ASweepThatCannotTellItsFailuresHasThemInItsTables) {
  const ProcessEnd end =
      flitcast("sweep x.ini --out=s --sweep.router.delay=1,2 --run.max_cycles=20", "2>/dev/full");
  EXPECT_TRUE(end.exited_with(1)) << end.describe();
  EXPECT_NE(folder_.read("s/sweep.csv").find("stuck"), std::string::npos);
}

TEST_F(StandardStreams, ClosedOnesAreAnErrorOnlyWhereThereIsSomethingToPrint) {
  EXPECT_TRUE(flitcast(kRun, ">&- 2>&-").exited_with(2));
  EXPECT_TRUE(flitcast(kRun + " --output.json=a.json", ">&- 2>&-").exited_with(2));
  EXPECT_EQ(folder_.files(), std::vector<std::string>{"x.ini"});
}

// Its reader has what it wanted: no error, and nothing that files have to do with.
TEST_F(StandardStreams, AClosedPipeTakesNoFileAndChangesNoExitCode) {
  folder_.write("r.ini", folder_.read("x.ini") + "[expect]\nrounds = 7\n");
  const std::vector<std::tuple<std::string, std::string, int>> commands{
      {kRun + " --output.json=f --output.messages=m.csv --trace.vcd=t.vcd", "f", 0},
      {kRun + " --output.json=- --output.links=f", "f", 0},
      {kRun + " --output.json=f --expect.rounds=1", "f", 1},
      {kRun + " --output.json=f --run.max_cycles=20", "f", 3},
      {"sweep x.ini --out=s --sweep.router.delay=1,2", "s/sweep.csv", 0},
      {"regress r.ini --junit=f", "f", 0},
      {"list", "x.ini", 0},
      {"help run", "x.ini", 0}};
  for (const auto& [arguments, file, code] : commands) {
    std::filesystem::remove(folder_.path("f"));
    const ProcessEnd end = flitcast(arguments, ">&4", kBrokenPipe);
    EXPECT_TRUE(end.exited_with(code)) << arguments << ": " << end.describe();
    EXPECT_NE(folder_.read(file), "") << arguments;
    EXPECT_EQ(end.err.find("standard output"), std::string::npos) << end.err;
  }
}

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
}  // namespace flitcast::test_standard_streams
