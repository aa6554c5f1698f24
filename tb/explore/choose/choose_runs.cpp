#include "tb/explore/choose/choose_runs.h"

#include <cstdio>

#include <fmt/format.h>

#include "tb/explore/points/point_result.h"
#include "tb/explore/points/point_runner.h"
#include "tb/explore/sweep/sweep_points.h"
#include "tb/results/plain_result.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/process_pool.h"
#include "tb/system/program.h"
#include "tb/system/terminal_line.h"

namespace flitcast::explore {
namespace {

Cycle completion_of(const std::vector<ResultColumn>& columns) {
  return std::stoll(find_value(columns, "completion_cycles")->text);
}

std::vector<std::string> command_of(const RawConfig& config) {
  std::vector<std::string> words{own_program(), "run"};
  for (const auto& [key, text] : config.texts) {
    words.push_back(fmt::format("--{}={}", key, text));
  }
  words.emplace_back("--output.json=-");
  return words;
}

class RunsInFolder final : public ChooseRuns {
 public:
  RunsInFolder(const RawConfig& base, Backend& backend, const SweepFolder& folder)
      : base_(base), folder_(folder), runner_(backend, folder) {
    const std::string text = given_ini(base);
    base_hash_ = content_hash(text);
    write_in_place_of_links(folder.base_file(base_hash_), text);
  }

  std::vector<std::optional<Cycle>> run(const std::vector<RawConfig>& configs) override {
    std::vector<PointTask> tasks;
    for (const RawConfig& config : configs) {
      tasks.push_back(task_of(config));
      runner_.add(tasks.back(), "", config);
    }
    runner_.run();
    std::vector<std::optional<Cycle>> cycles;
    cycles.reserve(tasks.size());
    for (const PointTask& task : tasks) {
      cycles.push_back(result_of(task));
    }
    return cycles;
  }
  const std::vector<std::string>& failures() const override { return failures_; }
  std::size_t run_count() const override { return runner_.state().run; }

 private:
  PointTask task_of(const RawConfig& config) {
    PointTask task{namer_.name(config).hash, base_hash_, {}};
    for (const auto& [key, text] : config.texts) {
      if (!base_.places.given(key)) {
        task.keys.emplace_back(key, text);
      }
    }
    return task;
  }

  std::optional<Cycle> result_of(const PointTask& task) {
    const auto result = runner_.reader().read(task.name, "");
    if (!result || result->status != PointStatus::kDone) {
      failures_.push_back(
          fmt::format("{}: see {}", shell_line(task.command(folder_)),
                      result ? folder_.result_file(task.name) : folder_.failure_file(task.name)));
      return std::nullopt;
    }
    return completion_of(result->columns);
  }

  const RawConfig& base_;
  const SweepFolder& folder_;
  std::string base_hash_;
  PointNamer namer_;
  PointRunner runner_;
  std::vector<std::string> failures_;
};

class RunsInMemory final : public ChooseRuns {
 public:
  explicit RunsInMemory(const BackendOptions& options) : options_(options) {}

  std::vector<std::optional<Cycle>> run(const std::vector<RawConfig>& configs) override {
    std::vector<std::optional<Cycle>> cycles(configs.size());
    asked_ = ended_ + configs.size();
    ProcessPool pool(options_.jobs, options_.time_limit);
    pool.run_all(
        configs.size(), [&](std::size_t run) { return command_of(configs[run]); },
        [&](std::size_t run, const ProcessEnd& end) {
          ++ended_;
          if (end.exited_with(0)) {
            cycles[run] = completion_of(plain_result(end.out, "run").columns);
          } else {
            failures_.push_back(fmt::format("{}: {}: {}", shell_line(command_of(configs[run])),
                                            end.describe(), end.err));
          }
          show();
        },
        [this] { show(); });
    return cycles;
  }
  const std::vector<std::string>& failures() const override { return failures_; }
  std::size_t run_count() const override { return ended_; }

 private:
  void show() {
    if (line_.due()) {
      line_.show(
          fmt::format("{}/{} simulations of this step, {:.0f} s", ended_, asked_, line_.seconds()));
    }
  }

  BackendOptions options_;
  TerminalLine line_{stderr, TerminalLine::kEveryHalfMinute};
  std::vector<std::string> failures_;
  std::size_t asked_ = 0;
  std::size_t ended_ = 0;
};

}  // namespace

std::unique_ptr<ChooseRuns> runs_in_folder(const RawConfig& base, Backend& backend,
                                           const SweepFolder& folder) {
  return std::make_unique<RunsInFolder>(base, backend, folder);
}

std::unique_ptr<ChooseRuns> runs_in_memory(const BackendOptions& options) {
  return std::make_unique<RunsInMemory>(options);
}

}  // namespace flitcast::explore
