#pragma once

#include <string>
#include <string_view>

namespace flitcast {

struct Unit;

/// What a measured number is to be: a value, a value and a tolerance, a bound, or a range. Whole
/// numbers up to 10^15 are exact; a decimal is that which the text reads as, to the last bit, so
/// that what a result prints is met by the same result.
struct Expectation {
  enum class Form { kExact, kTolerance, kPercent, kAtLeast, kAtMost, kRange };

  Form form = Form::kExact;
  double value = 0;      ///< the value, the bound, or the lower end of the range
  double tolerance = 0;  ///< in the unit of the value, or in percent of it
  double upper = 0;      ///< the upper end of the range

  /// The smallest and the largest number that is as expected; infinite where there is none.
  double lowest() const;
  double highest() const;
  bool accepts(double measured) const;
  /// How far a measured number is from the value, or from the bound that it breaks; 0 within
  /// bounds.
  double difference(double measured) const;
  /// The same form around a measured number: its value, or the bound that the number breaks,
  /// becomes the number.
  Expectation moved_to(double measured) const;
};

enum class NumberKind { kWhole, kDecimal };

/// "123", "-3", "123 +- 4", "123 ± 4", "123 +- 5 %", ">= 123", "<= 123", "3 .. 5". Throws
/// ValueError.
Expectation parse_expectation(std::string_view text, NumberKind kind, const Unit& unit);

/// What parse_expectation reads.
std::string to_string(const Expectation& expectation);

/// A text that parse_expectation has read with the numbers of another expectation of the same form:
/// everything else of it, units, signs and blanks, stays. Only numbers that differ are written
/// anew.
std::string rewritten(std::string_view text, const Expectation& was, const Expectation& is);

/// "12", "0.0625": a number as results print it, with no more digits than it takes.
std::string number_text(double number);

}  // namespace flitcast
