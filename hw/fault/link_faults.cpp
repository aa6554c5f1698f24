#include "hw/fault/link_faults.h"

#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>

#include "hw/fault/bit_errors.h"
#include "hw/fault/drops.h"
#include "hw/fault/losses.h"

namespace flitcast {
namespace {

/// All of `text` as a number, if it is one.
template <typename Number>
std::optional<Number> number_of(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

[[noreturn]] void refuse(std::string_view parameter, const char* wanted) {
  throw std::invalid_argument("'" + std::string(parameter) + "' is not " + wanted);
}

double rate_of(std::string_view text) {
  const auto rate = number_of<double>(text);
  if (!rate || !(*rate > 0 && *rate < 1)) {
    refuse(text, "a rate above 0 and below 1");
  }
  return *rate;
}

template <typename Fault>
std::shared_ptr<const LinkFault> at_a_rate(std::string_view parameter, std::uint64_t seed) {
  return std::make_shared<Fault>(rate_of(parameter), seed);
}

std::shared_ptr<const LinkFault> drops(std::string_view parameter, std::uint64_t seed) {
  const std::size_t dash = parameter.find('-');
  const auto first = number_of<std::uint64_t>(parameter.substr(0, dash));
  const auto last =
      dash == std::string_view::npos ? first : number_of<std::uint64_t>(parameter.substr(dash + 1));
  if (!first || !last || *first > *last) {
    refuse(parameter, "A or A-B, the number of a flit, or of the first and the last one");
  }
  return std::make_shared<Drops>(*first, *last, seed);
}

}  // namespace

const std::vector<LinkFaultKind>& link_fault_kinds() {
  static const std::vector<LinkFaultKind> kinds{
      {"bit_errors", "RATE", "every bit is turned with this probability", at_a_rate<BitErrors>},
      {"losses", "RATE", "every flit is lost with this probability", at_a_rate<Losses>},
      {"drops", "A or A-B", "these flits of a link are lost, counted from 0", drops},
  };
  return kinds;
}

std::shared_ptr<const LinkFault> make_link_fault(std::string_view text, std::uint64_t seed) {
  constexpr const char* kBlanks = " \t";
  const std::size_t end = text.find_first_of(kBlanks);
  const std::size_t parameter = text.find_first_not_of(kBlanks, end);
  std::string words;
  for (const LinkFaultKind& kind : link_fault_kinds()) {
    if (text.substr(0, end) == kind.word && parameter != std::string_view::npos) {
      return kind.make(text.substr(parameter), seed);
    }
    words +=
        (words.empty() ? "" : ", ") + std::string(kind.word) + " " + std::string(kind.parameter);
  }
  throw std::invalid_argument("'" + std::string(text) + "' is none of " + words);
}

}  // namespace flitcast
