#include "tb/system/files/input_file.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <linux/magic.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/system/console.h"
#include "tb/system/file_error.h"

namespace flitcast {
namespace {

constexpr int kPatience = 1000;  // milliseconds

bool is_null_device(const struct stat& status) {
  constexpr unsigned kMajor = 1;
  constexpr unsigned kMinor = 3;
  return S_ISCHR(status.st_mode) && status.st_rdev == makedev(kMajor, kMinor);
}

/// Why it is not even opened: that may wait, or do something to a device.
std::string obstacle(const struct stat& status) {
  if (S_ISSOCK(status.st_mode)) {
    return "it is a socket; give a file or a pipe";
  }
  if ((S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) && !is_null_device(status)) {
    return "it is a terminal or another device; give a file or a pipe";
  }
  return "";
}

}  // namespace

InputFile::InputFile(const std::string& path) : path_(path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    throw cannot("read", path, errno);
  }
  if (const std::string why = obstacle(status); !why.empty()) {
    throw FileError("cannot read {}: {}", path, why).of(path);
  }
  // Does not wait until the other end is opened.
  file_ = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file_ < 0) {
    throw cannot("read", path, errno);
  }
  struct statfs system {};
  named_pipe_ =
      S_ISFIFO(status.st_mode) && ::fstatfs(file_, &system) == 0 && system.f_type != PIPEFS_MAGIC;
}

InputFile::~InputFile() {
  ::close(file_);
}

std::size_t InputFile::read(char* bytes, std::size_t size) {
  for (;;) {
    const ssize_t count = ::read(file_, bytes, size);
    const bool has_writer = count < 0 && errno == EAGAIN;
    if (count > 0 || (count == 0 && !named_pipe_)) {
      named_pipe_ = false;  // its writer has come; the end is the end from now on
      return static_cast<std::size_t>(count);
    }
    if (count < 0 && !has_writer && errno != EINTR) {
      throw cannot("read", path_, errno);
    }
    if (!wait(has_writer)) {
      return 0;
    }
  }
}

/// For something to read; false when a writer has come and gone without a word.
bool InputFile::wait(bool has_writer) {
  if (waited_ && !has_writer) {
    throw FileError("cannot read {}: it is a pipe that nobody writes to", path_).of(path_);
  }
  pollfd events{file_, POLLIN, 0};
  const int ready = ::poll(&events, 1, waited_ ? -1 : kPatience);
  if (ready == 0) {
    waited_ = true;
    if (has_writer) {
      tell(fmt::format("waiting for what is written to {}", path_));
    }
  }
  return ready <= 0 || (events.revents & POLLIN) != 0;
}

bool is_pipe(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
}

std::string read_text_file(const std::string& path, std::size_t max_bytes) {
  InputFile file(path);
  std::string text;
  char buffer[1 << 14];
  while (const std::size_t count = file.read(buffer, sizeof buffer)) {
    text.append(buffer, count);
    if (text.size() > max_bytes) {
      throw FileError("cannot read {}: it has more than {} bytes", path, max_bytes).of(path);
    }
  }
  return text;
}

std::string read_regular_file(const std::string& path, std::size_t max_bytes) {
  std::error_code error;
  const bool regular = std::filesystem::is_regular_file(path, error);
  if (!regular && !error) {
    throw FileError("cannot read {}: it is no regular file", path).of(path);
  }
  return read_text_file(path, max_bytes);
}

}  // namespace flitcast
