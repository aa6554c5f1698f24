#include "tb/trace/vcd_writer.h"

#include <charconv>
#include <stdexcept>

namespace flitcast::trace {

VcdWriter::VcdWriter(ByteSink& sink, const std::string& date, const std::string& version)
    : sink_(sink), buffer_(kBuffer), ids_(1), table_(kTabulated) {
  for (std::uint64_t value = 0; value < kTabulated; ++value) {
    Digits& digits = table_[value];
    const std::to_chars_result end =
        std::to_chars(digits.text, digits.text + sizeof digits.text, value, 2);
    digits.length = static_cast<std::uint32_t>(end.ptr - digits.text);
  }
  put("$date\n  " + date + "\n$end\n$version\n  " + version + "\n$end\n$timescale 1 ps $end\n");
}

// A byte at a time, the first without leading zeros.
char* VcdWriter::write_binary(char* out, std::uint64_t value) const {
  int shift = (63 - __builtin_clzll(value | 1)) / 8 * 8;
  const Digits& first = table_[value >> shift];
  std::memcpy(out, first.text, sizeof first.text);
  out += first.length;
  while (shift > 0) {
    shift -= 8;
    const Digits& next = table_[(value >> shift) % kTabulated];
    constexpr std::size_t kByte = 8;
    std::memset(out, '0', kByte - next.length);
    std::memcpy(out + kByte - next.length, next.text, next.length);
    out += kByte;
  }
  return out;
}

void VcdWriter::put(std::string_view text) {
  if (used_ + text.size() > buffer_.size()) {
    flush();
  }
  if (text.size() > buffer_.size()) {
    throw std::length_error("a line of a waveform is too long");
  }
  std::memcpy(buffer_.data() + used_, text.data(), text.size());
  used_ += text.size();
}

void VcdWriter::flush() {
  sink_.write({buffer_.data(), used_});
  used_ = 0;
}

void VcdWriter::open_scope(std::string_view name) {
  put("$scope module " + std::string(name) + " $end\n");
}

void VcdWriter::close_scope() {
  put("$upscope $end\n");
}

// The printable characters are the digits of an identifier.
VcdWriter::Code VcdWriter::next_code() {
  constexpr Code kDigits = 94;
  constexpr char kFirst = '!';
  const auto code = static_cast<Code>(ids_.size());
  Id id{};
  id.text[id.length++] = ' ';
  for (Code rest = code - 1;; rest = rest / kDigits - 1) {
    id.text[id.length++] = static_cast<char>(kFirst + static_cast<char>(rest % kDigits));
    if (rest < kDigits) {
      break;
    }
  }
  id.text[id.length++] = '\n';
  ids_.push_back(id);
  return code;
}

void VcdWriter::declare(std::string_view type, unsigned width, Code code, std::string_view name) {
  const Id& id = ids_[code];
  std::string line = "$var ";
  line += type;
  line += ' ' + std::to_string(width) + ' ';
  line.append(id.text + 1, id.length - 2U);
  line += ' ';
  line += name;
  put(line + " $end\n");
}

VcdWriter::Code VcdWriter::declare_number(std::string_view name, unsigned width) {
  const Code code = next_code();
  declare("wire", width, code, name);
  return code;
}

VcdWriter::Code VcdWriter::declare_text(std::string_view name) {
  const Code code = next_code();
  declare("string", 1, code, name);
  return code;
}

void VcdWriter::end_declarations() {
  put("$enddefinitions $end\n");
}

void VcdWriter::time(std::uint64_t picoseconds) {
  char* out = room();
  *out++ = '#';
  out = std::to_chars(out, out + 20, picoseconds).ptr;
  *out++ = '\n';
  used_ = static_cast<std::size_t>(out - buffer_.data());
}

}  // namespace flitcast::trace
