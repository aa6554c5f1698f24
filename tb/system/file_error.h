#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

namespace flitcast {

/// A file that cannot be read or written. what() names it and says why.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  /// The message is made by fmt::format.
  template <typename First, typename... Rest>
  FileError(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest)
      : std::runtime_error(
            fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...)) {}

  /// Empty where what() alone names it.
  const std::string& file() const { return file_; }
  /// The key that names the file; empty where none is known.
  const std::string& key() const { return key_; }
  /// The same error, of that file, or that key.
  FileError of(std::string file) && {
    file_ = std::move(file);
    return std::move(*this);
  }
  FileError asked_by(std::string key) && {
    key_ = std::move(key);
    return std::move(*this);
  }

 private:
  std::string file_;
  std::string key_;
};

/// "cannot read x.ini: No such file or directory", for what the system does not let us do. Where
/// that is because the working folder is gone, it says so; where there is no memory for it, the
/// process ends as process_memory.h has it.
FileError cannot(std::string_view act, const std::string& path, int error);

/// The path from the root. Throws FileError when the working folder it counts from is gone.
std::string absolute_path(const std::string& path);

}  // namespace flitcast
