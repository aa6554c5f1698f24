#include "hw/fault/link_faults.h"

#include <charconv>
#include <stdexcept>
#include <string>

#include "hw/fault/bit_errors.h"
#include "hw/fault/drops.h"
#include "hw/fault/losses.h"

namespace flitcast {
namespace {

/// All of `text` as a number; throws std::invalid_argument that says `wanted`.
template <typename Number>
Number number_of(std::string_view text, const char* wanted) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) {
    throw std::invalid_argument("'" + std::string(text) + "' is not " + wanted);
  }
  return number;
}

double rate_of(std::string_view text) {
  constexpr const char* kWanted = "a rate above 0 and below 1";
  const auto rate = number_of<double>(text, kWanted);
  if (!(rate > 0 && rate < 1)) {
    throw std::invalid_argument("'" + std::string(text) + "' is not " + kWanted);
  }
  return rate;
}

template <typename Fault>
std::shared_ptr<const LinkFault> at_a_rate(std::string_view parameter, std::uint64_t seed) {
  return std::make_shared<Fault>(rate_of(parameter), seed);
}

std::shared_ptr<const LinkFault> drops(std::string_view parameter, std::uint64_t seed) {
  constexpr const char* kWanted = "FIRST-LAST, two numbers of flits, the smaller one first";
  const std::size_t dash = parameter.find('-');
  const auto first = number_of<std::uint64_t>(parameter.substr(0, dash), kWanted);
  const auto last = dash == std::string_view::npos
                        ? first
                        : number_of<std::uint64_t>(parameter.substr(dash + 1), kWanted);
  if (first > last) {
    throw std::invalid_argument("'" + std::string(parameter) + "' is not " + kWanted);
  }
  return std::make_shared<Drops>(first, last, seed);
}

}  // namespace

const std::vector<LinkFaultKind>& link_fault_kinds() {
  static const std::vector<LinkFaultKind> kinds{
      {"bit_errors", "RATE", "every bit is turned with this probability", at_a_rate<BitErrors>},
      {"losses", "RATE", "every flit is lost with this probability", at_a_rate<Losses>},
      {"drops", "FIRST-LAST", "these flits of a link are lost, counted from 0", drops},
  };
  return kinds;
}

std::shared_ptr<const LinkFault> make_link_fault(std::string_view text, std::uint64_t seed) {
  const std::size_t space = text.find(' ');
  std::string words;
  for (const LinkFaultKind& kind : link_fault_kinds()) {
    if (text.substr(0, space) == kind.word && space != std::string_view::npos) {
      return kind.make(text.substr(text.find_first_not_of(' ', space)), seed);
    }
    words +=
        (words.empty() ? "" : ", ") + std::string(kind.word) + " " + std::string(kind.parameter);
  }
  throw std::invalid_argument("'" + std::string(text) + "' is none of " + words);
}

}  // namespace flitcast
