#include "tb/explore/sweep/sweep_values.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "tb/config/config_value.h"

namespace flitcast {
namespace {

constexpr std::string_view kDots = "..";
constexpr const char* kExamples = "give FROM..TO, FROM..TO +STEP or FROM..TO xFACTOR";

/// A range of whole numbers: FROM..TO, by steps or by factors.
struct Range {
  std::int64_t from;
  std::int64_t to;
  std::int64_t step = 1;
  bool geometric = false;
};

/// Takes a number from the front; nothing where there is none. Throws for one that is too large.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    throw ValueError(fmt::format("{} is too large a number", in_quotes(text)));
  }
  if (error != std::errc() || text.front() == '-') {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// True for what can only be meant as a range: a number, and two dots.
bool looks_like_range(std::string_view item) {
  const std::size_t digits = std::min(item.find_first_not_of("0123456789"), item.size());
  return digits > 0 && item.substr(digits, kDots.size()) == kDots;
}

Range parse_range(std::string_view item) {
  const auto wrong = [item] {
    return ValueError(fmt::format("{} is not a range; {}", in_quotes(item), kExamples));
  };
  std::string_view rest = item;
  Range range{*take_number(rest), 0};
  rest.remove_prefix(kDots.size());
  const auto to = take_number(rest);
  if (!to) {
    throw wrong();
  }
  range.to = *to;
  rest = trim(rest);
  if (!rest.empty()) {
    range.geometric = rest.front() == 'x';
    const bool known = range.geometric || rest.front() == '+';
    rest = trim(rest.substr(1));
    const auto step = known ? take_number(rest) : std::nullopt;
    if (!step || !rest.empty()) {
      throw wrong();
    }
    range.step = *step;
  }
  return range;
}

void check(const Range& range, std::string_view item) {
  if (range.from > range.to) {
    throw ValueError(
        fmt::format("{} runs backwards; give the smaller number first", in_quotes(item)));
  }
  if (range.geometric && (range.step < 2 || range.from < 1)) {
    throw ValueError(fmt::format("{} gets nowhere; factors are 2 or more, and start at 1 or more",
                                 in_quotes(item)));
  }
  if (range.step < 1) {
    throw ValueError(fmt::format("{} gets nowhere; steps are 1 or more", in_quotes(item)));
  }
}

void add(const std::string& value, std::vector<std::string>& values) {
  if (values.size() == kMostPoints) {
    throw ValueError(
        fmt::format("has more than {} values; a sweep has at most so many points", kMostPoints));
  }
  values.push_back(value);
}

void add_range(std::string_view item, std::vector<std::string>& values) {
  const Range range = parse_range(item);
  check(range, item);
  for (std::int64_t value = range.from;;) {
    add(std::to_string(value), values);
    const bool more =
        range.geometric ? value <= range.to / range.step : range.step <= range.to - value;
    if (!more) {
      return;
    }
    value = range.geometric ? value * range.step : value + range.step;
  }
}

/// Takes the first item with the comma behind it. `(1,2)` is one without its parentheses.
std::string_view take_item(std::string_view& rest, bool& in_parentheses) {
  rest = trim(rest);
  in_parentheses = !rest.empty() && rest.front() == '(';
  const std::size_t close = in_parentheses ? rest.find(')') : 0;
  if (close == std::string_view::npos) {
    throw ValueError(fmt::format("{} has no closing parenthesis", in_quotes(rest)));
  }
  const std::size_t end = std::min(rest.find(',', close), rest.size());
  std::string_view item = trim(rest.substr(0, end));
  if (in_parentheses) {
    if (item.size() > close + 1) {
      throw ValueError(
          fmt::format("{} goes on behind its parenthesis; put a comma there", in_quotes(item)));
    }
    item = trim(item.substr(1, close - 1));
  }
  rest.remove_prefix(end);
  return item;
}

}  // namespace

std::vector<std::string> parse_sweep_values(std::string_view text) {
  std::vector<std::string> values;
  std::string_view rest = trim(text);
  if (rest.empty()) {
    throw ValueError("has no values; give a list, like 1, 2, 4..10");
  }
  for (;;) {
    bool in_parentheses = false;
    const std::string_view item = take_item(rest, in_parentheses);
    if (item.empty()) {
      throw ValueError(fmt::format("{} has an empty place between its commas", in_quotes(text)));
    }
    if (!in_parentheses && looks_like_range(item)) {
      add_range(item, values);
    } else {
      add(std::string(item), values);
    }
    if (rest.empty()) {
      return values;
    }
    rest.remove_prefix(1);
  }
}

}  // namespace flitcast
