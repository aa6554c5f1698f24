#include "tb/system/temporary_folder.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <random>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/system/held_signals.h"

namespace flitcast {
namespace {

namespace fs = std::filesystem;

/// No folder in it is ever followed. True unless there is still something in it.
bool try_to_remove(const std::string& path) {
  std::error_code error;
  for (fs::directory_iterator entry(path, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    ::unlink(entry->path().c_str());
  }
  return ::rmdir(path.c_str()) == 0 || errno != ENOTEMPTY;
}

/// A process that is about to die may still make a file in it, or have one open.
void remove_folder(const std::string& path) {
  constexpr int kTries = 100;
  constexpr useconds_t kPause = 10'000;
  for (int tries = 0; tries < kTries && !try_to_remove(path); ++tries) {
    ::usleep(kPause);
  }
}

int make_temporary(const std::string& path) {
  return ::mkdir(path.c_str(), S_IRWXU) == 0 ? 0 : errno;
}

/// The process beside: makes the folder, tells how that went, and removes it at the end of the
/// line. Signals have been held since before it was there.
[[noreturn]] void keep(const std::string& path, int line) {
  ::setsid();
  ::dup2(line, STDIN_FILENO);
  ::closefrom(STDIN_FILENO + 1);  // others wait for the end of what was open
  const int error = make_temporary(path);
  char nothing = 0;
  if (::write(STDIN_FILENO, &error, sizeof error) == sizeof error && error == 0) {
    while (::read(STDIN_FILENO, &nothing, 1) > 0) {
    }
  }
  if (error == 0) {
    remove_folder(path);
  }
  ::_exit(0);
}

}  // namespace

/// Returns why there is none, 0 when there is. Without a keeper, for want of processes or files,
/// there is the folder at least.
int TemporaryFolder::create() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return make_temporary(path_);
  }
  {
    const HeldSignals held;
    keeper_ = ::fork();
    if (keeper_ == 0) {
      keep(path_, ends[1]);
    }
  }
  ::close(ends[1]);
  line_ = ends[0];
  int error = 0;
  return ::recv(line_, &error, sizeof error, MSG_WAITALL) == sizeof error ? error
                                                                          : make_temporary(path_);
}

std::unique_ptr<TemporaryFolder> TemporaryFolder::make(const std::string& place) {
  int error = EEXIST;
  while (error == EEXIST) {
    const std::string path = fmt::format("{}/.flitcast-{:08x}", place, std::random_device()());
    std::unique_ptr<TemporaryFolder> folder(new TemporaryFolder(path));
    error = folder->create();
    if (error == 0) {
      return folder;
    }
    folder->path_.clear();
  }
  errno = error;
  return nullptr;
}

bool TemporaryFolder::try_to_go() const {
  return try_to_remove(path_);
}

TemporaryFolder::~TemporaryFolder() {
  const int error = errno;
  if (!path_.empty()) {
    remove_folder(path_);
  }
  if (line_ >= 0) {
    ::close(line_);
  }
  if (keeper_ > 0) {
    while (::waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  errno = error;
}

}  // namespace flitcast
