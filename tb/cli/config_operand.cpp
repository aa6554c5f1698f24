#include "tb/cli/config_operand.h"

#include <filesystem>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/ini/row_example.h"
#include "tb/programs/program_file.h"
#include "tb/results/result_file.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/catalogue/row_names.h"

namespace flitcast::cli {
namespace {

constexpr std::size_t kLongestAlgorithm = 60;

/// The word may be a name of the catalogue: it is no file, nor the name of several, and none was
/// meant.
bool may_be_algorithm(const std::string& word) {
  std::error_code error;
  return !word.empty() && word.size() <= kLongestAlgorithm &&
         word.find_first_of("./") == std::string::npos && !std::filesystem::exists(word, error) &&
         format_of(word) == ProgramFormat::kNone;
}

}  // namespace

RawConfig config_of_operand(const std::string& operand, std::string_view command) {
  if (!may_be_algorithm(operand)) {
    std::error_code error;
    const bool is_folder = std::filesystem::is_directory(operand, error);
    if (is_folder && format_of(operand) == ProgramFormat::kNone) {
      throw ConfigError("{} is a folder without a Chakra trace, of files NAME.0.et, NAME.1.et, …",
                        operand);
    }
    return read_config(operand);
  }
  if (is_name_of_several(operand)) {
    const auto rows = rows_named(operand);
    throw ConfigError(
        "{} means {} algorithms; give one, like flitcast {} {}, and see flitcast list {}",
        in_quotes(operand), rows.size(), command, rows.front()->id, operand);
  }
  try {
    return config_of_example(find_row(operand));
  } catch (const ParameterError& error) {
    throw ConfigError("cannot read {}: there is no such file; and {}", operand, error.what());
  }
}

std::string use_of_name(const std::string& word) {
  if (!may_be_algorithm(word)) {
    return "";
  }
  if (is_name_of_several(word)) {
    return fmt::format("flitcast list {} has its algorithms", word);
  }
  try {
    find_row(word);
    return fmt::format("flitcast run {0} runs an example of it, flitcast list {0} tells about it",
                       word);
  } catch (const ParameterError&) {
    return "";
  }
}

}  // namespace flitcast::cli
