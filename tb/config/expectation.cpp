#include "tb/config/expectation.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

using Form = Expectation::Form;

constexpr std::int64_t kMost = 1'000'000'000'000'000;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Refuses what no number but 0 is near to.
void require_not_tiny(std::string_view text) {
  const std::string number(trim(text));
  double ignored = 0;
  const std::errc error = std::from_chars(number.data(), number.data() + number.size(), ignored).ec;
  if (error == std::errc::result_out_of_range &&
      std::abs(std::strtod(number.c_str(), nullptr)) < 1) {
    throw ValueError("{} is too close to 0; give 0 or a larger number", in_quotes(number));
  }
}

double parse_number(std::string_view text, NumberKind kind, Unit unit, std::int64_t min) {
  if (kind == NumberKind::kDecimal) {
    require_not_tiny(text);
  }
  return kind == NumberKind::kWhole
             ? static_cast<double>(parse_integer(text, unit, min, kMost))
             : parse_decimal(text, unit, static_cast<double>(min), static_cast<double>(kMost));
}

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

/// What rounding may add to a decimal sum; less than 1 for the largest number there is.
double rounding(double a, double b) {
  return 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
}

/// The text of an expectation, taken apart. The second number is the tolerance or the upper end.
struct Parts {
  Form form = Form::kExact;
  std::string_view first;
  std::string_view second;
};

Parts take_apart(std::string_view text) {
  text = trim(text);
  if (starts_with(text, ">=") || starts_with(text, "<=")) {
    return {text.front() == '>' ? Form::kAtLeast : Form::kAtMost, text.substr(2), {}};
  }
  for (const std::string_view sign : {"..", "+-", "±"}) {
    const std::size_t at = text.find(sign);
    if (at == std::string_view::npos) {
      continue;
    }
    const std::string_view first = text.substr(0, at);
    const std::string_view second = trim(text.substr(at + sign.size()));
    if (sign == "..") {
      return {Form::kRange, first, second};
    }
    const bool percent = !second.empty() && second.back() == '%';
    return {percent ? Form::kPercent : Form::kTolerance, first,
            second.substr(0, second.size() - (percent ? 1 : 0))};
  }
  return {Form::kExact, text, {}};
}

double parse_tolerance(const Parts& parts, NumberKind kind, Unit unit) {
  try {
    return parts.form == Form::kPercent
               ? parse_number(parts.second, NumberKind::kDecimal, kNoUnit, 0)
               : parse_number(parts.second, kind, unit, 0);
  } catch (const ValueError& error) {
    throw ValueError("the tolerance {}", error.what());
  }
}

/// Writes another number over the one that a part of `text` begins with.
void replace_number(std::string_view part, double number, std::string_view text, std::string& out) {
  part = trim(part);
  double ignored = 0;
  const char* const end = std::from_chars(part.data(), part.data() + part.size(), ignored).ptr;
  out.replace(static_cast<std::size_t>(part.data() - text.data()),
              static_cast<std::size_t>(end - part.data()), number_text(number));
}

}  // namespace

double Expectation::lowest() const {
  switch (form) {
    case Form::kTolerance:
      return value - tolerance;
    case Form::kPercent:
      return value - std::abs(value) * tolerance / 100;
    case Form::kAtMost:
      return -kInfinity;
    default:
      return value;
  }
}

double Expectation::highest() const {
  switch (form) {
    case Form::kTolerance:
      return value + tolerance;
    case Form::kPercent:
      return value + std::abs(value) * tolerance / 100;
    case Form::kAtLeast:
      return kInfinity;
    case Form::kRange:
      return upper;
    default:
      return value;
  }
}

bool Expectation::accepts(double measured) const {
  if (form == Form::kTolerance || form == Form::kPercent) {
    const double slack = rounding(value, measured);
    return measured >= lowest() - slack && measured <= highest() + slack;
  }
  return measured >= lowest() && measured <= highest();
}

double Expectation::difference(double measured) const {
  if (form == Form::kExact || form == Form::kTolerance || form == Form::kPercent) {
    return measured - value;
  }
  return measured < lowest() ? measured - lowest() : std::max(0.0, measured - highest());
}

Expectation Expectation::moved_to(double measured) const {
  if (accepts(measured)) {
    return *this;
  }
  Expectation moved = *this;
  double& number = form == Form::kRange && measured > upper ? moved.upper : moved.value;
  number = short_number(measured, [&](double rounded) {
    number = rounded;
    return moved.accepts(measured);
  });
  return moved;
}

Expectation parse_expectation(std::string_view text, NumberKind kind, const Unit& unit) {
  text = trim(text);
  const Parts parts = take_apart(text);
  if (parts.form == Form::kExact && !text.empty() &&
      (text.front() == '>' || text.front() == '<' || text.front() == '=')) {
    throw ValueError("{} is no bound; give >= or <= and a number", in_quotes(text));
  }
  Expectation expectation;
  expectation.form = parts.form;
  expectation.value = parse_number(parts.first, kind, unit, -kMost);
  if (parts.form == Form::kTolerance || parts.form == Form::kPercent) {
    expectation.tolerance = parse_tolerance(parts, kind, unit);
  }
  if (parts.form == Form::kRange) {
    expectation.upper = parse_number(parts.second, kind, unit, -kMost);
    if (expectation.upper < expectation.value) {
      throw ValueError("{} holds no number; the smaller end comes first", in_quotes(text));
    }
  }
  return expectation;
}

std::string to_string(const Expectation& expectation) {
  std::string value = number_text(expectation.value);
  switch (expectation.form) {
    case Form::kExact:
      return value;
    case Form::kTolerance:
      return fmt::format("{} +- {}", value, number_text(expectation.tolerance));
    case Form::kPercent:
      return fmt::format("{} +- {} %", value, number_text(expectation.tolerance));
    case Form::kAtLeast:
      return ">= " + value;
    case Form::kAtMost:
      return "<= " + value;
    case Form::kRange:
      return fmt::format("{} .. {}", value, number_text(expectation.upper));
  }
  throw std::logic_error("unknown form of an expectation");
}

std::string rewritten(std::string_view text, const Expectation& was, const Expectation& is) {
  std::string out(text);
  const Parts parts = take_apart(text);
  // From the back, so that what is in front keeps its place.
  if (is.form == Form::kRange && is.upper != was.upper) {
    replace_number(parts.second, is.upper, text, out);
  }
  if (is.value != was.value) {
    replace_number(parts.first, is.value, text, out);
  }
  return out;
}

std::string number_text(double number) {
  return fmt::format("{}", number);
}

}  // namespace flitcast
