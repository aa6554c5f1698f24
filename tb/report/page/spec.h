#pragma once

#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace flitcast {

/// What stands for the names in a spec: "$height" becomes values.at("height").
using SpecValues = std::map<std::string, nlohmann::ordered_json, std::less<>>;

/// JSON in which every text that is "$" and a name is replaced by the value of that name, of any
/// type. Throws std::logic_error for a name without a value.
nlohmann::ordered_json fill_spec(const nlohmann::ordered_json& spec, const SpecValues& values);

/// The same of a spec in the program, by the name of its file.
nlohmann::ordered_json fill_asset(std::string_view asset_name, const SpecValues& values);

}  // namespace flitcast
