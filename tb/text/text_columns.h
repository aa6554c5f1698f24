#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace flitcast {

/// Columns that UTF-8 text takes on a terminal (one per code point).
std::size_t text_width(std::string_view text);
/// Text filled up with blanks on the right, or on the left.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

/// "1 round", "2 rounds".
std::string count_of(std::uint64_t count, const char* noun);

/// A rate or count ready for its unit, with a prefix where it is large: "5.3 M", "42 ".
std::string with_prefix(double value);

/// A number to four digits, a large one without its fraction: "0.2941", "15283"; "–" for none.
std::string decimal(double value);

/// "+3 (+0.238 %)": a difference from a number, and its share of it where that is not 0. A fraction
/// has so many digits, those of the numbers beside it.
std::string difference_text(double difference, double base, int digits);

/// What is left of an excess when the waits that caused it are accounted for: "5 that no wait
/// explains: the closed form does not fit", or what of the waits the closed form has counted
/// itself; empty for 0.
std::string unexplained_text(std::int64_t cycles, bool waited);

/// Columns of text, each as wide as its widest field, without blanks at the ends of lines; columns
/// of numbers, with "–" for none, stand to the right. All rows have as many fields as the first
/// one, which is the head.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

/// Every line that is not empty moved to the right; ends with a line end.
std::string indented(const std::string& text, std::size_t columns);

/// Lines that are wider than `width` broken at blanks. The rest of a line is below what follows its
/// last wide gap in the first half, as the text of a list with labels is, or below its first word.
/// A width of 0 is no limit; words that are longer stay whole.
std::string wrapped(const std::string& text, std::size_t width);

/// What fits into `width` columns, ending in "…" where something is left out. A width of 0 is no
/// limit.
std::string cut_off(const std::string& text, std::size_t width);

/// Letters and digits in small letters, anything else as hyphens: for the name of a file.
std::string slug(std::string_view text);

/// A block of labelled facts as text, aligned in columns: label, value, unit or remark.
class Facts {
 public:
  /// A fact whose value is a number or a short word; numbers stand right-aligned in one column.
  void add(std::string label, std::string value, std::string remark = "");
  template <typename Number>
  void number(const std::string& label, Number value, const std::string& remark = "") {
    add(label, std::to_string(value), remark);
  }
  /// A fact in words, outside of the column of numbers.
  void words(std::string label, std::string text);
  /// An empty line.
  void gap() { lines_.push_back({}); }

  std::string text() const;

 private:
  struct Line {
    std::string label;
    std::string value;
    std::string remark;
  };
  std::vector<Line> lines_;
};

/// The number rounded to as few digits as `good` takes, four at least and all before its point;
/// itself where it takes no fewer than all.
double short_number(double number, const std::function<bool(double)>& good);

}  // namespace flitcast
