#include "tb/results/expectations.h"

#include <fmt/format.h>

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

/// `measured` gives the value of a measure.
template <typename Measured>
std::vector<Judgement> judge_all(const Config& config, Measured&& measured) {
  std::vector<Judgement> judgements;
  for (const Measure& measure : measures()) {
    const auto expected = config.expectations.find(measure.path());
    if (expected != config.expectations.end() && measure.take != nullptr) {
      const Json value = measured(measure);
      const bool met = is_met(expected->second, value);
      judgements.push_back({std::string(measure.path()), expected_text(expected->second), value,
                            met, met ? "" : distance(measure, expected->second, value)});
    }
  }
  return judgements;
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

}  // namespace

std::vector<Judgement> judge(const Config& config, const RunResult& result) {
  return judge_all(config, [&](const Measure& measure) { return measure.take(result); });
}

std::vector<Judgement> judge_load(const Config& config, const Json& result) {
  return judge_all(config, [&](const Measure& measure) -> Json {
    if (measure.path() == "deadlock") {
      return result["deadlock"].is_null() ? Json("none") : result["deadlock"]["reason"];
    }
    return value_at(result, measure.path());
  });
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

std::vector<std::string> unmet_lines(const std::vector<Judgement>& judgements) {
  std::vector<std::string> unmet;
  for (const Judgement& judgement : judgements) {
    if (!judgement.met) {
      unmet.push_back(
          fmt::format("expect.{}: expected {}, got {}{}", judgement.key, judgement.expected,
                      told_measure(judgement.key, judgement.expected, judgement.measured),
                      judgement.distance.empty() ? "" : fmt::format(" ({})", judgement.distance)));
    }
  }
  return unmet;
}

}  // namespace flitcast
