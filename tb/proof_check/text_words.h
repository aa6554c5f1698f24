#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace flitcast::proof {

/// A text file, word by word and line by line; where it is not there, what bzip2 has packed of it.
/// All errors are FileErrors with file and line.
class TextWords {
 public:
  explicit TextWords(const std::string& file);

  /// Goes to the next line, if there is one. The last line has an end, too, or is cut off.
  bool next_line();
  /// What is left of the line.
  std::string_view rest() const { return rest_; }
  /// The next word of the line is this one, and is taken.
  bool takes(std::string_view word);
  /// The next word of the line, a whole number from −(2^30) to 2^30.
  int number();
  /// Throws if there is more in the line.
  void end_of_line() const;

  std::size_t line() const { return line_; }
  [[noreturn]] void fail(const std::string& why) const;

 private:
  std::string file_;
  std::string text_;
  std::size_t at_ = 0;  // of the next line
  std::string_view rest_;
  std::size_t line_ = 0;
};

}  // namespace flitcast::proof
