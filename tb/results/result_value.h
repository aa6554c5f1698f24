#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace flitcast {

/// A number, a text, a truth or nothing, as it stands in one place of a result, or a cell of a
/// table.
struct ResultValue {
  enum class Kind { kNull, kWhole, kDecimal, kText, kTruth };

  ResultValue() = default;
  ResultValue(std::string word) : kind(Kind::kText), text(std::move(word)) {}
  ResultValue(const char* word) : ResultValue(std::string(word)) {}
  template <typename Number,
            std::enable_if_t<std::is_integral_v<Number> && !std::is_same_v<Number, bool>, int> = 0>
  ResultValue(Number number) : kind(Kind::kWhole), text(std::to_string(number)) {}
  ResultValue(double number);
  ResultValue(const std::optional<double>& number)
      : ResultValue(number ? ResultValue(*number) : ResultValue()) {}
  /// Of JSON without members.
  explicit ResultValue(const nlohmann::ordered_json& json);

  bool is_null() const { return kind == Kind::kNull; }
  bool is_number() const { return kind == Kind::kWhole || kind == Kind::kDecimal; }
  double number() const;
  nlohmann::ordered_json json() const;

  Kind kind = Kind::kNull;
  std::string text;  ///< as tables have it: without quotes, nothing for null
};

inline bool operator==(const ResultValue& a, const ResultValue& b) {
  return a.kind == b.kind && a.text == b.text;
}
inline bool operator!=(const ResultValue& a, const ResultValue& b) {
  return !(a == b);
}

/// A number where the text is one, the text otherwise; nothing for an empty one.
ResultValue number_or_text(const std::string& text);

/// A value of a result by the path that leads to it: "traffic.message_flits" for what is in
/// `config`, "completion_cycles", "latency.p95".
struct ResultColumn {
  std::string name;
  ResultValue value;
};

/// The value of that name, or null.
const ResultValue* find_value(const std::vector<ResultColumn>& columns, std::string_view name);
/// Whether it is this one.
bool has_value(const std::vector<ResultColumn>& columns, std::string_view name,
               const ResultValue& value);

}  // namespace flitcast
