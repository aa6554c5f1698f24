#include "tb/explore/points/step_runner.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "tb/system/console.h"

namespace flitcast {

StepRunner::StepRunner(Backend& backend, const SweepFolder& folder, std::string_view what)
    : backend_(backend),
      folder_(folder),
      what_(what),
      reader_(folder),
      line_(stderr, TerminalLine::kEveryHalfMinute) {}

void StepRunner::add(PointTask task, const std::string& expectations, const RawConfig& config) {
  if (std::any_of(step_.begin(), step_.end(),
                  [&](const PointTask& other) { return other.name == task.name; })) {
    return;
  }
  if (folder_.has_something(task.name)) {
    if (reader_.read(task.name, expectations)) {
      ++there_;
      return;
    }
    notice(reader_.objection(task.name, expectations, config) + "; runs again");
    folder_.clear_result(task.name);
  }
  folder_.clear_failure(task.name);
  step_.push_back(std::move(task));
}

void StepRunner::run() {
  const std::vector<PointTask> step = std::exchange(step_, {});
  asked_ = ended_ + step.size();
  if (!step.empty()) {
    backend_.run(step, *this);
  }
}

void StepRunner::finished(std::size_t /*task*/) {
  ++ended_;
  waiting();
}

void StepRunner::waiting() {
  if (line_.due()) {
    line_.show(
        fmt::format("{}/{} {} of this step, {:.0f} s", ended_, asked_, what_, line_.seconds()));
  }
}

void StepRunner::notice(const std::string& text) {
  line_.erase();
  tell(text);
}

}  // namespace flitcast
