#include "tb/config/config_value.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "tb/config/network_words.h"
#include "tb/system/file_error.h"
#include "traffic/text/nearest_word.h"

namespace flitcast {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// "5 or 5 cycles" for the unit at hand.
std::string example(std::string_view number, Unit unit) {
  return unit.name.empty() ? fmt::format("like {}", number)
                           : fmt::format("like {0} or {0} {1}", number, unit.name);
}

/// A usual number of the range, or its first.
double decimal_example(double min, double max) {
  for (const double usual : {1.5, 0.2}) {
    if (usual >= min && usual <= max) {
      return usual;
    }
  }
  return min;
}

/// The word that is close, or that the text has in it; or empty.
std::string word_near(const std::string& text, const std::vector<std::string_view>& words) {
  std::string near = close_word(text, {words.begin(), words.end()});
  for (const std::string_view word : words) {
    if (near.empty() && text.find(word) != std::string::npos) {
      near = word;
    }
  }
  return near;
}

void require_text(std::string_view text, std::string_view number, Unit unit) {
  if (text.empty()) {
    throw ValueError("has no value; give a number, {}", example(number, unit));
  }
}

/// Splits off what follows a number and complains about anything but the unit's own name.
void check_unit(std::string_view text, std::string_view rest, std::string_view number, Unit unit) {
  rest = trim(rest);
  if (rest.empty() || (!unit.name.empty() && (rest == unit.name || rest == unit.singular))) {
    return;
  }
  if (unit.name.empty()) {
    throw ValueError("{} is not a number; give one {}", in_quotes(text), example(number, unit));
  }
  throw ValueError("{} is not a number of {}; give one {}", in_quotes(text), unit.name,
                   example(number, unit));
}

template <typename Number>
std::string range_text(Number min, Number max, Unit unit) {
  return fmt::format("{} to {}{}{}", min, max, unit.name.empty() ? "" : " ", unit.name);
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

std::string normalized_word(std::string_view text) {
  std::string word(trim(text));
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) {
    return c == ' ' || c == '-' ? '_' : static_cast<char>(std::tolower(c));
  });
  return word;
}

std::string alternatives(const std::vector<std::string_view>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view joint = i == 0 ? "" : (i + 1 == words.size() ? " or " : ", ");
    out.append(joint).append(words[i]);
  }
  return out;
}

std::int64_t parse_integer(std::string_view text, Unit unit, std::int64_t min, std::int64_t max) {
  text = trim(text);
  const std::string number = std::to_string(std::clamp<std::int64_t>(5, min, max));
  require_text(text, number, unit);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error == std::errc::invalid_argument) {
    check_unit(text, text, number, unit);
  }
  const std::string_view rest = text.substr(length);
  if (!rest.empty() && rest.front() == '.' && rest.size() > 1 && is_digit(rest[1])) {
    throw ValueError("{} is not a whole number; give one {}", in_quotes(text),
                     example(number, unit));
  }
  check_unit(text, rest, number, unit);
  if (error == std::errc::result_out_of_range || value < min || value > max) {
    throw ValueError("{} is out of range; give {}", in_quotes(text), range_text(min, max, unit));
  }
  return value;
}

double parse_decimal(std::string_view text, Unit unit, double min, double max) {
  text = trim(text);
  const std::string number = fmt::format("{}", decimal_example(min, max));
  require_text(text, number, unit);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(end - text.data());
  check_unit(text, error == std::errc::invalid_argument ? text : text.substr(length), number, unit);
  if (error == std::errc::result_out_of_range || !(value >= min && value <= max)) {
    throw ValueError("{} is out of range; give {}", in_quotes(text), range_text(min, max, unit));
  }
  return value;
}

bool parse_switch(std::string_view text) {
  text = trim(text);
  if (text == "on" || text == "true") {
    return true;
  }
  if (text == "off" || text == "false") {
    return false;
  }
  throw ValueError("{} is not a switch; give on or off", in_quotes(text));
}

std::size_t parse_word(std::string_view text, const std::vector<std::string_view>& words) {
  text = trim(text);
  auto found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) {
    found =
        std::find_if(words.begin(), words.end(), [plain = normalized_word(text)](const auto& word) {
          return normalized_word(word) == plain;
        });
  }
  if (found != words.end()) {
    return static_cast<std::size_t>(found - words.begin());
  }
  if (text.empty()) {
    throw ValueError("has no value; give {}", alternatives(words));
  }
  constexpr std::size_t kManyWords = 8;
  constexpr std::size_t kLongestWord = 60;
  const std::string near = words.size() > kManyWords
                               ? word_near(normalized_word(text.substr(0, kLongestWord)), words)
                               : "";
  throw ValueError(
      near.empty() ? fmt::format("{} is not known; give {}", in_quotes(text), alternatives(words))
                   : fmt::format("{} is not known; the nearest is {}", in_quotes(text), near));
}

std::vector<std::uint32_t> parse_dims(std::string_view text) {
  constexpr std::int64_t kMaxSide = 65536;
  constexpr std::size_t kMaxDimensions = 16;
  text = trim(text);
  std::vector<std::uint32_t> dims;
  for (std::string_view rest = text;;) {
    const std::size_t cut = rest.find('x');
    const std::string_view side = rest.substr(0, cut);
    const bool digits = !side.empty() && std::all_of(side.begin(), side.end(), is_digit);
    if (!digits || dims.size() == kMaxDimensions) {
      throw ValueError("{} is not a size; give {}", in_quotes(text), dims_wanted());
    }
    dims.push_back(static_cast<std::uint32_t>(parse_integer(side, kNoUnit, 0, kMaxSide)));
    if (cut == std::string_view::npos) {
      return dims;
    }
    rest.remove_prefix(cut + 1);
  }
}

CycleWindow parse_window(std::string_view text) {
  constexpr std::int64_t kMost = 1'000'000'000'000'000;
  text = trim(text);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    throw ValueError(in_quotes(text) + " is no window; give FROM:TO in cycles, like 100:200");
  }
  CycleWindow window;
  const std::string_view from = trim(text.substr(0, colon));
  const std::string_view to = trim(text.substr(colon + 1));
  if (!from.empty()) {
    window.from = parse_integer(from, kNoUnit, 0, kMost);
  }
  if (!to.empty()) {
    window.to = parse_integer(to, kNoUnit, 0, kMost);
  }
  if (window.to <= window.from) {
    throw ValueError(in_quotes(text) + " holds no cycle; TO is the first cycle behind the window");
  }
  return window;
}

TraceTarget parse_target(std::string_view text) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  text = trim(text);
  const std::size_t colon = text.find(':');
  const std::string_view what = trim(text.substr(0, colon));
  if (colon == std::string_view::npos || (what != "message" && what != "round")) {
    throw ValueError(in_quotes(text) + " is neither message:ID nor round:K");
  }
  const std::int64_t number = parse_integer(text.substr(colon + 1), kNoUnit, 0, kMost);
  return {what == "message", static_cast<std::uint64_t>(number)};
}

Destinations parse_destinations(std::string_view text) {
  constexpr std::string_view kRandom = "random:";
  constexpr std::int64_t kMostNodes = 65535;
  text = trim(text);
  Destinations result;
  if (text == "all") {
    result.all = true;
  } else if (text.substr(0, kRandom.size()) == kRandom) {
    result.random = static_cast<std::uint32_t>(
        parse_integer(text.substr(kRandom.size()), kNoUnit, 1, kMostNodes));
  } else {
    for (const std::string& word : parse_list(text, "a list of nodes, all or random:K")) {
      result.nodes.push_back(static_cast<NodeId>(parse_integer(word, kNoUnit, 0, kMostNodes)));
    }
  }
  return result;
}

std::vector<std::uint32_t> parse_counts(std::string_view text) {
  constexpr std::int64_t kMost = 65536;
  std::vector<std::uint32_t> counts;
  for (const std::string& word : parse_list(text, "a list of numbers")) {
    counts.push_back(static_cast<std::uint32_t>(parse_integer(word, kNoUnit, 1, kMost)));
  }
  return counts;
}

std::vector<std::string> parse_list(std::string_view text, std::string_view what) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view word = trim(text.substr(begin, end - begin));
    if (word.empty() && !trim(text).empty()) {
      throw ValueError("{} has an empty place between its commas; give {}", in_quotes(text), what);
    }
    words.push_back(parse_name(word, what));
    begin = end + 1;
  }
  return words;
}

std::string parse_name(std::string_view text, std::string_view what) {
  text = trim(text);
  if (text.empty()) {
    throw ValueError("has no value; give {}", what);
  }
  return std::string(text);
}

bool fits_ini(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](unsigned char c) { return c < 0x20 || c == '#'; }) &&
         text.find(" ;") == std::string_view::npos && text.substr(0, 1) != ";";
}

std::optional<std::string> full_name(const std::string& file) {
  if (file.empty()) {
    return {};
  }
  return absolute_path(file);
}

std::string parse_file_name(std::string_view text) {
  std::string name = parse_name(text, "the name of a file");
  if (!fits_ini(name)) {
    throw ValueError(in_quotes(name) +
                     " is not fit for a file; give a name without # ; and control characters");
  }
  return name;
}

}  // namespace flitcast
