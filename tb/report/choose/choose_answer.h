#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace flitcast {

/// True for a folder that flitcast choose wrote its answer to.
bool is_answer_folder(const std::string& folder);

/// The answer in such a folder, choose.json. Throws ConfigError where it is none, FileError.
nlohmann::ordered_json read_answer(const std::string& folder);

}  // namespace flitcast
