#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace flitcast {

/// XXH3 over the names and values of all members of a result but `version`, `checksum`, `rtl`,
/// `lockstep` and `host`, in their order, each as JSON without blanks. Tells damage and changes by
/// hand; it is no signature.
std::string result_checksum(const nlohmann::ordered_json& result);

/// Throws ConfigError, naming the file, unless the checksum is right: then the result is as this
/// program wrote it. `result` is one of parse_result (tb/results/result_file.h).
void require_checksum(const nlohmann::ordered_json& result, const std::string& file);

}  // namespace flitcast
