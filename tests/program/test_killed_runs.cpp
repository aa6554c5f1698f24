// A run that a signal ends, at any moment, leaves all of its files or nothing; after SIGKILL there
// may be a hidden folder.

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tb/system/program.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_killed_runs {
namespace {

using Names = std::vector<std::string>;

constexpr useconds_t kPause = 2000;
constexpr int kTries = 5000;

bool is_alive(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  return name_end != std::string::npos && line[name_end + 2] != 'Z';
}

/// A run with every kind of output, in a process group of its own.
class LiveRun {
 public:
  explicit LiveRun(const TempFolder& folder) {
    std::vector<std::string> words{FLITCAST_PROGRAM,
                                   "run",
                                   "--topology.kind=hypercube",
                                   "--topology.dims=8",
                                   "--traffic.algorithm=aas-hc-dex",
                                   "--traffic.message_flits=8",
                                   "--output.json=a.json",
                                   "--output.messages=m.csv",
                                   "--trace.vcd=t.vcd"};
    if (!find_program("vcd2fst").empty()) {
      words.emplace_back("--trace.fst=t.fst");
    }
    std::vector<char*> argv;
    for (std::string& word : words) {
      argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      const rlimit no_core{};
      ::setrlimit(RLIMIT_CORE, &no_core);
      ::setpgid(0, 0);
      const int null = ::open("/dev/null", O_RDWR);
      ::dup2(null, STDOUT_FILENO);
      ::dup2(null, STDERR_FILENO);
      if (::chdir(folder.root().c_str()) == 0) {
        ::execv(argv[0], argv.data());
      }
      ::_exit(127);
    }
    ::setpgid(pid_, pid_);
  }

  /// The status of its end.
  int kill(int signal, bool group) {
    std::ifstream file("/proc/" + std::to_string(pid_) + "/task/" + std::to_string(pid_) +
                       "/children");
    for (std::string child; file >> child;) {
      children_.push_back(child);
    }
    ::kill(group ? -pid_ : pid_, signal);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    return status;
  }
  bool left_processes() const { return std::any_of(children_.begin(), children_.end(), is_alive); }

 private:
  pid_t pid_;
  Names children_;
};

/// With or without hidden ones.
Names left_files(const TempFolder& folder, bool but_hidden) {
  Names names = folder.files();
  const auto is_hidden = [&](const std::string& name) {
    return but_hidden && name.rfind(".flitcast-", 0) == 0;
  };
  names.erase(std::remove_if(names.begin(), names.end(), is_hidden), names.end());
  return names;
}

class KilledRun : public testing::TestWithParam<int> {};

TEST_P(KilledRun, LeavesNothing) {
  constexpr useconds_t kMoments[] = {0, 2'000, 5'000, 10'000, 15'000, 20'000, 50'000, 200'000};
  for (const useconds_t moment : kMoments) {
    for (const bool group : {false, true}) {
      const TempFolder folder;
      LiveRun run(folder);
      ::usleep(moment);
      const int status = run.kill(GetParam(), group);
      ASSERT_TRUE(WIFSIGNALED(status)) << "too short a run to be killed after " << moment;
      EXPECT_EQ(WTERMSIG(status), GetParam());
      const auto left = [&] { return left_files(folder, GetParam() == SIGKILL); };
      for (int tries = 0; tries < kTries && (run.left_processes() || !left().empty()); ++tries) {
        ::usleep(kPause);
      }
      EXPECT_EQ(left(), Names{}) << moment;
      EXPECT_FALSE(run.left_processes()) << moment;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Signals, KilledRun,
                         testing::Values(SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL));

}  // namespace
}  // namespace flitcast::test_killed_runs
