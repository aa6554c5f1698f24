#include "tb/config/keys/config_key_kinds.h"

#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace flitcast {
namespace {

/// A decimal power of more than nine zeros as such.
std::string number_words(std::int64_t number) {
  if (number == std::numeric_limits<std::int64_t>::max()) {
    return "2^63 - 1";
  }
  int zeros = 0;
  std::int64_t rest = number;
  for (; rest != 0 && rest % 10 == 0; rest /= 10) {
    ++zeros;
  }
  return rest == 1 && zeros > 9 ? fmt::format("10^{}", zeros) : std::to_string(number);
}

}  // namespace

NewKey NewKey::shown_if(bool (*effective)(const Config& config)) const {
  NewKey key = *this;
  key.show = [effective, value = show](const Config& config) {
    return effective(config) ? value(config) : ShownValue{};
  };
  return key;
}

NewKey NewKey::of_some_rows() const {
  NewKey key = *this;
  key.show = [id = name, value = show](const Config& config) {
    return config.row->takes(id) ? value(config) : ShownValue{};
  };
  return key;
}

NewKey NewKey::not_shown() const {
  return shown_if([](const Config& /*config*/) { return false; });
}

NewKey NewKey::or_standard_output() const {
  NewKey key = *this;
  key.syntax += " | -";
  key.check = [](std::string_view text) { parse_file_name(text); };
  return key;
}

ShownValue shown_text(const std::string& value) {
  return value.empty() ? ShownValue{} : ShownValue{value};
}

ShownValue shown_list(const std::vector<std::uint32_t>& values) {
  return shown_text(fmt::format("{}", fmt::join(values, ",")));
}

namespace key_kinds {

std::string joined_words(const std::vector<std::string_view>& words) {
  return fmt::format("{}", fmt::join(words, " | "));
}

std::string range_words(Range range) {
  return fmt::format("{} … {}", number_words(range.min), number_words(range.max));
}

std::string shown_decimal(double value) {
  return fmt::format("{}", value);
}

void check_output_name(std::string_view text) {
  if (trim(text) == "-") {
    throw ValueError("- is standard output, which only output.json takes; give a file name");
  }
  parse_file_name(text);
}

void check_but_for(std::string_view word, const std::function<void(std::string_view)>& check,
                   std::string_view text) {
  try {
    check(text);
  } catch (const ValueError& refusal) {
    throw ValueError("{}, or {}", refusal.what(), word);
  }
}

}  // namespace key_kinds

NewKey read_by_resolve(std::string_view name, std::string syntax,
                       void (*check)(std::string_view text),
                       ShownValue (*show)(const Config& config), std::string help) {
  NewKey key;
  key.name = name;
  key.syntax = std::move(syntax);
  key.help = std::move(help);
  key.check = check;
  key.apply = [](Config& /*config*/, std::string_view /*text*/) {};
  key.show = show;
  return key;
}

}  // namespace flitcast
