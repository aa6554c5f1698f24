#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>

#include "tb/config/config_value.h"
#include "tb/explore/sweep/sweep_lists.h"

namespace flitcast::explore {
namespace {

constexpr std::string_view kDots = "..";
constexpr const char* kExamples = "give FROM..TO, FROM..TO +STEP or FROM..TO xFACTOR";

constexpr int kMostPlaces = 9;

/// A decimal number: mantissa / 10^places.
struct Decimal {
  std::int64_t mantissa = 0;
  int places = 0;
};

/// A range of numbers, FROM..TO, by steps or by factors; all of them over 10^places.
struct Range {
  std::int64_t from;
  std::int64_t to;
  std::int64_t step;
  bool geometric = false;
  int places = 0;
};

std::size_t digits_of(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789"), text.size());
}

/// The length of the number that the text begins with: digits, and a point with digits.
std::size_t number_length(std::string_view text) {
  const std::size_t whole = digits_of(text);
  const bool point = whole > 0 && whole < text.size() && text[whole] == '.';
  const std::size_t decimals = point ? digits_of(text.substr(whole + 1)) : 0;
  return decimals > 0 ? whole + 1 + decimals : whole;
}

/// Takes a number from the front; nothing where there is none. Throws for one that is too large or
/// too fine.
std::optional<Decimal> take_number(std::string_view& text) {
  const std::size_t length = number_length(text);
  if (length == 0) {
    return std::nullopt;
  }
  std::string digits(text.substr(0, length));
  const std::size_t point = digits.find('.');
  Decimal number;
  if (point != std::string::npos) {
    if (length - point - 1 > kMostPlaces) {
      throw ValueError("{} has more than {} decimal places", in_quotes(text.substr(0, length)),
                       kMostPlaces);
    }
    number.places = static_cast<int>(length - point - 1);
    digits.erase(point, 1);
  }
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number.mantissa);
  if (error == std::errc::result_out_of_range) {
    throw ValueError("{} is too large a number", in_quotes(text));
  }
  text.remove_prefix(length);
  return number;
}

/// True for what can only be meant as a range: a number, and two dots.
bool looks_like_range(std::string_view item) {
  const std::size_t length = number_length(item);
  return length > 0 && item.substr(length, kDots.size()) == kDots;
}

/// The mantissa over 10^places instead of its own. Throws where that is too large.
std::int64_t scaled(const Decimal& number, int places, std::string_view item) {
  std::int64_t mantissa = number.mantissa;
  for (int place = number.places; place < places; ++place) {
    if (mantissa > std::numeric_limits<std::int64_t>::max() / 10) {
      throw ValueError("{} has too large a number", in_quotes(item));
    }
    mantissa *= 10;
  }
  return mantissa;
}

/// The number as it is written, without zeros at its end.
std::string decimal_text(std::int64_t mantissa, int places) {
  std::string text = std::to_string(mantissa);
  if (places == 0) {
    return text;
  }
  const auto decimals = static_cast<std::size_t>(places);
  if (text.size() <= decimals) {
    text.insert(0, decimals + 1 - text.size(), '0');
  }
  text.insert(text.size() - decimals, 1, '.');
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') {
    text.pop_back();
  }
  return text;
}

Range parse_range(std::string_view item) {
  const auto wrong = [item] {
    return ValueError("{} is not a range; {}", in_quotes(item), kExamples);
  };
  std::string_view rest = item;
  const Decimal from = *take_number(rest);
  rest.remove_prefix(kDots.size());
  const auto to = take_number(rest);
  if (!to) {
    throw wrong();
  }
  Decimal step{1, 0};
  bool geometric = false;
  rest = trim(rest);
  if (!rest.empty()) {
    geometric = rest.front() == 'x';
    const bool known = geometric || rest.front() == '+';
    rest = trim(rest.substr(1));
    const auto given = known ? take_number(rest) : std::nullopt;
    if (!given || !rest.empty() || (geometric && given->places > 0)) {
      throw wrong();
    }
    step = *given;
  }
  const int places = std::max({from.places, to->places, step.places});
  return {scaled(from, places, item), scaled(*to, places, item),
          geometric ? step.mantissa : scaled(step, places, item), geometric, places};
}

void check(const Range& range, std::string_view item) {
  if (range.from > range.to) {
    throw ValueError("{} runs backwards; give the smaller number first", in_quotes(item));
  }
  if (range.geometric && (range.step < 2 || range.from < 1)) {
    throw ValueError("{} gets nowhere; whole factors are 2 or more, and start above 0",
                     in_quotes(item));
  }
  if (range.step < 1) {
    throw ValueError("{} gets nowhere; steps are above 0", in_quotes(item));
  }
  const bool step_given = item.find_first_of("+x") != std::string_view::npos;
  if (!step_given && range.from < range.to && range.to - range.from < range.step) {
    throw ValueError("{} goes in steps of 1; give smaller ones, FROM..TO +STEP", in_quotes(item));
  }
}

void add(const std::string& value, std::vector<std::string>& values) {
  if (values.size() == kMostPoints) {
    throw ValueError("has more than {} values; a sweep has at most so many points", kMostPoints);
  }
  values.push_back(value);
}

void add_range(std::string_view item, std::vector<std::string>& values) {
  const Range range = parse_range(item);
  check(range, item);
  for (std::int64_t value = range.from;;) {
    add(decimal_text(value, range.places), values);
    const bool more =
        range.geometric ? value <= range.to / range.step : range.step <= range.to - value;
    if (!more) {
      return;
    }
    value = range.geometric ? value * range.step : value + range.step;
  }
}

/// Takes the first item with the comma after it. `(1,2)` is one without its parentheses.
std::string_view take_item(std::string_view& rest, bool& in_parentheses) {
  rest = trim(rest);
  in_parentheses = !rest.empty() && rest.front() == '(';
  const std::size_t close = in_parentheses ? rest.find(')') : 0;
  if (close == std::string_view::npos) {
    throw ValueError("{} has no closing parenthesis", in_quotes(rest));
  }
  const std::size_t end = std::min(rest.find(',', close), rest.size());
  std::string_view item = trim(rest.substr(0, end));
  if (in_parentheses) {
    if (item.size() > close + 1) {
      throw ValueError("{} goes on behind its parenthesis; put a comma there", in_quotes(item));
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
      throw ValueError("{} has an empty place between its commas", in_quotes(text));
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

}  // namespace flitcast::explore
