#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw/types.h"
#include "traffic/pattern/pattern_settings.h"

namespace flitcast {

/// The file of a pattern: lines of words between blanks or commas; what follows a # is a comment.
class PatternFile {
 public:
  struct Line {
    std::size_t number;  ///< from 1
    std::vector<std::string_view> words;
  };

  /// `settings` must outlive it. `processors` is how many the network has.
  PatternFile(const PatternSettings& settings, NodeId processors);

  /// Those that are not empty.
  const std::vector<Line>& lines() const { return lines_; }

  /// std::invalid_argument "FILE:LINE: message".
  [[noreturn]] void fail(std::size_t line, const std::string& message) const;
  /// The same of its last line.
  [[noreturn]] void fail_at_end(const std::string& message) const;

  // Words of a line, which fail where they are something else.
  NodeId processor(const Line& line, std::size_t word) const;
  /// A whole number from `least` to `most`; `what` begins the message: "the cycle".
  std::uint64_t number(const Line& line, std::size_t word, const std::string& what,
                       std::uint64_t least, std::uint64_t most) const;
  /// A number of 0 or more.
  double weight(const Line& line, std::size_t word) const;

 private:
  const PatternSettings& settings_;
  NodeId processors_;
  std::vector<Line> lines_;
  std::size_t last_ = 1;
};

}  // namespace flitcast
