#include "tb/explore/sweep_progress.h"

#include <unistd.h>

#include <fmt/format.h>

namespace flitcast {
namespace {

constexpr std::chrono::milliseconds kFirst{500};
constexpr std::chrono::milliseconds kEvery{200};
constexpr const char* kEraseLine = "\r\033[K";

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

SweepProgress::SweepProgress(std::FILE* stream)
    : stream_(stream),
      active_(::isatty(::fileno(stream)) == 1),
      start_(Clock::now()),
      next_(start_ + kFirst) {}

SweepProgress::~SweepProgress() {
  erase();
}

void SweepProgress::erase() {
  if (shown_) {
    std::fputs(kEraseLine, stream_);
    std::fflush(stream_);
    shown_ = false;
  }
}

void SweepProgress::show(const SweepState& state) {
  const Clock::time_point now = Clock::now();
  if (!active_ || now < next_) {
    return;
  }
  next_ = now + kEvery;
  shown_ = true;
  fmt::print(stream_, "{}{}", kEraseLine, sweep_line(state, seconds()));
  std::fflush(stream_);
}

double SweepProgress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace flitcast
