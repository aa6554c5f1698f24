#include "tb/progress.h"

#include <unistd.h>

#include <fmt/format.h>

namespace flitcast {
namespace {

constexpr std::chrono::milliseconds kFirst{500};
constexpr std::chrono::milliseconds kEvery{200};
constexpr const char* kEraseLine = "\r\033[K";

}  // namespace

TerminalProgress::TerminalProgress(std::FILE* stream)
    : stream_(stream),
      active_(::isatty(::fileno(stream)) == 1),
      start_(Clock::now()),
      next_(start_ + kFirst) {}

TerminalProgress::~TerminalProgress() {
  if (shown_) {
    std::fputs(kEraseLine, stream_);
    std::fflush(stream_);
  }
}

bool TerminalProgress::due() {
  return active_ && Clock::now() >= next_;
}

void TerminalProgress::progress(const Progress& state) {
  const Clock::time_point now = Clock::now();
  next_ = now + kEvery;
  shown_ = true;
  const std::chrono::duration<double> elapsed = now - start_;
  fmt::print(stream_, "{}{}", kEraseLine, progress_line(state, elapsed.count()));
  std::fflush(stream_);
}

std::string progress_line(const Progress& state, double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(state.flit_hops) / seconds : 0;
  std::string line = fmt::format("round {}/{}  cycle {}  {}flit-hops/s", state.rounds_done,
                                 state.rounds, state.cycle, with_prefix(rate));
  if (state.rounds_done > 0) {
    const double left = seconds * static_cast<double>(state.rounds - state.rounds_done) /
                        static_cast<double>(state.rounds_done);
    line += fmt::format("  {:.0f} s left", left);
  }
  return line;
}

std::string with_prefix(double value) {
  constexpr double kStep = 1000;
  const char* prefix = "";
  for (const char* next : {"k ", "M ", "G ", "T "}) {
    if (value < kStep) {
      break;
    }
    value /= kStep;
    prefix = next;
  }
  return fmt::format("{:.3g} {}", value, prefix);
}

}  // namespace flitcast
