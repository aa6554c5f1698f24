// The program in circumstances that it does not choose.

#include <array>
#include <csignal>
#include <filesystem>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tb/process_pool.h"
#include "tests/program.h"

namespace flitcast {
namespace {

const char* const kDex =
    "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n";

// A program whose file is replaced while it works starts itself all the same.
TEST(RunningProgram, GoesOnWhenItsFileIsReplaced) {
  const TempFolder folder;
  folder.write("sweep.ini", std::string(kDex) + "[sweep]\nrun.seed = 1..40\n");
  const std::string copy = folder.path("program");
  std::filesystem::copy_file(FLITCAST_PROGRAM, copy);
  const std::string script =
      "\"$0\" sweep sweep.ini --out=out --jobs=1 & "
      "until ls out/results/*.json; do sleep 0.01; done > /dev/null 2>&1; rm \"$0\"; wait $!";
  ProcessPool pool(1, ProcessPool::Seconds(60));
  pool.start(0, {"/bin/sh", "-c", "cd '" + folder.root() + "' && { " + script + "; }", copy});
  const ProcessEnd end = pool.wait()->end;
  EXPECT_TRUE(end.exited_with(0)) << end.describe() << end.err;
  EXPECT_TRUE(end.out.find("40: 40 done") != std::string::npos) << end.out;
}

TEST(RunningProgram, WorksWithoutStandardInput) {
  const TempFolder folder;
  folder.write("r.ini", std::string(kDex) + "[expect]\nexcess_cycles = 0\n");
  ProcessPool pool(1, ProcessPool::Seconds(60));
  pool.start(0, {"/bin/sh", "-c",
                 "cd '" + folder.root() + "' && exec '" FLITCAST_PROGRAM "' regress r.ini <&-"});
  const ProcessEnd end = pool.wait()->end;
  EXPECT_TRUE(end.exited_with(0)) << end.out << end.err;
}

// The chain is predicted to take 3,990 rounds of 10^9 + 2·10^6 + 5 cycles, just less than simulated
// time holds at a microsecond each; but with buffers of a flit every round takes 2·10^6 more.
TEST(RunningProgram, EndsARunThatSimulatedTimeIsTooShortFor) {
  const TempFolder folder;
  const ProgramResult result = run_flitcast(
      {"run", "--topology.kind=line", "--topology.dims=2", "--traffic.algorithm=oab-chain",
       "--traffic.segments=3990", "--traffic.message_flits=3990", "--ni.startup=1000000000",
       "--router.delay=1000000", "--link.delay=1000000", "--router.buffer_flits=1",
       "--clock.period=1000", "--run.max_cycles=1000000000000000", "--trace.vcd=x.vcd",
       "--output.json=r.json", "--output.messages=m.csv"},
      folder.root());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "flitcast: --clock.period: the run is not over after 4000000000000 cycles of 1000 ns, "
            "and more than that simulated time cannot hold; give a shorter period, or "
            "run.max_cycles up to that\n");
  EXPECT_TRUE(folder.files().empty());
}

/// A program on a terminal; it is ended when it has said something, or here.
class OnTerminal {
 public:
  explicit OnTerminal(std::vector<std::string> words) {
    pid_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (pid_ == 0) {
      words.insert(words.begin(), FLITCAST_PROGRAM);
      std::vector<char*> arguments;
      for (std::string& word : words) {
        arguments.push_back(word.data());
      }
      arguments.push_back(nullptr);
      ::execv(FLITCAST_PROGRAM, arguments.data());
      ::_exit(127);
    }
  }
  ~OnTerminal() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    ::close(terminal_);
  }

  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;

  /// What it says up to the first `text`, or all of it.
  std::string said_until(const std::string& text) const {
    std::string said;
    std::array<char, 4096> buffer;
    while (said.find(text) == std::string::npos) {
      const ssize_t count = ::read(terminal_, buffer.data(), buffer.size());
      if (count <= 0) {
        break;
      }
      said.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return said;
  }

 private:
  int terminal_ = -1;
  pid_t pid_;
};

TEST(RunningProgram, ShowsHowFarAVerificationIs) {
  for (const char* command : {"check", "run"}) {
    const OnTerminal program({command, "--topology.kind=hypercube", "--topology.dims=12",
                              "--traffic.algorithm=aas-hc-dex"});
    const std::string said = program.said_until("/4095");
    EXPECT_NE(said.find("verifying round "), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace flitcast
