#include "tb/system/file_error.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "tb/system/out_of_memory.h"

namespace flitcast {
namespace {

constexpr const char* kGone = "the working folder was removed";

bool working_folder_is_gone() {
  std::error_code error;
  return std::filesystem::current_path(error).empty() &&
         error == std::errc::no_such_file_or_directory;
}

}  // namespace

FileError cannot(std::string_view act, const std::string& path, int error) {
  if (error == ENOMEM) {
    out_of_memory();
  }
  const bool gone = error == ENOENT && !path.empty() && path[0] != '/' && working_folder_is_gone();
  return FileError(fmt::format("cannot {} {}: {}{}{}", act, path, std::strerror(error),
                               gone ? "; " : "", gone ? kGone : ""));
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  if (error && working_folder_is_gone()) {
    throw FileError(fmt::format("{}; change to one that exists", kGone));
  }
  if (error) {
    throw cannot("find", "the working folder", error.value());
  }
  return absolute.lexically_normal().string();
}

}  // namespace flitcast
