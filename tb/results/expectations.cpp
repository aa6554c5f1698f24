#include "tb/results/expectations.h"

#include <fmt/format.h>

#include "tb/config/expect_keys.h"
#include "tb/results/result_file.h"

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
  return fmt::format("{:.15g} too {}", beyond,
                     over ? (whole ? "many" : "much") : (whole ? "few" : "little"));
}

}  // namespace

std::vector<Judgement> judge(const Config& config, const RunResult& result) {
  std::vector<Judgement> judgements;
  for (const Measure& measure : measures()) {
    const auto expected = config.expectations.find(measure.path());
    if (expected != config.expectations.end() && measure.take != nullptr) {
      const Json measured = measure.take(result);
      const bool met = is_met(expected->second, measured);
      judgements.push_back({std::string(measure.path()), expected_text(expected->second), measured,
                            met, met ? "" : distance(measure, expected->second, measured)});
    }
  }
  return judgements;
}

std::vector<std::string> unmet_expectations(const Config& config, const RunResult& result) {
  std::vector<std::string> unmet;
  for (const Judgement& judgement : judge(config, result)) {
    if (!judgement.met) {
      unmet.push_back(
          fmt::format("expect.{}: expected {}, got {}{}", judgement.key, judgement.expected,
                      judgement.measured.is_null() ? "nothing" : plain_text(judgement.measured),
                      judgement.distance.empty() ? "" : fmt::format(" ({})", judgement.distance)));
    }
  }
  return unmet;
}

}  // namespace flitcast
