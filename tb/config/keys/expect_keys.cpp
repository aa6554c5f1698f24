#include "tb/config/keys/expect_keys.h"

#include <utility>

#include "tb/config/config_value.h"
#include "tb/system/files/content_hash.h"

namespace flitcast {
namespace {

using Kind = Measure::Kind;

std::vector<std::string_view> words_of(std::string_view list) {
  constexpr std::string_view kBetween = " | ";
  std::vector<std::string_view> words;
  for (std::size_t end = 0; end != list.npos;) {
    end = list.find(kBetween);
    words.push_back(list.substr(0, end));
    list.remove_prefix(end == list.npos ? list.size() : end + kBetween.size());
  }
  return words;
}

std::string parse_hash(std::string_view text) {
  text = trim(text);
  if (!is_content_hash(text)) {
    throw ValueError("{} is no hash; give 16 hexadecimal digits, the messages_hash of a result",
                     in_quotes(text));
  }
  return std::string(text);
}

std::string parse_text(std::string_view text) {
  std::string part = parse_name(text, "a part of the message");
  if (!fits_ini(part)) {
    throw ValueError(in_quotes(part) +
                     " has what begins a comment; give a part of the message without # and without "
                     "; behind a blank");
  }
  return part;
}

}  // namespace

std::variant<Expectation, std::string> parse_expected(const Measure& measure,
                                                      std::string_view text) {
  const Unit unit = measure.unit == kCycles.name ? kCycles : kNoUnit;
  switch (measure.kind) {
    case Kind::kWhole:
      return parse_expectation(text, NumberKind::kWhole, unit);
    case Kind::kDecimal:
      return parse_expectation(text, NumberKind::kDecimal, unit);
    case Kind::kWord: {
      const std::vector<std::string_view> words = words_of(measure.words);
      return std::string(words[parse_word(text, words)]);
    }
    case Kind::kHash:
      return parse_hash(text);
    case Kind::kText:
      return parse_text(text);
  }
  throw std::logic_error("unknown kind of measure");
}

std::string expected_text(const std::variant<Expectation, std::string>& expected) {
  const auto* const number = std::get_if<Expectation>(&expected);
  return number != nullptr ? to_string(*number) : std::get<std::string>(expected);
}

std::vector<ConfigKey> expect_keys() {
  std::vector<ConfigKey> keys;
  for (const Measure& measure : measures()) {
    ConfigKey key;
    key.name = measure.key;
    key.syntax = measure.syntax();
    key.unit = measure.unit;
    key.dimension = measure.kind == Kind::kWhole && measure.unit == kCycles.name ? Dimension::kTime
                                                                                 : Dimension::kNone;
    key.fallback = "none";
    key.help = measure.help;
    key.check = [&measure](std::string_view text) { parse_expected(measure, text); };
    key.apply = [&measure](Config& config, std::string_view text) {
      config.expectations[std::string(measure.path())] = parse_expected(measure, text);
    };
    key.show = [&measure](const Config& config) -> std::optional<std::string> {
      const auto found = config.expectations.find(measure.path());
      return found == config.expectations.end() ? std::nullopt
                                                : std::optional(expected_text(found->second));
    };
    keys.push_back(std::move(key));
  }
  return keys;
}

}  // namespace flitcast
