#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace flitcast {

/// What is at a place in a value: names and numbers after slashes, as of a JSON pointer. Besides,
/// -1 is the last of a list, `name=value` the first in which the name has the value, * the list of
/// what is there in all of them, and # how many they are. A member that is not there is null.
nlohmann::json value_at(const nlohmann::json& value, const std::string& place);

/// The content of a file, by how its name ends: that of JSON, the inputs of a page, and of CSV a
/// list for each column, by its name.
nlohmann::json content_of(const std::string& name, const std::string& text);

/// Whether a value is as it should be: JSON, or one of < <= > >= != and JSON, or for the texts of a
/// list these with blanks between.
bool is_as_said(const nlohmann::json& value, const std::string& said);

}  // namespace flitcast
