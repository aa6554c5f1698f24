#include "tb/text_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

namespace flitcast {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

FileError unreadable(const std::string& path, int error) {
  return FileError(fmt::format("cannot read {}: {}", path, std::strerror(error)));
}

}  // namespace

std::string read_text_file(const std::string& path, std::size_t max_bytes) {
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    throw unreadable(path, errno);
  }
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

}  // namespace flitcast
