#include "tb/system/process_pool.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/system/file_error.h"
#include "tb/system/program.h"

namespace flitcast {
namespace {

/// A file without a name, for what a process writes: no pipe that has to be emptied in time.
int memory_file() {
  const int file = ::memfd_create("flitcast", MFD_CLOEXEC);
  if (file < 0) {
    throw cannot("make", "a file in memory", errno);
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
    throw cannot("watch", "a process", errno);
  }
  return static_cast<int>(handle);
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
      limit_(std::chrono::duration_cast<Clock::duration>(time_limit)),
      nothing_(::open("/dev/null", O_RDONLY | O_CLOEXEC)) {}

ProcessPool::~ProcessPool() {
  for (const Running& process : running_) {
    ::kill(process.pid, SIGKILL);
  }
  while (!running_.empty()) {
    take(0);
  }
  ::close(nothing_);
}

void ProcessPool::start(std::size_t id, const std::vector<std::string>& command) {
  Running process{id, 0, -1, memory_file(), -1, Clock::now(), false};
  try {
    process.err = memory_file();
    process.pid = start_program(command, {nothing_, process.out, process.err});
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

ProcessEnd run_program(const std::vector<std::string>& command, ProcessPool::Seconds time_limit) {
  ProcessPool pool(1, time_limit);
  pool.start(0, command);
  return pool.wait()->end;
}

}  // namespace flitcast
