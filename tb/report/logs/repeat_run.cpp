#include "tb/report/logs/repeat_run.h"

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/results/result_file.h"
#include "tb/system/process_pool.h"
#include "tb/system/program.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr ProcessPool::Seconds kTimeLimit{24 * 3600.0};

std::string brief(const Json& value) {
  constexpr std::size_t kMostLetters = 60;
  const std::string text = value.dump();
  return text.size() <= kMostLetters ? text : "something else";
}

}  // namespace

void require_same_result(const Json& result, const Json& repeat, const std::string& file) {
  for (const auto& [name, value] : result.items()) {
    const Json now = repeat.value(name, Json());
    const bool unknown = name == "messages_hash" && value.is_null();  // nobody asked for it
    const bool follows = name == "checksum";
    if (name == "version" || name == "host" || name == "rtl" || follows || unknown ||
        now == value) {
      continue;
    }
    throw ConfigError(fmt::format(
        "{}: the run cannot be drawn, because a repeat has another {}: {}, not {}; run it anew "
        "with flitcast run",
        file, name, brief(now), brief(value)));
  }
}

RepeatedRun::RepeatedRun(const std::string& file, const Json& result)
    : folder_(TemporaryFolder::make()) {
  run(file);
  require_same_result(result, read_result(folder_->path("result.json")), file);
}

void RepeatedRun::run(const std::string& file) const {
  const std::vector<std::string> command{
      own_program(),
      "run",
      file,
      fmt::format("--output.json={}", folder_->path("result.json")),
      fmt::format("--output.messages={}", messages()),
      fmt::format("--output.links={}", links())};
  ProcessPool pool(1, kTimeLimit);
  pool.start(0, command);
  const ProcessEnd end = pool.wait()->end;
  if (!leaves_result(end)) {
    const std::string why =
        end.err.empty()
            ? ""
            : fmt::format(": {}", end.err.substr(0, end.err.find_last_not_of('\n') + 1));
    throw ConfigError(
        fmt::format("{}: the run cannot be repeated, {}{}", file, end.describe(), why));
  }
}

}  // namespace flitcast
