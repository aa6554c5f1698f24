#include "tb/explore/points/backend.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/config/config_value.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/system/file_error.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/files/input_file.h"
#include "tb/system/program.h"

namespace flitcast::explore {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxTaskBytes = std::size_t{1} << 30;

/// What is wrong with a list of tasks; what() does not name the file.
class BadTask : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::string require_hash(const Json& text) {
  const std::string& hash = text.get_ref<const std::string&>();
  if (!is_content_hash(hash)) {
    throw BadTask(in_quotes(hash) + " is no hash of 16 hexadecimal digits");
  }
  return hash;
}

void require_swept_key(const std::string& name) {
  const ConfigKey* const key = find_key(name);
  if (key == nullptr || !tells_runs_apart(*key)) {
    throw BadTask(in_quotes(name) + " is no key that points of a sweep differ in");
  }
}

PointTask read_task(const std::string& name, const Json& json) {
  PointTask task{require_hash(name), require_hash(json.at("base")), {}};
  for (const auto& [key, value] : json.at("keys").get_ref<const Json::object_t&>()) {
    require_swept_key(key);
    task.keys.emplace_back(key, value.get<std::string>());
  }
  return task;
}

}  // namespace

std::vector<std::string> PointTask::command(const SweepFolder& folder) const {
  std::vector<std::string> words{own_program(), "run", folder.base_file(base)};
  for (const auto& [key, value] : keys) {
    words.push_back(fmt::format("--{}={}", key, value));
  }
  words.push_back("--output.json=" + folder.result_file(name));
  words.emplace_back("--only-json");
  if (folder.leaves_out_host()) {
    words.emplace_back("--no-host");
  }
  return words;
}

void write_tasks(const std::string& file, const std::vector<PointTask>& tasks) {
  Json points = Json::object();
  for (const PointTask& task : tasks) {
    Json keys = Json::object();
    for (const auto& [key, value] : task.keys) {
      keys[key] = value;
    }
    points[task.name] = {{"base", task.base}, {"keys", std::move(keys)}};
  }
  write_whole_file(file, points.dump(1) + "\n");
}

std::vector<PointTask> read_tasks(const std::string& file) {
  std::vector<PointTask> tasks;
  try {
    const Json json = Json::parse(read_regular_file(file, kMaxTaskBytes));
    for (const auto& [name, task] : json.get_ref<const Json::object_t&>()) {
      tasks.push_back(read_task(name, task));
    }
  } catch (const FileError& error) {
    throw ConfigError("--only: {}", error.what());
  } catch (const BadTask& error) {
    throw ConfigError("--only: {}: {}", file, error.what());
  } catch (const Json::exception&) {
    throw ConfigError("--only: {} is no list of points that a sweep has left there", file);
  }
  return tasks;
}

}  // namespace flitcast::explore
