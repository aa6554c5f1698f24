#pragma once

#include <cstddef>
#include <string>

namespace flitcast {

/// A file that is read once, from its beginning to its end. Pipes will do: one that others have a
/// name for (mkfifo) needs a writer within a second. Folders, sockets and devices
/// other than /dev/null are refused, unopened. All errors are FileErrors.
class InputFile {
 public:
  explicit InputFile(const std::string& path);
  ~InputFile();

  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// The next bytes, at most `size`; none at the end. Waits for a writer that takes its time, and
  /// says so once.
  std::size_t read(char* bytes, std::size_t size);

 private:
  bool wait(bool has_writer);

  std::string path_;
  int file_ = -1;
  bool named_pipe_ = false;
  bool waited_ = false;
};

/// There is something of that name that can be read once only.
bool is_pipe(const std::string& path);

}  // namespace flitcast
