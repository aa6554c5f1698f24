#include "tests/support/slurm/kept_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace flitcast {
namespace {

/// The parent of a process, 0 when it is gone. In the line of /proc the parent is the second word
/// behind the name, which stands in parentheses.
pid_t parent_of(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  constexpr std::size_t kStateAndBlanks = 4;
  if (name_end == std::string::npos || name_end + kStateAndBlanks > line.size()) {
    return 0;
  }
  return std::atoi(line.c_str() + name_end + kStateAndBlanks);
}

/// Everything below this process. Orphans of descendants count: they come to their subreaper.
std::vector<pid_t> descendants() {
  std::multimap<pid_t, pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos) {
      children.emplace(parent_of(name), std::atoi(name.c_str()));
    }
  }
  std::vector<pid_t> found{::getpid()};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [first, last] = children.equal_range(found[i]);
    std::transform(first, last, std::back_inserter(found),
                   [](const auto& child) { return child.second; });
  }
  found.erase(found.begin());
  return found;
}

void reap() {
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

/// Stops all of them before any is killed: then nobody starts another process or notes a death.
void end_descendants() {
  std::size_t stopped = 0;
  for (std::vector<pid_t> all = descendants(); all.size() > stopped; all = descendants()) {
    stopped = all.size();
    for (const pid_t pid : all) {
      ::kill(pid, SIGSTOP);
    }
  }
  for (std::vector<pid_t> all = descendants(); !all.empty(); all = descendants()) {
    for (const pid_t pid : all) {
      ::kill(pid, SIGKILL);
    }
    ::usleep(1000);
    reap();
  }
}

[[noreturn]] void run(const std::vector<std::string>& command, const std::string& log,
                      const sigset_t& signals) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::sigprocmask(SIG_UNBLOCK, &signals, nullptr);
  const int out = ::open(log.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  std::vector<std::string> words = command;
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

/// The process between: it inherits what the program leaves alone, and ends all when it is told to
/// or its own parent is gone.
[[noreturn]] void keep(const std::vector<std::string>& command, const std::string& log,
                       pid_t parent) {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGTERM);
  ::sigaddset(&signals, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  ::signal(SIGINT, SIG_IGN);  // of a terminal: its parent decides
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() == parent) {
    const pid_t child = ::fork();
    if (child == 0) {
      run(command, log, signals);
    }
    while (child > 0 && ::sigwaitinfo(&signals, nullptr) != SIGTERM) {
      reap();
    }
  }
  end_descendants();
  ::_exit(0);
}

}  // namespace

KeptProcess::KeptProcess(const std::vector<std::string>& command, const std::string& log) {
  const pid_t parent = ::getpid();
  keeper_ = ::fork();
  if (keeper_ == 0) {
    keep(command, log, parent);
  }
  if (keeper_ < 0) {
    throw std::runtime_error("cannot start " + command[0]);
  }
}

KeptProcess::~KeptProcess() {
  power_off();
}

void KeptProcess::power_off() {
  if (keeper_ > 0) {
    ::kill(keeper_, SIGTERM);
    while (::waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
    }
    keeper_ = 0;
  }
}

}  // namespace flitcast
