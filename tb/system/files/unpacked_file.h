#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tb/system/files/input_file.h"

namespace flitcast {

/// The bytes of a file from its beginning to its end, unpacked where bzip2 has packed them, in the
/// memory of a buffer. All errors are FileErrors.
class UnpackedFile {
 public:
  explicit UnpackedFile(const std::string& file);
  ~UnpackedFile();

  /// The next bytes; fewer than `size` at the end only.
  std::size_t read(char* bytes, std::size_t size);

 private:
  struct Unpacking;

  bool fill();
  void begin_stream();
  std::size_t copy(char* bytes, std::size_t size);
  std::size_t unpack(char* bytes, std::size_t size);

  std::string name_;
  InputFile file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is not taken, in the buffer
  std::size_t end_ = 0;
  std::uint64_t packed_bytes_ = 0;
  std::uint64_t unpacked_bytes_ = 0;
  std::unique_ptr<Unpacking> unpacking_;  // null: nothing is packed
};

/// The whole of it, of at most `max_bytes`. Throws FileError.
std::string unpacked_text(const std::string& file, std::size_t max_bytes);

/// As bzip2 packs it.
std::string packed_text(const std::string& text);

}  // namespace flitcast
