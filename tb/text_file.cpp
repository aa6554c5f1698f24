#include "tb/text_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>

#include <fmt/format.h>

namespace flitcast {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

FileError unreadable(const std::string& path, int error) {
  return FileError(fmt::format("cannot read {}: {}", path, std::strerror(error)));
}

using File = std::unique_ptr<std::FILE, Close>;

std::string read_all(const File& file, const std::string& path, std::size_t max_bytes) {
  std::string text;
  char buffer[1 << 14];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file.get())) {
    text.append(buffer, count);
    if (text.size() > max_bytes) {
      throw FileError(fmt::format("cannot read {}: it has more than {} bytes", path, max_bytes));
    }
  }
  if (std::ferror(file.get()) != 0) {
    throw unreadable(path, errno);
  }
  return text;
}

}  // namespace

std::string read_text_file(const std::string& path, std::size_t max_bytes) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    throw unreadable(path, errno);
  }
  return read_all(file, path, max_bytes);
}

std::string read_regular_file(const std::string& path, std::size_t max_bytes) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const File file(descriptor < 0 ? nullptr : ::fdopen(descriptor, "rb"));
  if (file == nullptr) {
    throw unreadable(path, errno);
  }
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    throw FileError(fmt::format("cannot read {}: it is no regular file", path));
  }
  return read_all(file, path, max_bytes);
}

}  // namespace flitcast
