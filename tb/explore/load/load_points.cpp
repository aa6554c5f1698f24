#include "tb/explore/load/load_points.h"

#include <cstdio>

#include <fmt/format.h>

#include "tb/explore/sweep/missing_points.h"
#include "tb/system/console.h"

namespace flitcast {

LoadPoints::LoadPoints(Backend& backend, const SweepFolder& folder)
    : backend_(backend),
      folder_(folder),
      reader_(folder),
      line_(stderr, TerminalLine::kEveryHalfMinute) {}

void LoadPoints::run(const std::vector<Sweep>& sweeps) {
  std::vector<PointTask> tasks;
  for (const Sweep& sweep : sweeps) {
    const std::string base = write_base(sweep, folder_);
    for (const SweepPoint& point : sweep.points) {
      if (has_result(sweep, point)) {
        ++there_;
      } else {
        folder_.clear_failure(point.name);
        tasks.push_back(task_of(sweep, point, base));
      }
    }
  }
  asked_ = ended_ + tasks.size();
  if (!tasks.empty()) {
    backend_.run(tasks, *this);
  }
}

/// One that does not count is told and removed.
bool LoadPoints::has_result(const Sweep& sweep, const SweepPoint& point) {
  if (!folder_.has_something(point.name)) {
    return false;
  }
  if (reader_.read(point.name, sweep.expectations)) {
    return true;
  }
  notice(reader_.objection(point.name, sweep.expectations, config_of(sweep, point)) +
         "; runs again");
  folder_.clear_result(point.name);
  return false;
}

void LoadPoints::finished(std::size_t /*task*/) {
  ++ended_;
  show();
}

void LoadPoints::notice(const std::string& text) {
  line_.erase();
  tell(text);
}

void LoadPoints::show() {
  if (line_.due()) {
    line_.show(fmt::format("{}/{} points of this step, {:.0f} s", ended_, asked_, line_.seconds()));
  }
}

}  // namespace flitcast
