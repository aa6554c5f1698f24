#include "tb/report/choose/choose_answer.h"

#include <filesystem>

#include <nlohmann/json.hpp>

#include "tb/config/config.h"
#include "tb/report/viewer/columns.h"
#include "tb/system/files/input_file.h"

namespace flitcast::report {
namespace {

constexpr const char* kFile = "/choose.json";

using Json = nlohmann::ordered_json;

/// Throws Json::exception where something is missing that the page shows.
void need_members(const Json& answer) {
  need(answer, {"operation", "algorithms", "simulated", "notes", "message_flits"});
  for (const Json& situation : answer.at("situations")) {
    need(situation, {"network", "hardware", "keys"});
    for (const Json& region : situation.at("regions")) {
      need(region, {"sizes"});
      for (const char* const end : {"first", "last"}) {
        need(region.at(end),
             {"message_flits", "cycles", "runner_up", "runner_up_cycles", "lower_bound_cycles"});
      }
      for (const Json& winner : region.at("winners")) {
        need(winner, {"name", "outside_model"});
        need(winner.at("keys"), {"traffic.algorithm"});
      }
    }
  }
}

}  // namespace

bool is_answer_folder(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(folder + kFile, ignored);
}

std::string read_answer(const std::string& folder) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 28U;
  std::string text = read_regular_file(folder + kFile, kMaxBytes);
  const Json answer = Json::parse(text, nullptr, false);
  if (!answer.is_object() || answer.value("schema", "") != "flitcast.choose/1") {
    throw ConfigError("{}{}: is no answer of flitcast choose; run it again in this folder", folder,
                      kFile);
  }
  try {
    need_members(answer);
  } catch (const Json::exception&) {
    throw ConfigError(
        "{}{}: lacks something that every answer has; run flitcast choose again in this folder",
        folder, kFile);
  }
  return text;
}

std::string choose_inputs(const std::string& answer) {
  return Json{{"kind", "choose"}, {"answer", Json::parse(answer)}}.dump();
}

}  // namespace flitcast::report
