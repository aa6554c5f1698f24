#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace flitcast {

/// What brings the next text to the beginning of an empty line.
inline constexpr const char* kEraseLine = "\r\033[K";

/// "  12 s left", as what is done has taken; nothing before the first, and where nobody knows how
/// much there is.
std::string time_left(std::uint64_t done, std::uint64_t of, double seconds);

/// A line on a terminal that says how far something is, a few times a second, and leaves no trace.
/// It ends with its terminal, should that go away. In a file or a pipe, where that is wanted, it is
/// a line of its own every half a minute.
class TerminalLine {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::chrono::seconds kEveryHalfMinute{30};

  /// Writes to `stream` only when that is a terminal.
  explicit TerminalLine(std::FILE* stream) : TerminalLine(stream, {}) {}
  /// Elsewhere, too, where nothing has been shown for so long.
  TerminalLine(std::FILE* stream, Clock::duration elsewhere);
  ~TerminalLine();

  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  /// True when standard error is a terminal.
  bool active() const { return active_; }
  /// It is time for the next line.
  bool due() const;
  /// Nothing where there is nobody to show it to.
  void show(const std::string& text);
  /// Makes room for something else, until it is shown again.
  void erase();
  /// Since it was made.
  double seconds() const;

 private:
  void write(const std::string& text);

  std::FILE* stream_;
  bool terminal_;
  bool active_;
  Clock::duration every_;
  bool shown_ = false;
  Clock::time_point start_;
  Clock::time_point next_;
};

}  // namespace flitcast
