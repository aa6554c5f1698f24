#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tb/system/files/input_file.h"

namespace flitcast {

/// What a text in UTF-8 may begin with.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The lines of a file of any length, one after the other, in the memory of a few.
class LineReader {
 public:
  static constexpr std::size_t kLongest = 4096;
  /// Lines may be longer; what is beyond is left out.
  static constexpr bool kCut = true;

  explicit LineReader(const std::string& file, bool cut = false);

  /// Goes to the next line, if there is one. Throws FileError.
  bool next();
  /// Without its end; as long as nothing else is read.
  std::string_view line() const { return line_; }
  /// Counted from 1.
  std::uint64_t number() const { return number_; }

 private:
  bool fill();

  std::string name_;
  bool cut_;
  InputFile file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is not read, in the buffer
  std::size_t end_ = 0;
  bool over_ = false;
  std::string_view line_;
  std::uint64_t number_ = 0;
};

/// From here to the end of its line GOAL has nothing for a program: "// …" or "# …".
inline bool is_goal_comment(std::string_view text) {
  return text.front() == '#' || text.substr(0, 2) == "//";
}
/// GOAL has such comments, too, which may have many lines.
inline constexpr std::string_view kGoalCommentBegin = "/*";
inline constexpr std::string_view kGoalCommentEnd = "*/";
inline bool begins_goal_comment(std::string_view text) {
  return text.front() == '/' && text.substr(0, kGoalCommentBegin.size()) == kGoalCommentBegin;
}

}  // namespace flitcast
