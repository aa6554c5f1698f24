#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tb/config/config.h"
#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"

namespace flitcast {

// The kinds of keys. Each makes a key of a member of Config, or of one of its parts; the member's
// initialiser is the default.

/// A key whose declaration goes on: what a kind says of it may be said in other words.
struct NewKey : ConfigKey {
  NewKey spelled(std::string words) const { return with(&ConfigKey::syntax, std::move(words)); }
  NewKey within(std::string words) const { return with(&ConfigKey::range, std::move(words)); }
  NewKey counting(const Unit& counted) const {
    return with(&ConfigKey::unit, counted.name).with(&ConfigKey::dimension, counted.dimension);
  }
  /// For a default that follows from something else.
  NewKey otherwise(std::string words) const { return with(&ConfigKey::fallback, std::move(words)); }
  /// Has an effect on such configurations only.
  NewKey shown_if(bool (*effective)(const Config& config)) const;
  /// Has an effect on the rows only that say that they take it.
  NewKey of_some_rows() const;
  /// Says nothing about a run.
  NewKey not_shown() const;
  /// The name of a file may be -.
  NewKey or_standard_output() const;

 private:
  template <typename T>
  NewKey with(T ConfigKey::*member, T value) const {
    NewKey key = *this;
    key.*member = std::move(value);
    return key;
  }
};

/// Whole numbers, ends included.
struct Range {
  std::int64_t min;
  std::int64_t max;
};

using ShownValue = std::optional<std::string>;

/// A text as shown; nothing for an empty one.
ShownValue shown_text(const std::string& value);
/// Numbers joined by commas; nothing for none.
ShownValue shown_list(const std::vector<std::uint32_t>& values);

namespace key_kinds {

/// The part of a configuration that a member belongs to.
template <typename Part, typename AnyConfig>
auto& part_of(AnyConfig& config) {
  if constexpr (std::is_same_v<Part, NetworkConfig>) {
    return config.network;
  } else if constexpr (std::is_same_v<Part, RouterPipeline>) {
    return config.network.pipeline;
  } else if constexpr (std::is_same_v<Part, RetransmissionSettings>) {
    return config.network.retransmission;
  } else if constexpr (std::is_same_v<Part, RowParameters>) {
    return config.parameters;
  } else if constexpr (std::is_same_v<Part, TraceConfig>) {
    return config.trace;
  } else if constexpr (std::is_same_v<Part, RtlConfig>) {
    return config.rtl;
  } else if constexpr (std::is_same_v<Part, InterfaceRates>) {
    return config.rates;
  } else if constexpr (std::is_same_v<Part, MemorySettings>) {
    return config.memory;
  } else if constexpr (std::is_same_v<Part, LoadSettings>) {
    return config.load;
  } else if constexpr (std::is_same_v<Part, PatternSettings>) {
    return config.load.pattern;
  } else {
    static_assert(std::is_same_v<Part, Config>);
    return config;
  }
}

template <typename T>
struct ValueOf {
  using Type = T;
};
template <typename T>
struct ValueOf<std::optional<T>> {
  using Type = T;
};

template <typename T>
ShownValue shown_number(const T& number) {
  return std::to_string(number);
}
template <typename T>
ShownValue shown_number(const std::optional<T>& number) {
  return number ? shown_number(*number) : std::nullopt;
}

template <typename Choice>
ShownValue shown_word(Choice choice, const std::vector<std::string_view>& words) {
  return ShownValue(words.at(static_cast<std::size_t>(choice)));
}
template <typename Choice>
ShownValue shown_word(const std::optional<Choice>& choice,
                      const std::vector<std::string_view>& words) {
  return choice ? shown_word(*choice, words) : std::nullopt;
}

/// "a | b".
std::string joined_words(const std::vector<std::string_view>& words);
std::string range_words(Range range);
std::string shown_decimal(double value);
void check_output_name(std::string_view text);
/// The same check, whose refusals name the word, too, that is right.
void check_but_for(std::string_view word, const std::function<void(std::string_view)>& check,
                   std::string_view text);

}  // namespace key_kinds

/// A key of any kind: `parse` makes the member of a text and throws ValueError, `show` makes a
/// ShownValue of the member.
template <typename Part, typename T, typename Parse, typename Show>
NewKey value(std::string_view name, T Part::*member, std::string syntax, Parse parse, Show show,
             std::string help) {
  using key_kinds::part_of;
  NewKey key;
  key.name = name;
  key.syntax = std::move(syntax);
  key.help = std::move(help);
  key.check = [parse](std::string_view text) { parse(text); };
  key.apply = [=](Config& config, std::string_view text) {
    part_of<Part>(config).*member = parse(text);
  };
  key.show = [=](const Config& config) -> ShownValue {
    return show(part_of<Part>(config).*member);
  };
  key.fallback = key.show(Config{}).value_or("none");
  return key;
}

template <typename Part, typename T>
NewKey integer(std::string_view name, T Part::*member, Range range, const Unit& unit,
               std::string help) {
  const auto parse = [=](std::string_view text) {
    using Number = typename key_kinds::ValueOf<T>::Type;
    return static_cast<Number>(parse_integer(text, unit, range.min, range.max));
  };
  NewKey key = value(
      name, member, "N", parse, [](const T& number) { return key_kinds::shown_number(number); },
      std::move(help));
  key.range = key_kinds::range_words(range);
  key.numeric = true;
  return key.counting(unit);
}

/// A whole number, or a word that stands for `meant`, a number out of the range.
template <typename Part, typename T>
NewKey integer_or(std::string_view word, T meant, std::string_view name, T Part::*member,
                  Range range, const Unit& unit, std::string help) {
  NewKey key = integer(name, member, range, unit, std::move(help));
  key.syntax += " | " + std::string(word);
  key.check = [word, check = key.check](std::string_view text) {
    if (trim(text) != word) {
      key_kinds::check_but_for(word, check, text);
    }
  };
  key.apply = [=, number = key.apply](Config& config, std::string_view text) {
    if (trim(text) == word) {
      key_kinds::part_of<Part>(config).*member = meant;
    } else {
      number(config, text);
    }
  };
  key.show = [=, number = key.show](const Config& config) {
    return key_kinds::part_of<Part>(config).*member == meant ? ShownValue(word) : number(config);
  };
  return key;
}

template <typename Part>
NewKey decimal(std::string_view name, double Part::*member, double min, double max,
               const Unit& unit, std::string help) {
  NewKey key = value(
      name, member, "X", [=](std::string_view text) { return parse_decimal(text, unit, min, max); },
      key_kinds::shown_decimal, std::move(help));
  key.range = key_kinds::shown_decimal(min) + " … " + key_kinds::shown_decimal(max);
  key.numeric = true;
  return key.counting(unit);
}

/// An enumeration; the words stand in the order of its values.
template <typename Part, typename T>
NewKey choice(std::string_view name, T Part::*member, const std::vector<std::string_view>& words,
              std::string help) {
  using Choice = typename key_kinds::ValueOf<T>::Type;
  return value(
      name, member, key_kinds::joined_words(words),
      [words](std::string_view text) { return static_cast<Choice>(parse_word(text, words)); },
      [words](const T& value) { return key_kinds::shown_word(value, words); }, std::move(help));
}

template <typename Part>
NewKey on_off(std::string_view name, bool Part::*member, std::string help) {
  return value(
      name, member, "on | off", parse_switch, [](bool on) { return ShownValue(on ? "on" : "off"); },
      std::move(help));
}

namespace key_kinds {

template <typename Part, typename Show>
NewKey file_key(ConfigKey::File file, std::string_view name, std::string Part::*member,
                std::string syntax, Show show, std::string help) {
  NewKey key = value(name, member, std::move(syntax), parse_file_name, show, std::move(help));
  key.file = file;
  key.file_name = [member](const Config& config) -> const std::string& {
    return part_of<Part>(config).*member;
  };
  return key;
}

}  // namespace key_kinds

/// A file that is read, by the name under which it is found from the working folder; where it is
/// given in a configuration file, a relative name counts from that.
template <typename Part>
NewKey input_file(std::string_view name, std::string Part::*member, std::string syntax,
                  std::string help) {
  NewKey key = key_kinds::file_key(ConfigKey::File::kRead, name, member, std::move(syntax),
                                   full_name, std::move(help));
  // As it is: the name of the folder that it counts from may be what no value is.
  key.apply = [member](Config& config, std::string_view text) {
    key_kinds::part_of<Part>(config).*member = text;
  };
  return key;
}

/// The same, or one of `words`; the default is one of them.
template <typename Part>
NewKey input_file_or(const std::vector<std::string_view>& words, std::string_view name,
                     std::string Part::*member, const std::string& syntax, std::string help) {
  const auto is_word = [words](const std::string& text) {
    return std::find(words.begin(), words.end(), text) != words.end();
  };
  NewKey key = key_kinds::file_key(
      ConfigKey::File::kRead, name, member, key_kinds::joined_words(words) + " | " + syntax,
      [is_word](const std::string& text) { return is_word(text) ? text : full_name(text); },
      std::move(help));
  key.words = words;
  key.apply = [member](Config& config, std::string_view text) {
    key_kinds::part_of<Part>(config).*member = text;
  };
  key.file_name = [member, is_word](const Config& config) -> const std::string& {
    static const std::string none;
    const std::string& value = key_kinds::part_of<Part>(config).*member;
    return is_word(value) ? none : value;
  };
  return key;
}

/// A file that is written; - is none, unless the key says or_standard_output().
template <typename Part>
NewKey output_file(std::string_view name, std::string Part::*member, std::string syntax,
                   std::string help) {
  NewKey key = key_kinds::file_key(ConfigKey::File::kWritten, name, member, std::move(syntax),
                                   shown_text, std::move(help));
  key.check = key_kinds::check_output_name;
  return key;
}

/// A key that resolve() reads, since its value means something beside other keys only. `check`
/// throws ValueError.
NewKey read_by_resolve(std::string_view name, std::string syntax,
                       void (*check)(std::string_view text),
                       ShownValue (*show)(const Config& config), std::string help);

}  // namespace flitcast
