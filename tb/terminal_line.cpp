#include "tb/terminal_line.h"

#include <unistd.h>

#include <fmt/format.h>

namespace flitcast {
namespace {

constexpr std::chrono::milliseconds kFirst{500};
constexpr std::chrono::milliseconds kEvery{200};
constexpr const char* kEraseLine = "\r\033[K";

}  // namespace

TerminalLine::TerminalLine(std::FILE* stream)
    : stream_(stream),
      active_(::isatty(::fileno(stream)) == 1),
      start_(Clock::now()),
      next_(start_ + kFirst) {}

TerminalLine::~TerminalLine() {
  erase();
}

bool TerminalLine::due() const {
  return active_ && Clock::now() >= next_;
}

void TerminalLine::show(const std::string& text) {
  next_ = Clock::now() + kEvery;
  shown_ = true;
  fmt::print(stream_, "{}{}", kEraseLine, text);
  std::fflush(stream_);
}

void TerminalLine::erase() {
  if (shown_) {
    std::fputs(kEraseLine, stream_);
    std::fflush(stream_);
    shown_ = false;
  }
}

double TerminalLine::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace flitcast
