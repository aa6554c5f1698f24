#include "tb/config/rate_value.h"

#include <cstddef>
#include <numeric>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/text/shown_text.h"

namespace flitcast {
namespace {

/// A decimal number as it is written.
struct WrittenNumber {
  std::int64_t above;
  std::int64_t below;
};

/// Of up to nine digits.
WrittenNumber written_number(std::string_view text) {
  constexpr std::size_t kMostDigits = 9;
  WrittenNumber number{0, 1};
  std::size_t digits = 0;
  bool point = false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if ((!is_digit && (c != '.' || point)) || digits == kMostDigits) {
      digits = 0;
      break;
    }
    point = point || c == '.';
    digits += is_digit ? 1 : 0;
    number.above = is_digit ? 10 * number.above + (c - '0') : number.above;
    number.below *= is_digit && point ? 10 : 1;
  }
  if (digits == 0) {
    throw ValueError("{} is not a rate; give flits a cycle, like 0.875 or 28.1/32",
                     in_quotes(text));
  }
  return number;
}

FlitRate rate_up_to(std::int64_t most, std::string_view text) {
  const std::size_t slash = text.find('/');
  WrittenNumber rate = written_number(trim(text.substr(0, slash)));
  if (slash != std::string_view::npos) {
    const WrittenNumber by = written_number(trim(text.substr(slash + 1)));
    rate = {rate.above * by.below, rate.below * by.above};
  }
  const std::int64_t common = std::gcd(rate.above, rate.below);
  if (rate.above == 0 || rate.above > most * rate.below) {
    throw ValueError("{} is out of range; give more than 0 and at most {}", in_quotes(text), most);
  }
  if (rate.below / common > FlitRate::kMost) {
    throw ValueError("{} is {} flits in {} cycles; give a number of fewer digits", in_quotes(text),
                     rate.above / common, rate.below / common);
  }
  return {rate.above / common, rate.below / common};
}

}  // namespace

FlitRate parse_rate(std::string_view text) {
  return rate_up_to(1, text);
}

FlitRate parse_total_rate(std::string_view text) {
  return rate_up_to(kMostTotalRate, text);
}

std::optional<std::string> rate_text(const FlitRate& rate) {
  return rate.cycles == 1 ? std::to_string(rate.flits)
                          : fmt::format("{}/{}", rate.flits, rate.cycles);
}

}  // namespace flitcast
