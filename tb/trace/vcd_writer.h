#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace flitcast::trace {

/// Takes the bytes of a file.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(std::string_view bytes) = 0;
};

/// The syntax of a value change dump (IEEE 1364), buffered: declarations, then changes. What is
/// declared in which order, and that changes are changes, is the caller's.
class VcdWriter {
 public:
  /// A declared variable. 0 is none.
  using Code = std::uint32_t;
  static constexpr Code kNoCode = 0;

  /// Times will be in picoseconds. `sink` must outlive the writer.
  VcdWriter(ByteSink& sink, const std::string& date, const std::string& version);

  void open_scope(std::string_view name);
  void close_scope();
  /// A number of `width` bits; of one bit: use bit(), of more: number() and none().
  Code declare_number(std::string_view name, unsigned width);
  /// A word, for text(): the `string` variables of common viewers.
  Code declare_text(std::string_view name);
  void end_declarations();

  void time(std::uint64_t picoseconds);
  /// Around the values that all variables start with.
  void begin_initial_values() { put("$dumpvars\n"); }
  void end_initial_values() { put("$end\n"); }

  void bit(Code code, bool value) {
    char* out = room();
    *out = value ? '1' : '0';
    end_line(out + 1, code, 1);
  }
  void number(Code code, std::uint64_t value) {
    char* out = room();
    *out++ = 'b';
    if (value < kTabulated) {
      const Digits& digits = table_[value];
      std::memcpy(out, digits.text, sizeof digits.text);
      out += digits.length;
    } else {
      out = write_binary(out, value);
    }
    end_line(out, code, 0);
  }
  /// A number that has no value.
  void none(Code code) {
    char* out = room();
    out[0] = 'b';
    out[1] = 'z';
    end_line(out + 2, code, 0);
  }
  void text(Code code, std::string_view value) {
    char* out = room();
    *out++ = 's';
    std::memcpy(out, value.data(), value.size());
    end_line(out + value.size(), code, 0);
  }

  /// Everything has gone to the sink.
  void flush();

 private:
  static constexpr std::size_t kBuffer = 1 << 16;
  static constexpr std::size_t kLongestLine = 128;
  static constexpr std::uint64_t kTabulated = 256;

  struct Digits {
    char text[8];
    std::uint32_t length;
  };
  struct Id {
    char text[7];  // " id\n", padded
    std::uint8_t length;
  };

  char* write_binary(char* out, std::uint64_t value) const;
  void put(std::string_view text);
  Code next_code();
  void declare(std::string_view type, unsigned width, Code code, std::string_view name);
  /// Room for one line.
  char* room() {
    if (used_ + kLongestLine > buffer_.size()) {
      flush();
    }
    return buffer_.data() + used_;
  }
  void end_line(char* out, Code code, std::size_t skip) {
    const Id& id = ids_[code];
    std::memcpy(out, id.text + skip, sizeof id.text - 1);
    used_ = static_cast<std::size_t>(out - buffer_.data()) + id.length - skip;
  }

  ByteSink& sink_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  std::vector<Id> ids_;
  std::vector<Digits> table_;
};

}  // namespace flitcast::trace
