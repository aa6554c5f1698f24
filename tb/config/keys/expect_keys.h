#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/config/expectation.h"
#include "tb/config/keys/config_keys.h"
#include "tb/measures/result.h"

namespace flitcast {

/// Something that can be expected of a run.
struct Measure {
  enum class Kind { kWhole, kDecimal, kWord, kHash, kText };

  std::string_view key;     ///< "expect.latency.p95"
  Kind kind;                ///< what is expected: a number, one of `words`, a hash, any text
  std::string_view syntax;  ///< as in ConfigKey
  std::string_view unit;
  std::string_view help;
  /// The value of a schedule's result: a number, a text, or null where the run did not get so far,
  /// or only load has it. A result of load has its value under the path. No function where only the
  /// one who started the program knows it.
  nlohmann::ordered_json (*take)(const RunResult& result);
  std::vector<std::string_view> words;

  /// The path in the result: "latency.p95".
  std::string_view path() const { return key.substr(key.find('.') + 1); }
  bool is_number() const { return kind == Kind::kWhole || kind == Kind::kDecimal; }
};

/// All of them, in the order of the documentation.
const std::vector<Measure>& measures();

/// The one with that path, "latency.p95", or null.
const Measure* find_measure(std::string_view path);

/// What an expect key says. Throws ValueError.
std::variant<Expectation, std::string> parse_expected(const Measure& measure,
                                                      std::string_view text);
/// What parse_expected reads.
std::string expected_text(const std::variant<Expectation, std::string>& expected);

/// The keys of the section [expect], in the order of the documentation.
std::vector<ConfigKey> expect_keys();

}  // namespace flitcast
