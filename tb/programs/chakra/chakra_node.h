#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"

namespace flitcast {

/// What a node of a Chakra trace is.
enum class ChakraType : std::uint8_t {
  kInvalid,
  kMetadata,
  kLoad,
  kStore,
  kCompute,
  kSend,
  kReceive,
  kCollective
};

/// What counts of a node. Numbers larger than 2^63 - 1 are that.
struct ChakraNode {
  std::uint64_t id = 0;
  std::uint64_t type = 0;
  std::uint64_t micros = 0;
  std::vector<std::uint64_t> dependencies{};
  // attributes
  std::optional<std::int64_t> size{};  ///< bytes
  std::optional<std::int64_t> source{};
  std::optional<std::int64_t> destination{};
  std::optional<std::int64_t> tag{};
  std::optional<std::int64_t> collective{};
  std::optional<std::int64_t> root{};
  std::string group{};
};

/// The nodes of the file of a rank, one after the other, in the memory of the largest.
class ChakraFile {
 public:
  /// Reads what stands before them. Throws FileError.
  explicit ChakraFile(const std::string& file);

  /// Goes to the next node, if there is one. Throws FileError.
  bool next();
  const ChakraNode& node() const { return node_; }
  template <typename... Parts>
  [[noreturn]] void fail(fmt::format_string<Parts...> format, Parts&&... parts) const {
    throw FileError("{}: message {} from byte {} on: {}", name_, number_, from_,
                    fmt::format(format, std::forward<Parts>(parts)...));
  }

 private:
  bool read_message();
  std::optional<std::uint64_t> read_length();
  int read_byte();
  void parse_node();

  std::string name_;
  InputFile file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is not taken, in the buffer
  std::size_t end_ = 0;
  std::string message_;
  std::uint64_t at_ = 0;
  std::uint64_t from_ = 0;
  std::uint64_t number_ = 0;  // of the message, from 1
  ChakraNode node_;
};

}  // namespace flitcast
