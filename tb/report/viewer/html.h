#pragma once

#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace flitcast {

/// JSON that cannot end the script element it stands in.
std::string script_json(const nlohmann::ordered_json& json);

/// A template with every @name@ replaced by its part. Throws std::logic_error where one is missing.
std::string assemble(std::string_view page, const std::map<std::string_view, std::string>& parts);

}  // namespace flitcast
