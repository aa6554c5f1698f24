#include <csignal>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tb/system/file_error.h"
#include "tb/system/process_pool.h"
#include "tb/system/program.h"

namespace flitcast::test_process_pool {
namespace {

using Seconds = ProcessPool::Seconds;
using Words = std::vector<std::string>;

Words shell(const std::string& script) {
  return {"/bin/sh", "-c", script};
}

TEST(ProcessPool, TellsHowAProcessEndedAndWhatItWrote) {
  const ProcessEnd end = run_program(shell("echo out; echo err >&2; exit 3"));
  EXPECT_TRUE(end.exited_with(3));
  EXPECT_EQ(end.describe(), "exit code 3");
  EXPECT_EQ(end.out, "out\n");
  EXPECT_EQ(end.err, "err\n");
}

TEST(ProcessPool, TakesMoreOutputThanAPipeHolds) {
  const ProcessEnd end = run_program(shell("head -c 1000000 /dev/zero"));
  EXPECT_TRUE(end.exited_with(0));
  EXPECT_EQ(end.out.size(), 1'000'000U);
}

TEST(ProcessPool, GivesNothingToRead) {
  EXPECT_TRUE(run_program(shell("read line && exit 1; exit 0")).exited_with(0));
}

TEST(ProcessPool, TellsTheSignalThatEndedAProcess) {
  const ProcessEnd end = run_program(shell("kill -9 $$"));
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_FALSE(end.exited_with(0));
  EXPECT_FALSE(end.timed_out);
  EXPECT_EQ(end.describe(), "killed by signal 9 (Killed)");
}

TEST(ProcessPool, KillsAProcessThatTakesTooLong) {
  const ProcessEnd end = run_program(shell("echo begun; exec sleep 600"), Seconds(2));
  EXPECT_TRUE(end.timed_out);
  EXPECT_EQ(end.out, "begun\n");
  EXPECT_EQ(end.describe(), "killed after 2 s");
}

TEST(ProcessPool, RunsAsManyAsItMayAndReturnsEachOnce) {
  ProcessPool pool(3, Seconds(60));
  std::set<std::size_t> ended;
  std::size_t next = 0;
  while (ended.size() < 10) {
    while (next < 10 && !pool.full()) {
      pool.start(next, shell("exit " + std::to_string(next)));
      ++next;
    }
    const auto [id, end] = *pool.wait();
    EXPECT_TRUE(end.exited_with(static_cast<int>(id)));
    EXPECT_TRUE(ended.insert(id).second);
  }
  EXPECT_TRUE(pool.idle());
}

TEST(ProcessPool, WaitsNoLongerThanItsPatience) {
  ProcessPool pool(1, Seconds(60));
  pool.start(0, shell("exec sleep 600"));
  EXPECT_TRUE(pool.full());
  EXPECT_EQ(pool.wait(Seconds(0.01)), std::nullopt);
}

// The driver of this test is killed; what it runs would otherwise sleep on for ten minutes.
TEST(ProcessPool, LeavesNothingRunningWhenItsProcessIsKilled) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t driver = ::fork();
  if (driver == 0) {
    ::close(ends[0]);
    ProcessPool pool(1, Seconds(600));
    pool.start(0, shell("exec sleep 600"));
    [[maybe_unused]] const ssize_t told = ::write(ends[1], "x", 1);
    ::pause();
  }
  ::close(ends[1]);
  char byte = 0;
  ASSERT_EQ(::read(ends[0], &byte, 1), 1);
  ::kill(driver, SIGKILL);
  ::waitpid(driver, nullptr, 0);
  // The pipe ends when the last process that has it does.
  EXPECT_EQ(::read(ends[0], &byte, 1), 0);
  ::close(ends[0]);
}

TEST(ProcessPool, RefusesWhatIsNoProgram) {
  ProcessPool pool(1, Seconds(60));
  EXPECT_THROW(pool.start(0, {"/nowhere/program"}), FileError);
  EXPECT_TRUE(pool.idle());
}

TEST(ShellLine, QuotesWhatAShellWouldTakeApart) {
  const Words words{"a", "--key=8x8", "", "two words", "it's", "$HOME"};
  EXPECT_EQ(shell_line(words), "a --key=8x8 '' 'two words' 'it'\\''s' '$HOME'");
  EXPECT_EQ(run_program(shell("printf '%s|' " + shell_line(words))).out,
            "a|--key=8x8||two words|it's|$HOME|");
}

}  // namespace
}  // namespace flitcast::test_process_pool
