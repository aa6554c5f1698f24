#include "tb/system/files/temporary_folder.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "tb/system/file_error.h"

namespace flitcast {
namespace {

constexpr int kTries = 100;

/// Of the list of folders, which several threads may have.
std::mutex list_mutex;

/// A process that is about to die may still make a file in it, or have one open.
void remove_folder(const std::string& path) {
  constexpr useconds_t kPause = 10'000;
  std::error_code error;
  for (int tries = 0; tries < kTries; ++tries) {
    std::filesystem::remove_all(path, error);
    if (error != std::errc::directory_not_empty) {
      return;
    }
    ::usleep(kPause);
  }
}

/// What is ignored, as nohup does, stays ignored.
void handle_ends(void (*handler)(int)) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) {
      action.sa_handler = handler;
      ::sigfillset(&action.sa_mask);
      ::sigaction(signal, &action, nullptr);
    }
  }
}

}  // namespace

TemporaryFolder* TemporaryFolder::youngest = nullptr;

/// Only calls that a signal handler may make. The signal mask of this handler holds for rm, too:
/// what ends this process does not end that one. A program that this one has started may make
/// another file meanwhile. A process that was forked has the list of its parent.
void TemporaryFolder::remove_all_and_end(int signal) {
  for (const TemporaryFolder* folder = youngest; folder != nullptr; folder = folder->older_) {
    const char* const path = folder->path_.c_str();
    for (int tries = 0; tries < kTries && folder->owner_ == ::getpid() && ::access(path, F_OK) == 0;
         ++tries) {
      const pid_t remover = ::fork();
      if (remover == 0) {
        ::execl("/bin/rm", "rm", "-rf", "--", path, static_cast<char*>(nullptr));
        ::_exit(127);
      }
      ::waitpid(remover, nullptr, 0);
    }
  }
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

TemporaryFolder::TemporaryFolder(std::string path) : path_(std::move(path)), owner_(::getpid()) {
  const std::lock_guard lock(list_mutex);
  older_ = youngest;
  youngest = this;
}

std::unique_ptr<TemporaryFolder> TemporaryFolder::make(const std::string& place) {
  handle_ends(remove_all_and_end);
  const HeldSignals held;
  std::string path = place + "/.flitcast-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) {
    return nullptr;
  }
  return std::unique_ptr<TemporaryFolder>(new TemporaryFolder(path));
}

std::unique_ptr<TemporaryFolder> TemporaryFolder::make() {
  std::error_code error;
  const std::filesystem::path place = std::filesystem::temp_directory_path(error);
  if (error) {
    throw cannot("make a folder in", "TMPDIR", error.value());
  }
  auto folder = make(place.string());
  if (folder == nullptr) {
    throw cannot("make a folder in", place.string(), errno);
  }
  return folder;
}

TemporaryFolder::~TemporaryFolder() {
  const int error = errno;
  remove_folder(path_);
  const HeldSignals held;
  const std::lock_guard lock(list_mutex);
  TemporaryFolder** place = &youngest;
  while (*place != this) {
    place = &(*place)->older_;
  }
  *place = older_;
  errno = error;
}

}  // namespace flitcast
