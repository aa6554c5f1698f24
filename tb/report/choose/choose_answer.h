#pragma once

#include <string>

namespace flitcast::report {

/// True for a folder that flitcast choose wrote its answer to.
bool is_answer_folder(const std::string& folder);

/// The answer in such a folder, choose.json, as JSON text. Throws ConfigError where it is none or
/// lacks what every answer has, FileError.
std::string read_answer(const std::string& folder);

/// The inputs of the viewer for an answer.
std::string choose_inputs(const std::string& answer);

}  // namespace flitcast::report
