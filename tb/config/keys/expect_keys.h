#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tb/config/expectation.h"
#include "tb/config/keys/config_keys.h"
#include "tb/measures/measure.h"

namespace flitcast {

/// What an expect key says. Throws ValueError.
std::variant<Expectation, std::string> parse_expected(const Measure& measure,
                                                      std::string_view text);
/// What parse_expected reads.
std::string expected_text(const std::variant<Expectation, std::string>& expected);

/// The keys of the section [expect], in the order of the documentation.
std::vector<ConfigKey> expect_keys();

}  // namespace flitcast
