#include "tb/expectations.h"

#include <cstdlib>

#include <fmt/format.h>

#include "tb/config_value.h"

namespace flitcast {
namespace {

void compare(const char* key, const std::optional<Expectation>& expected, std::int64_t actual,
             std::vector<std::string>& unmet) {
  if (!expected) {
    return;
  }
  const std::int64_t difference = actual - expected->value;
  const std::int64_t beyond = std::llabs(difference) - expected->tolerance;
  if (beyond > 0) {
    unmet.push_back(fmt::format("{}: expected {}, got {} ({} too {})", key, to_string(*expected),
                                actual, beyond, difference > 0 ? "many" : "few"));
  }
}

}  // namespace

std::vector<std::string> unmet_expectations(const Config& config, const RunResult& result) {
  std::vector<std::string> unmet;
  compare("expect.completion_cycles", config.expect_completion_cycles, result.completion_cycles,
          unmet);
  compare("expect.rounds", config.expect_rounds, static_cast<std::int64_t>(result.rounds), unmet);
  compare("expect.excess_cycles", config.expect_excess_cycles, result.excess_cycles(), unmet);
  return unmet;
}

}  // namespace flitcast
