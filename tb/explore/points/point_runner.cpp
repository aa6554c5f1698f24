#include "tb/explore/points/point_runner.h"

#include <utility>

#include <fmt/format.h>

#include "tb/system/console.h"

namespace flitcast::explore {
namespace {

constexpr std::size_t kMostNotices = 10;

}  // namespace

std::string sweep_line(const SweepState& state, double seconds) {
  const std::size_t ended = state.there + state.run;
  const double rate = seconds > 0 ? static_cast<double>(state.run) / seconds : 0;
  std::string line = fmt::format("{}/{} points  {:.1f}/s", ended, state.points, rate);
  if (state.failed > 0) {
    line += fmt::format("  {} failed", state.failed);
  }
  if (rate > 0) {
    line += fmt::format("  {:.0f} s left", static_cast<double>(state.points - ended) / rate);
  }
  return line;
}

PointRunner::PointRunner(Backend& backend, const SweepFolder& folder)
    : backend_(backend),
      folder_(folder),
      reader_(folder),
      line_(stderr, TerminalLine::kEveryHalfMinute) {}

/// Jobs of an earlier sweep may leave results meanwhile: what came after the look stays.
std::optional<PointStatus> PointRunner::add(PointTask task, const std::string& expectations,
                                            const RawConfig& config) {
  if (!asked_.insert(task.name).second) {
    return std::nullopt;
  }
  ++state_.points;
  const bool was_there = folder_.has_something(task.name);
  if (const auto result = reader_.read(task.name, expectations)) {
    ++state_.there;
    return result->status;
  }
  if (was_there) {
    if (++not_counting_ <= kMostNotices) {
      notice(reader_.objection(task.name, expectations, config) + "; runs again");
    }
    folder_.clear_result(task.name);
  }
  folder_.clear_failure(task.name);
  step_.push_back(std::move(task));
  return std::nullopt;
}

void PointRunner::run() {
  if (not_counting_ > kMostNotices) {
    notice(fmt::format("and {} more", not_counting_ - kMostNotices));
  }
  not_counting_ = 0;
  asked_.clear();
  if (!step_.empty()) {
    backend_.run(step_, *this);
    step_.clear();
  }
}

void PointRunner::finished(std::size_t task) {
  ++state_.run;
  state_.failed += folder_.has_failure(step_[task].name) ? 1 : 0;
  waiting();
}

void PointRunner::waiting() {
  if (line_.due()) {
    line_.show(sweep_line(state_, line_.seconds()));
  }
}

void PointRunner::notice(const std::string& text) {
  line_.erase();
  tell(text);
}

}  // namespace flitcast::explore
