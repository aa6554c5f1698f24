#pragma once

#include <stdexcept>
#include <string>

namespace flitcast {

/// A file that cannot be read or written. what() names it and says why.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The content of a file of at most `max_bytes`. Throws FileError.
std::string read_text_file(const std::string& path, std::size_t max_bytes);
/// The same of a file that others may have put there: a pipe, which may never end, or a device is
/// refused.
std::string read_regular_file(const std::string& path, std::size_t max_bytes);

}  // namespace flitcast
