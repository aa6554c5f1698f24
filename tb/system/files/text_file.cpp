#include "tb/system/files/text_file.h"

#include <filesystem>

#include <fmt/format.h>

#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"

namespace flitcast {

std::string read_text_file(const std::string& path, std::size_t max_bytes) {
  InputFile file(path);
  std::string text;
  char buffer[1 << 14];
  while (const std::size_t count = file.read(buffer, sizeof buffer)) {
    text.append(buffer, count);
    if (text.size() > max_bytes) {
      throw FileError(fmt::format("cannot read {}: it has more than {} bytes", path, max_bytes));
    }
  }
  return text;
}

std::string read_regular_file(const std::string& path, std::size_t max_bytes) {
  std::error_code error;
  const bool regular = std::filesystem::is_regular_file(path, error);
  if (!regular && !error) {
    throw FileError(fmt::format("cannot read {}: it is no regular file", path));
  }
  return read_text_file(path, max_bytes);
}

}  // namespace flitcast
