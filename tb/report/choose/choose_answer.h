#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace flitcast {

/// True for a folder that flitcast choose wrote its answer to.
bool is_answer_folder(const std::string& folder);

/// The answer in such a folder, choose.json. Throws ConfigError where it is none or lacks what
/// every answer has, FileError.
nlohmann::ordered_json read_answer(const std::string& folder);

/// The inputs of the viewer for an answer.
nlohmann::ordered_json choose_inputs(const nlohmann::ordered_json& answer);

}  // namespace flitcast
