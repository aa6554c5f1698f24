#include "tb/system/file_error.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "tb/system/process_memory.h"
#include "traffic/text/nearest_word.h"

namespace flitcast {
namespace {

constexpr const char* kGone = "the working folder was removed";

bool working_folder_is_gone() {
  std::error_code error;
  return std::filesystem::current_path(error).empty() &&
         error == std::errc::no_such_file_or_directory;
}

/// May be what was meant where the other was written: not a file of another kind, unless it is
/// called the same.
bool of_a_kind(const std::filesystem::path& name, const std::filesystem::path& wanted) {
  return name.extension() == wanted.extension() || name.stem() == wanted.stem();
}

/// The path up to its first missing part, with what is there and may be meant instead; empty where
/// nothing is close.
std::string near_path(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr std::size_t kMostNames = 10'000;
  constexpr std::size_t kLongestName = 255;
  std::error_code error;
  fs::path folder;
  for (const fs::path& part : fs::path(path)) {
    if (fs::exists(folder / part, error)) {
      folder /= part;
      continue;
    }
    std::vector<std::string> names;
    fs::directory_iterator entries(folder.empty() ? "." : folder, error);
    for (; !error && entries != fs::directory_iterator() && names.size() < kMostNames;
         entries.increment(error)) {
      const fs::path name = entries->path().filename();
      if (name != part && of_a_kind(name, part)) {  // the same may be a link to nowhere
        names.push_back(name.string());
      }
    }
    const std::string name = close_word(part.string().substr(0, kLongestName), names, 3);
    return name.empty() ? "" : (folder / name).string();
  }
  return "";
}

}  // namespace

FileError cannot(std::string_view act, const std::string& path, int error) {
  if (error == ENOMEM) {
    out_of_memory();
  }
  const bool gone = error == ENOENT && !path.empty() && path[0] != '/' && working_folder_is_gone();
  std::string hint = gone ? kGone : "";
  if (const std::string near = near_path(path); error == ENOENT && act == "read" && !near.empty()) {
    hint = fmt::format("the nearest is {}", near);
  }
  return FileError("cannot {} {}: {}{}{}", act, path, std::strerror(error),
                   hint.empty() ? "" : "; ", hint)
      .of(path);
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  if (error && working_folder_is_gone()) {
    throw FileError("{}; change to one that exists", kGone);
  }
  if (error) {
    throw cannot("find", "the working folder", error.value());
  }
  return absolute.lexically_normal().string();
}

}  // namespace flitcast
