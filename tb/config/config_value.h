#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "tb/config/config.h"
#include "tb/config/quantity.h"
#include "tb/text/shown_text.h"

namespace flitcast {

/// A value that its key cannot take. what() says what would be right, without naming the key.
class ValueError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
  /// The message is made by fmt::format.
  template <typename First, typename... Rest>
  ValueError(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest)
      : std::invalid_argument(
            fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...)) {}
};

/// What a numeric key counts. A value is a plain number in this unit, or a number with one of the
/// unit's names after it ("5", "5 cycles").
struct Unit {
  std::string_view name;      ///< "cycles"; empty = the key is a pure number
  std::string_view singular;  ///< "cycle"
  Dimension dimension = Dimension::kNone;
};

inline constexpr Unit kCycles{"cycles", "cycle", Dimension::kTime};
inline constexpr Unit kCyclesPerFlit{"cycles", "cycle", Dimension::kPace};
inline constexpr Unit kFlits{"flits", "flit", Dimension::kSize};
inline constexpr Unit kNanoseconds{"ns", "ns", Dimension::kPeriod};
inline constexpr Unit kNoUnit{"", ""};

/// Without leading and trailing blanks.
std::string_view trim(std::string_view text);
/// As words and keys are compared that people may write in other ways: trimmed, in small letters,
/// with underscores for blanks and hyphens.
std::string normalized_word(std::string_view text);
/// True when the text, as a value in a configuration file, reads back as it is: nothing in it
/// begins a comment or ends the line.
bool fits_ini(std::string_view text);
/// "a, b or c".
std::string alternatives(const std::vector<std::string_view>& words);

// All of these throw ValueError.

/// A whole number from `min` to `max`.
std::int64_t parse_integer(std::string_view text, Unit unit, std::int64_t min, std::int64_t max);
/// A decimal number from `min` to `max`.
double parse_decimal(std::string_view text, Unit unit, double min, double max);
/// on, off, true or false.
bool parse_switch(std::string_view text);
/// One of `words`, in any case, with blanks or hyphens for underscores; returns its index.
std::size_t parse_word(std::string_view text, const std::vector<std::string_view>& words);
/// Sides joined by 'x': "6", "8x8".
std::vector<std::uint32_t> parse_dims(std::string_view text);
/// "100:200", "100:", ":200"; nothing is after the end, 10^15 at most.
CycleWindow parse_window(std::string_view text);
/// "message:7", "round:2".
TraceTarget parse_target(std::string_view text);
/// "3,7,12", "all", "random:5".
Destinations parse_destinations(std::string_view text);
/// Numbers >= 1 separated by commas.
std::vector<std::uint32_t> parse_counts(std::string_view text);
/// Words separated by commas.
std::vector<std::string> parse_list(std::string_view text, std::string_view what);
/// Any text that is not empty; `what` says what it is ("the name of a file").
std::string parse_name(std::string_view text, std::string_view what);
/// A file that is read, as the effective configuration shows it: from the root; nothing for "".
std::optional<std::string> full_name(const std::string& file);
/// The name of a file, without what begins a comment in a configuration file.
std::string parse_file_name(std::string_view text);

}  // namespace flitcast
