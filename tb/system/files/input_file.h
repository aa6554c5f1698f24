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

/// The content of what InputFile reads, of at most `max_bytes`. Throws FileError.
std::string read_text_file(const std::string& path, std::size_t max_bytes);
/// The same of a file that others may have put there: a pipe, which may never end, or a device is
/// refused.
std::string read_regular_file(const std::string& path, std::size_t max_bytes);

}  // namespace flitcast
