#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace flitcast {

/// How a process ended and what it wrote.
struct ProcessEnd {
  int exit_code = 0;       ///< meaningless when a signal ended it
  int signal = 0;          ///< that ended it, 0 = none
  bool timed_out = false;  ///< killed for taking too long
  double seconds = 0;      ///< wall time
  double time_limit = 0;   ///< seconds that it had
  std::string out;         ///< standard output
  std::string err;         ///< standard error

  bool exited_with(int code) const { return signal == 0 && exit_code == code; }
  /// "exit code 2", "killed by signal 9 (Killed)", "killed after 60 s".
  std::string describe() const;
  /// All that it wrote.
  std::string said() const { return out + err; }
};

/// Runs programs side by side, each in a process of its own with a time limit; nothing is on their
/// standard input. What still runs when the pool or this process goes is killed.
class ProcessPool {
 public:
  using Seconds = std::chrono::duration<double>;

  /// At most `jobs` >= 1 processes at a time, fewer where the system does not allow as many open
  /// files.
  ProcessPool(std::size_t jobs, Seconds time_limit);
  ~ProcessPool();

  ProcessPool(const ProcessPool&) = delete;
  ProcessPool& operator=(const ProcessPool&) = delete;

  bool full() const { return running_.size() >= jobs_; }
  bool idle() const { return running_.empty(); }

  /// Starts a program, command[0] being its path; `id` comes back from wait(). Throws
  /// FileError when no process can be made; the pool must not be full.
  void start(std::size_t id, const std::vector<std::string>& command);

  struct Ended {
    std::size_t id;
    ProcessEnd end;
  };
  /// Waits until a process ends, at most `patience` where that is given; nothing when none did. The
  /// pool must not be idle.
  std::optional<Ended> wait(std::optional<Seconds> patience = std::nullopt);

  /// Runs `count` commands, as many at a time as it may; `command` gives them, `ended` takes each
  /// as it ends, and `waiting` is called a few times a second while none does.
  void run_all(std::size_t count,
               const std::function<std::vector<std::string>(std::size_t)>& command,
               const std::function<void(std::size_t, ProcessEnd)>& ended,
               const std::function<void()>& waiting);

 private:
  using Clock = std::chrono::steady_clock;

  struct Running {
    std::size_t id;
    pid_t pid;
    int handle;  // descriptor that is readable once the process has ended
    int out;     // files in memory
    int err;
    Clock::time_point start;
    bool timed_out;
  };

  int milliseconds_left(std::optional<Seconds> patience) const;
  void kill_late_ones();
  Ended take(std::size_t index);

  std::size_t jobs_;
  Clock::duration limit_;
  int nothing_;  // to be read by them
  std::vector<Running> running_;
};

/// Runs one program to its end, command[0] being its path. Throws FileError when it cannot be
/// started.
ProcessEnd run_program(const std::vector<std::string>& command,
                       ProcessPool::Seconds time_limit = std::chrono::hours(24));

}  // namespace flitcast
