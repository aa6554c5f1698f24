#include "tb/process_pool.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/text_file.h"

namespace flitcast {
namespace {

constexpr const char* kOwnProgram = "/proc/self/exe";

FileError failure(int error, const std::string& what) {
  return FileError(fmt::format("{}: {}", what, std::strerror(error)));
}

/// A file without a name, for what a process writes: no pipe that has to be emptied in time.
int memory_file() {
  const int file = ::memfd_create("flitcast", MFD_CLOEXEC);
  if (file < 0) {
    throw failure(errno, "cannot make a file in memory");
  }
  return file;
}

/// All of it; closes the file.
std::string take_content(int file) {
  struct stat status {};
  ::fstat(file, &status);
  std::string content(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t count =
        ::pread(file, content.data() + done, content.size() - done, static_cast<off_t>(done));
    if (count <= 0) {
      break;
    }
    done += static_cast<std::size_t>(count);
  }
  content.resize(done);
  ::close(file);
  return content;
}

/// A descriptor that is readable once the process has ended. By system call: the function of glibc
/// 2.36 is declared for C only.
int open_handle(pid_t pid) {
  const long handle = ::syscall(SYS_pidfd_open, pid, 0);
  if (handle < 0) {
    throw failure(errno, "cannot watch a process");
  }
  return static_cast<int>(handle);
}

/// What the process between fork and exec does; only calls that are safe there.
[[noreturn]] void become(const char* file, char* const* argv, int out, int err, int error_pipe,
                         pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() == parent) {
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    ::execv(file, argv);
  }
  const int error = errno;
  [[maybe_unused]] const ssize_t told = ::write(error_pipe, &error, sizeof error);
  ::_exit(127);
}

/// Starts a program; when this process ends, in whatever way, it is killed.
pid_t spawn(const std::vector<std::string>& command, int out, int err) {
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
    throw failure(errno, "cannot make a pipe");
  }
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    become(file.c_str(), argv.data(), out, err, error_pipe[1], parent);
  }
  int error = pid < 0 ? errno : 0;
  ::close(error_pipe[1]);
  if (pid > 0 && ::read(error_pipe[0], &error, sizeof error) > 0) {
    ::waitpid(pid, nullptr, 0);
  }
  ::close(error_pipe[0]);
  if (error != 0) {
    throw failure(error, "cannot start " + command[0]);
  }
  return pid;
}

/// How many processes, of three open files each, the system allows beside what else is open.
std::size_t most_processes() {
  constexpr rlim_t kOthers = 64;
  constexpr rlim_t kEach = 3;
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  return static_cast<std::size_t>(
      std::max<rlim_t>(1, (files.rlim_cur - std::min(files.rlim_cur, kOthers)) / kEach));
}

}  // namespace

std::string ProcessEnd::describe() const {
  if (timed_out) {
    return fmt::format("killed after {:.6g} s", time_limit);
  }
  return signal != 0 ? fmt::format("killed by signal {} ({})", signal, ::strsignal(signal))
                     : fmt::format("exit code {}", exit_code);
}

ProcessPool::ProcessPool(std::size_t jobs, Seconds time_limit)
    : jobs_(std::min(jobs, most_processes())),
      limit_(std::chrono::duration_cast<Clock::duration>(time_limit)) {}

ProcessPool::~ProcessPool() {
  for (const Running& process : running_) {
    ::kill(process.pid, SIGKILL);
  }
  while (!running_.empty()) {
    take(0);
  }
}

void ProcessPool::start(std::size_t id, const std::vector<std::string>& command) {
  Running process{id, 0, -1, memory_file(), -1, Clock::now(), false};
  try {
    process.err = memory_file();
    process.pid = spawn(command, process.out, process.err);
    process.handle = open_handle(process.pid);
  } catch (...) {
    if (process.pid > 0) {
      ::kill(process.pid, SIGKILL);
      ::waitpid(process.pid, nullptr, 0);
    }
    ::close(process.out);
    ::close(process.err);
    throw;
  }
  running_.push_back(process);
}

std::optional<ProcessPool::Ended> ProcessPool::wait(std::optional<Seconds> patience) {
  const Clock::time_point start = Clock::now();
  for (;;) {
    std::vector<pollfd> handles;
    for (const Running& process : running_) {
      handles.push_back({process.handle, POLLIN, 0});
    }
    const std::optional<Seconds> left =
        patience ? std::optional(*patience - Seconds(Clock::now() - start)) : std::nullopt;
    ::poll(handles.data(), handles.size(), milliseconds_left(left));
    for (std::size_t i = 0; i < handles.size(); ++i) {
      if (handles[i].revents != 0) {
        return take(i);
      }
    }
    kill_late_ones();
    if (left && left->count() <= 0) {
      return std::nullopt;
    }
  }
}

void ProcessPool::run_all(std::size_t count,
                          const std::function<std::vector<std::string>(std::size_t)>& command,
                          const std::function<void(std::size_t, ProcessEnd)>& ended,
                          const std::function<void()>& waiting) {
  constexpr Seconds kPatience{0.2};
  std::size_t next = 0;
  while (next < count || !idle()) {
    for (; next < count && !full(); ++next) {
      start(next, command(next));
    }
    if (auto one = wait(kPatience)) {
      ended(one->id, std::move(one->end));
    } else {
      waiting();
    }
  }
}

/// Until the patience or the time of a process is over.
int ProcessPool::milliseconds_left(std::optional<Seconds> patience) const {
  constexpr Seconds kLongest{3600};
  Seconds least = std::min(patience.value_or(kLongest), kLongest);
  const Clock::time_point now = Clock::now();
  for (const Running& process : running_) {
    if (!process.timed_out) {
      least = std::min(least, Seconds(process.start + limit_ - now));
    }
  }
  return static_cast<int>(std::max(0.0, least.count()) * 1000) + 1;
}

void ProcessPool::kill_late_ones() {
  const Clock::time_point now = Clock::now();
  for (Running& process : running_) {
    if (!process.timed_out && now - process.start >= limit_) {
      process.timed_out = true;
      ::kill(process.pid, SIGKILL);
    }
  }
}

/// Takes a process out that has ended or is about to.
ProcessPool::Ended ProcessPool::take(std::size_t index) {
  const Running process = running_[index];
  running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
  int status = 0;
  while (::waitpid(process.pid, &status, 0) < 0 && errno == EINTR) {
  }
  ::close(process.handle);
  ProcessEnd end;
  end.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.timed_out = process.timed_out && end.signal != 0;
  end.seconds = Seconds(Clock::now() - process.start).count();
  end.time_limit = Seconds(limit_).count();
  end.out = take_content(process.out);
  end.err = take_content(process.err);
  return {process.id, std::move(end)};
}

std::string own_program() {
  constexpr std::string_view kReplaced = " (deleted)";  // says the system of a file that is gone
  std::string path = std::filesystem::read_symlink(kOwnProgram).string();
  if (path.size() > kReplaced.size() &&
      path.compare(path.size() - kReplaced.size(), kReplaced.size(), kReplaced) == 0) {
    path.resize(path.size() - kReplaced.size());
  }
  return path;
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
