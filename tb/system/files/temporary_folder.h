#pragma once

#include <csignal>
#include <memory>
#include <string>
#include <sys/types.h>

namespace flitcast {

/// A hidden folder for files on their way, nobody else's business. It goes with what is in it when
/// this object does, or when a signal that asks a program to end (SIGINT, SIGTERM, SIGHUP, SIGQUIT)
/// ends the process. After SIGKILL it stays; anybody may delete it.
class TemporaryFolder {
 public:
  /// One in `place`; null where the system does not allow it, errno says why.
  static std::unique_ptr<TemporaryFolder> make(const std::string& place);
  /// One where temporary files go (TMPDIR). Throws FileError.
  static std::unique_ptr<TemporaryFolder> make();
  ~TemporaryFolder();

  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Of a file in it. There are no folders in it.
  std::string path(const std::string& name) const { return path_ + "/" + name; }

 private:
  explicit TemporaryFolder(std::string path);
  static void remove_all_and_end(int signal);

  static TemporaryFolder* youngest;  // of those that are there

  std::string path_;
  pid_t owner_;
  TemporaryFolder* older_ = nullptr;
};

/// While it is there, signals wait, all that can.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, &before_);
  }
  ~HeldSignals() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace flitcast
