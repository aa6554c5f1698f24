#include "tb/explore/backend.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/atomic_file.h"
#include "tb/config_value.h"
#include "tb/file_error.h"
#include "tb/program.h"
#include "tb/text_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxTaskBytes = std::size_t{1} << 30;

}  // namespace

std::vector<std::string> PointTask::command() const {
  std::vector<std::string> words{own_program()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

void write_tasks(const std::string& file, const std::vector<PointTask>& tasks) {
  Json::object_t points;
  for (const PointTask& task : tasks) {
    points.emplace_back(task.name, task.arguments);
  }
  write_whole_file(file, Json(std::move(points)).dump(1) + "\n");
}

std::vector<PointTask> read_tasks(const std::string& file) {
  std::vector<PointTask> tasks;
  try {
    const Json json = Json::parse(read_text_file(file, kMaxTaskBytes));
    for (const auto& [name, arguments] : json.get_ref<const Json::object_t&>()) {
      tasks.push_back({name, arguments.get<std::vector<std::string>>()});
    }
  } catch (const FileError& error) {
    throw ConfigError(fmt::format("--only: {}", error.what()));
  } catch (const Json::exception&) {
    throw ConfigError(
        fmt::format("--only: {} is no list of points that a sweep has left there", file));
  }
  return tasks;
}

}  // namespace flitcast
