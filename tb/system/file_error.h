#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace flitcast {

/// A file that cannot be read or written. what() names it and says why.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// "cannot read x.ini: No such file or directory", for what the system does not let us do. Where
/// that is because the working folder is gone, it says so; where there is no memory for it, the
/// process ends as process_memory.h has it.
FileError cannot(std::string_view act, const std::string& path, int error);

/// The path from the root. Throws FileError when the working folder it counts from is gone.
std::string absolute_path(const std::string& path);

}  // namespace flitcast
