#include "tb/results/expectations.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/config/keys/expect_keys.h"
#include "tb/results/result_file.h"
#include "tb/text/short_number.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;
using Expected = std::variant<Expectation, std::string>;

bool is_met(const Expected& expected, const Json& measured) {
  const auto* const number = std::get_if<Expectation>(&expected);
  return number != nullptr ? measured.is_number() && number->accepts(measured.get<double>())
                           : measured == Json(std::get<std::string>(expected));
}

/// By how much a number is not as expected: "3 too many"; or nothing.
std::string distance(const Measure& measure, const Expected& expected, const Json& measured) {
  const auto* const number = std::get_if<Expectation>(&expected);
  if (number == nullptr || !measured.is_number()) {
    return "";
  }
  const auto value = measured.get<double>();
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

/// "latency.mean" of a result; null where it is none of its numbers and words.
Json value_at(const Json& result, std::string_view path) {
  const Json* value = &result;
  for (;;) {
    const std::size_t end = path.find('.');
    const auto member = value->find(std::string(path.substr(0, end)));
    if (member == value->end()) {
      return nullptr;
    }
    value = &*member;
    if (end == std::string_view::npos) {
      return value->is_structured() ? Json(nullptr) : *value;
    }
    path.remove_prefix(end + 1);
  }
}

Json measured_in(const Json& result, const Measure& measure) {
  if (measure.path() == "deadlock") {
    return result["deadlock"].is_null() ? Json("none") : result["deadlock"]["reason"];
  }
  return value_at(result, measure.path());
}

}  // namespace

Json judge(const Config& config, const Json& result) {
  Json judgements = Json::array();
  for (const Measure& measure : measures()) {
    const auto expected = config.expectations.find(measure.path());
    if (expected != config.expectations.end() && measure.in_result) {
      const Json measured = measured_in(result, measure);
      judgements.push_back({{"key", measure.path()},
                            {"expected", expected_text(expected->second)},
                            {"measured", measured},
                            {"met", is_met(expected->second, measured)}});
    }
  }
  return judgements;
}

std::string told_measure(std::string_view path, const std::string& expected, const Json& measured) {
  const Measure* const measure = find_measure(path);
  if (measured.is_null()) {
    return "nothing";
  }
  if (measure == nullptr || !measure->is_number() || !measured.is_number()) {
    return plain_text(measured);
  }
  const auto expectation = std::get<Expectation>(parse_expected(*measure, expected));
  const auto number = measured.get<double>();
  const bool over = expectation.difference(number) > 0;
  return number_text(short_number(number, [&](double rounded) {
    return !expectation.accepts(rounded) && (expectation.difference(rounded) > 0) == over;
  }));
}

std::vector<std::string> unmet_lines(const Json& judgements) {
  std::vector<std::string> unmet;
  for (const Json& judgement : judgements) {
    if (judgement["met"].get<bool>()) {
      continue;
    }
    const auto path = judgement["key"].get<std::string>();
    const auto expected = judgement["expected"].get<std::string>();
    const Json& measured = judgement["measured"];
    const Measure& measure = *find_measure(path);
    const std::string beyond = distance(measure, parse_expected(measure, expected), measured);
    unmet.push_back(fmt::format("expect.{}: expected {}, got {}{}", path, expected,
                                told_measure(path, expected, measured),
                                beyond.empty() ? "" : fmt::format(" ({})", beyond)));
  }
  return unmet;
}

}  // namespace flitcast
