#include "tb/system/terminal_line.h"

#include <unistd.h>

#include <fmt/format.h>

namespace flitcast {
namespace {

constexpr std::chrono::milliseconds kFirst{500};
constexpr std::chrono::milliseconds kEvery{200};

}  // namespace

std::string time_left(std::uint64_t done, std::uint64_t of, double seconds) {
  return done == 0 || of == 0
             ? ""
             : fmt::format("  {:.0f} s left",
                           seconds * static_cast<double>(of - done) / static_cast<double>(done));
}

TerminalLine::TerminalLine(std::FILE* stream, Clock::duration elsewhere)
    : stream_(stream),
      terminal_(::isatty(::fileno(stream)) == 1),
      active_(terminal_ || elsewhere > Clock::duration::zero()),
      every_(terminal_ ? kEvery : elsewhere),
      start_(Clock::now()),
      next_(start_ + (terminal_ ? kFirst : elsewhere)) {}

TerminalLine::~TerminalLine() {
  erase();
}

bool TerminalLine::due() const {
  return active_ && Clock::now() >= next_;
}

void TerminalLine::show(const std::string& text) {
  if (!active_) {
    return;
  }
  next_ = Clock::now() + every_;
  shown_ = terminal_;
  write(terminal_ ? kEraseLine + text : "flitcast: " + text + "\n");
}

void TerminalLine::erase() {
  if (shown_) {
    write(kEraseLine);
    shown_ = false;
  }
}

void TerminalLine::write(const std::string& text) {
  active_ = std::fputs(text.c_str(), stream_) >= 0 && std::fflush(stream_) == 0;
}

double TerminalLine::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace flitcast
