#pragma once

#include <string_view>
#include <vector>

namespace flitcast {

/// Something that can be expected of a run: a number or a word of its result.
struct Measure {
  enum class Kind { kWhole, kDecimal, kWord, kHash, kText };

  std::string_view key;  ///< "expect.latency.p95"
  Kind kind;             ///< what is expected: a number, one of `words`, a hash, any text
  std::string_view unit;
  std::string_view help;
  std::string_view words = {};  ///< "passed | failed | off"
  bool in_result = true;        ///< false: only the one who started the program knows it

  /// The path in the result: "latency.p95".
  std::string_view path() const { return key.substr(key.find('.') + 1); }
  bool is_number() const { return kind == Kind::kWhole || kind == Kind::kDecimal; }
  /// What can be expected, in words.
  std::string_view syntax() const;
};

/// All of them, in the order of the documentation.
const std::vector<Measure>& measures();

/// The one with that path, "latency.p95", or null.
const Measure* find_measure(std::string_view path);

}  // namespace flitcast
