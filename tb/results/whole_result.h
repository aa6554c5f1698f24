#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace flitcast {

/// XXH3 over the names and values of all members of a result but `version`, `checksum`, `rtl`,
/// `deviation` and `host`, in their order, each as JSON without blanks. Tells damage and changes by
/// hand; it is no signature.
std::string result_checksum(const nlohmann::ordered_json& result);

/// Throws ConfigError, naming the file and what is wrong, unless the result is as this program
/// writes results: the checksum is right, the configuration is one that a run can have with every
/// key that has an effect, and every other member is there with its type, in its place, and no
/// more. `result` is one of parse_result (tb/results/result_file.h).
void require_whole(const nlohmann::ordered_json& result, const std::string& file);

}  // namespace flitcast
