#include "tb/results/expectations.h"

#include <fmt/format.h>

#include "tb/config/keys/expect_keys.h"
#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

using Expected = std::variant<Expectation, std::string>;

bool is_met(const Expected& expected, const ResultValue& measured) {
  const auto* const number = std::get_if<Expectation>(&expected);
  return number != nullptr ? measured.is_number() && number->accepts(measured.number())
                           : measured == ResultValue(std::get<std::string>(expected));
}

/// By how much a number is not as expected: "3 too many"; or nothing.
std::string distance(const Measure& measure, const Expected& expected,
                     const ResultValue& measured) {
  const auto* const number = std::get_if<Expectation>(&expected);
  if (number == nullptr || !measured.is_number()) {
    return "";
  }
  const auto value = measured.number();
  const bool over = value > number->highest();
  const double beyond = over ? value - number->highest() : number->lowest() - value;
  const bool whole = measure.kind == Measure::Kind::kWhole;
  const std::string much = whole ? fmt::format("{:.15g}", beyond) : fmt::format("{:.3g}", beyond);
  if (number->form == Expectation::Form::kExact) {
    return fmt::format("{} {}", much, over ? "more" : "less");
  }
  return fmt::format("{} too {}", much,
                     over ? (whole ? "many" : "much") : (whole ? "few" : "little"));
}

}  // namespace

std::vector<Judgement> judge(const Config& config, const std::vector<ResultColumn>& result) {
  std::vector<Judgement> judgements;
  for (const Measure& measure : measures()) {
    const auto expected = config.expectations.find(measure.path());
    if (expected != config.expectations.end() && measure.in_result) {
      const ResultValue* const found = find_value(result, measure.path());
      const ResultValue measured = found == nullptr ? ResultValue() : *found;
      judgements.push_back({std::string(measure.path()), expected_text(expected->second), measured,
                            is_met(expected->second, measured)});
    }
  }
  return judgements;
}

std::string told_measure(std::string_view path, const std::string& expected,
                         const ResultValue& measured) {
  const Measure* const measure = find_measure(path);
  if (measured.is_null()) {
    return "nothing";
  }
  if (measure == nullptr || !measure->is_number() || !measured.is_number()) {
    return measured.text;
  }
  const auto expectation = std::get<Expectation>(parse_expected(*measure, expected));
  const auto number = measured.number();
  const bool over = expectation.difference(number) > 0;
  return number_text(short_number(number, [&](double rounded) {
    return !expectation.accepts(rounded) && (expectation.difference(rounded) > 0) == over;
  }));
}

std::vector<std::string> unmet_lines(const std::vector<Judgement>& judgements) {
  std::vector<std::string> unmet;
  for (const auto& [path, expected, measured, met] : judgements) {
    if (!met) {
      const Measure& measure = *find_measure(path);
      const std::string beyond = distance(measure, parse_expected(measure, expected), measured);
      unmet.push_back(fmt::format("expect.{}: expected {}, got {}{}", path, expected,
                                  told_measure(path, expected, measured),
                                  beyond.empty() ? "" : fmt::format(" ({})", beyond)));
    }
  }
  return unmet;
}

}  // namespace flitcast
