#include "tb/system/program.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/system/file_error.h"

namespace flitcast {
namespace {

constexpr const char* kOwnProgram = "/proc/self/exe";

/// What the process between fork and exec does; only calls that are safe there.
[[noreturn]] void become(const char* file, char* const* argv, const StandardFiles& files,
                         int error_pipe, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() == parent) {
    ::signal(SIGPIPE, SIG_DFL);  // not every program looks at what its writes come to
    ::signal(SIGXFSZ, SIG_DFL);
    ::dup2(files.in, STDIN_FILENO);
    ::dup2(files.out, STDOUT_FILENO);
    ::dup2(files.err, STDERR_FILENO);
    ::execv(file, argv);
  }
  const int error = errno;
  [[maybe_unused]] const ssize_t told = ::write(error_pipe, &error, sizeof error);
  ::_exit(127);
}

/// The path of a program in a folder or, if that has none, in one that is installed with it.
std::string beside_or_at(const std::filesystem::path& folder, std::string_view name,
                         const char* installed) {
  const std::filesystem::path beside = folder / name;
  const std::filesystem::path there = (folder / installed / name).lexically_normal();
  return !std::filesystem::exists(beside) && std::filesystem::exists(there) ? there : beside;
}

}  // namespace

pid_t start_program(const std::vector<std::string>& command, const StandardFiles& files) {
  std::vector<std::string> words = command;
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  // This program is still there under that name when its file has been replaced.
  const std::string file = command[0] == own_program() ? kOwnProgram : command[0];
  int error_pipe[2];
  if (::pipe2(error_pipe, O_CLOEXEC) != 0) {
    throw cannot("make", "a pipe", errno);
  }
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    become(file.c_str(), argv.data(), files, error_pipe[1], parent);
  }
  int error = pid < 0 ? errno : 0;
  ::close(error_pipe[1]);
  ssize_t told = 0;
  do {
    told = pid > 0 ? ::read(error_pipe[0], &error, sizeof error) : 0;
  } while (told < 0 && errno == EINTR);
  if (told > 0) {
    ::waitpid(pid, nullptr, 0);
  }
  ::close(error_pipe[0]);
  if (error != 0) {
    throw cannot("start", command[0], error);
  }
  return pid;
}

std::string program_version() {
  return FLITCAST_VERSION;
}

std::string own_program() {
  constexpr std::string_view kReplaced = " (deleted)";  // says the system of a file that is gone
  constexpr std::string_view kSister = "flitcast-";
  std::error_code error;
  std::string path = std::filesystem::read_symlink(kOwnProgram, error).string();
  if (error) {
    throw cannot("read", kOwnProgram, error.value());
  }
  if (path.size() > kReplaced.size() &&
      path.compare(path.size() - kReplaced.size(), kReplaced.size(), kReplaced) == 0) {
    path.resize(path.size() - kReplaced.size());
  }
  const std::size_t name = path.rfind('/') + 1;
  if (path.compare(name, kSister.size(), kSister) == 0) {
    path = beside_or_at(path.substr(0, name), "flitcast", FLITCAST_TO_FLITCAST);
  }
  return path;
}

std::string sister_program(std::string_view name) {
  return beside_or_at(std::filesystem::path(own_program()).parent_path(), name,
                      FLITCAST_TO_SISTERS);
}

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    std::string candidate = rest.substr(0, colon) + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
    rest.erase(0, colon + 1);
  }
  return "";
}

std::string shell_line(const std::vector<std::string>& command) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%";
  std::string line;
  for (const std::string& word : command) {
    line += line.empty() ? "" : " ";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) {
      line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    line += '\'';
  }
  return line;
}

}  // namespace flitcast
