#include "tb/explore/choose/choose_runs.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "tb/explore/sweep/sweep_points.h"
#include "tb/results/result_file.h"
#include "tb/system/console.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/process_pool.h"
#include "tb/system/program.h"

namespace flitcast {
namespace {

constexpr const char* kCompletion = "completion_cycles";

std::string progress(std::size_t ended, std::size_t asked, double seconds) {
  return fmt::format("{}/{} simulations of this step, {:.0f} s", ended, asked, seconds);
}

std::vector<std::string> command_of(const RawConfig& config) {
  std::vector<std::string> words{own_program(), "run"};
  for (const auto& [key, text] : config.texts) {
    words.push_back(fmt::format("--{}={}", key, text));
  }
  words.emplace_back("--output.json=-");
  return words;
}

}  // namespace

RunsInFolder::RunsInFolder(const RawConfig& base, Backend& backend, const SweepFolder& folder)
    : base_(base),
      backend_(backend),
      folder_(folder),
      reader_(folder),
      line_(stderr, TerminalLine::kEveryHalfMinute) {
  const std::string text = given_ini(base);
  base_hash_ = content_hash(text);
  write_in_place_of_links(folder.base_file(base_hash_), text);
}

PointTask RunsInFolder::task_of(const RawConfig& config) {
  PointTask task{namer_.name(config).hash, base_hash_, {}};
  for (const auto& [key, text] : config.texts) {
    if (!base_.places.given(key)) {
      task.keys.emplace_back(key, text);
    }
  }
  return task;
}

/// One that does not count is told and removed.
bool RunsInFolder::has_result(const PointTask& task, const RawConfig& config) {
  if (!folder_.has_something(task.name)) {
    return false;
  }
  if (reader_.has(task.name)) {
    return true;
  }
  notice(reader_.objection(task.name, "", config) + "; runs again");
  folder_.clear_result(task.name);
  return false;
}

std::vector<std::optional<Cycle>> RunsInFolder::run(const std::vector<RawConfig>& configs) {
  std::vector<PointTask> all;
  std::vector<PointTask> missing;
  for (const RawConfig& config : configs) {
    all.push_back(task_of(config));
    const bool asked = std::any_of(missing.begin(), missing.end(), [&](const PointTask& task) {
      return task.name == all.back().name;
    });
    if (!asked && !has_result(all.back(), config)) {
      folder_.clear_failure(all.back().name);
      missing.push_back(all.back());
    }
  }
  asked_ = ended_ + missing.size();
  if (!missing.empty()) {
    backend_.run(missing, *this);
  }
  std::vector<std::optional<Cycle>> cycles;
  cycles.reserve(all.size());
  for (const PointTask& task : all) {
    cycles.push_back(result_of(task));
  }
  return cycles;
}

std::optional<Cycle> RunsInFolder::result_of(const PointTask& task) {
  const auto result = reader_.read(task.name, "");
  if (!result || result->status != PointStatus::kDone) {
    failures_.push_back(
        fmt::format("{}: see {}", shell_line(task.command(folder_)),
                    result ? folder_.result_file(task.name) : folder_.failure_file(task.name)));
    return std::nullopt;
  }
  for (const ResultColumn& column : result->columns) {
    if (column.name == kCompletion) {
      return column.value.get<Cycle>();
    }
  }
  return std::nullopt;
}

void RunsInFolder::finished(std::size_t /*task*/) {
  ++ended_;
  show();
}

void RunsInFolder::notice(const std::string& text) {
  line_.erase();
  tell(text);
}

void RunsInFolder::show() {
  if (line_.due()) {
    line_.show(progress(ended_, asked_, line_.seconds()));
  }
}

RunsInMemory::RunsInMemory(const BackendOptions& options)
    : options_(options), line_(stderr, TerminalLine::kEveryHalfMinute) {}

std::vector<std::optional<Cycle>> RunsInMemory::run(const std::vector<RawConfig>& configs) {
  std::vector<std::optional<Cycle>> cycles(configs.size());
  asked_ = ended_ + configs.size();
  ProcessPool pool(options_.jobs, options_.time_limit);
  pool.run_all(
      configs.size(), [&](std::size_t run) { return command_of(configs[run]); },
      [&](std::size_t run, const ProcessEnd& end) {
        ++ended_;
        if (end.exited_with(0)) {
          cycles[run] = parse_result(end.out, "run").at(kCompletion).get<Cycle>();
        } else {
          failures_.push_back(fmt::format("{}: {}: {}", shell_line(command_of(configs[run])),
                                          end.describe(), end.err));
        }
        show();
      },
      [this] { show(); });
  return cycles;
}

void RunsInMemory::show() {
  if (line_.due()) {
    line_.show(progress(ended_, asked_, line_.seconds()));
  }
}

}  // namespace flitcast
