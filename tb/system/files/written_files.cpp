#include "tb/system/files/written_files.h"

#include <cstdint>
#include <filesystem>

#include <fmt/format.h>

#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

/// "812 bytes", "81.2 kB", "1.2 MB".
std::string byte_size(std::uint64_t bytes) {
  constexpr std::uint64_t kStep = 1000;
  constexpr double kRounded = 999.95;
  if (bytes < kStep) {
    return count_of(bytes, "byte");
  }
  double value = static_cast<double>(bytes) / 1000;
  const char* unit = "kB";
  for (const char* next : {"MB", "GB", "TB"}) {
    if (value < kRounded) {
      break;
    }
    value /= 1000;
    unit = next;
  }
  return fmt::format("{:.1f} {}", value, unit);
}

std::string line(const std::string& name, std::uint64_t bytes) {
  return fmt::format("wrote {}, {}\n", name, byte_size(bytes));
}

}  // namespace

std::string written_lines(const std::vector<AtomicFile*>& files) {
  std::string lines;
  for (const AtomicFile* const file : files) {
    if (const auto bytes = file->size()) {
      lines += line(file->target(), *bytes);
    }
  }
  return lines;
}

std::string written_lines(const std::vector<std::string>& files) {
  std::string lines;
  for (const std::string& file : files) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error);
    if (!error) {
      lines += line(file, bytes);
    }
  }
  return lines;
}

std::string written_line(const std::string& place, const std::vector<std::string>& files) {
  std::uint64_t bytes = 0;
  for (const std::string& file : files) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    bytes += error ? 0 : size;
  }
  return line(fmt::format("{}, {}", place, count_of(files.size(), "file")), bytes);
}

}  // namespace flitcast
