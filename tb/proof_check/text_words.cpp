#include "tb/proof_check/text_words.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"
#include "tb/system/files/unpacked_file.h"

namespace flitcast::proof {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 32U;
constexpr int kMostNumber = 1 << 30;

}  // namespace

TextWords::TextWords(const std::string& file) : file_(file) {
  const std::string packed = file + ".bz2";
  std::error_code error;
  text_ = std::filesystem::is_regular_file(packed, error) && !std::filesystem::exists(file, error)
              ? unpacked_text(packed, kMostBytes)
              : read_regular_file(file, kMostBytes);
}

bool TextWords::next_line() {
  if (at_ == text_.size()) {
    return false;
  }
  ++line_;
  const std::size_t end = text_.find('\n', at_);
  if (end == std::string::npos) {
    fail("the file is cut off within this line");
  }
  rest_ = std::string_view(text_).substr(at_, end - at_);
  at_ = end + 1;
  return true;
}

bool TextWords::takes(std::string_view word) {
  if (rest_.substr(0, rest_.find(' ')) != word) {
    return false;
  }
  rest_.remove_prefix(word.size() < rest_.size() ? word.size() + 1 : word.size());
  return true;
}

int TextWords::number() {
  int value = 0;
  const std::string_view word = rest_.substr(0, rest_.find(' '));
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value > kMostNumber ||
      value < -kMostNumber) {
    fail(word.empty() ? "a number is missing" : "there is a word where a number should be");
  }
  takes(word);
  return value;
}

void TextWords::end_of_line() const {
  if (!rest_.empty()) {
    fail("there is more in the line than should be");
  }
}

void TextWords::fail(const std::string& why) const {
  throw FileError("{}:{}: {}", file_, std::max<std::size_t>(line_, 1), why);
}

}  // namespace flitcast::proof
