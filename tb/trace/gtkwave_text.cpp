#include "tb/trace/gtkwave_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tb/config/gtkwave_save_name.h"

namespace flitcast::trace {
namespace {

constexpr int kWidth = 1280;
constexpr std::size_t kMinHeight = 400;
constexpr std::size_t kMaxHeight = 1000;
constexpr std::size_t kAroundRows = 180;  // height of title, buttons, time line, scroll bar
constexpr std::size_t kRowHeight = 21;
constexpr int kNamesWidth = 220;
constexpr int kNamesAndValuesWidth = 330;  // with the values at a marker
constexpr int kAroundWidth = 80;           // the closed tree, frames, scroll bar
constexpr Cycle kReadableCycles = 100;     // so many side by side have room for short words
constexpr Cycle kBehindMarker = 5;         // cycles
constexpr Cycle kSpare = 2;                // cycles
constexpr double kZoomPixels = 200;        // pixels that show 2^-zoom time units

// Display flags of GTKWave.
constexpr unsigned kGroupBegin = 0x800200;
constexpr unsigned kGroupEnd = 0x1000200;
constexpr unsigned kClosed = 0x400000;
constexpr unsigned kCollapsed = 0x1000;  // within a group that is closed, and at its end

bool has_marker(const GtkwaveWindow& window) {
  return window.marked && *window.marked >= window.from && *window.marked < window.to;
}

/// The first cycle to be shown, of `shown` of them: with the marker among them. GTKWave ignores a
/// start after which there is not enough to fill the window.
Cycle first_shown(const GtkwaveWindow& window, Cycle shown) {
  return has_marker(window)
             ? std::max(window.from,
                        std::min(*window.marked + kBehindMarker, window.to - kSpare) - shown)
             : window.from;
}

std::string group_line(unsigned flags, const std::string& name) {
  return fmt::format("@{:x}\n-{}\n", flags, name);
}

}  // namespace

std::string gtkwave_begin(const GtkwaveWindow& window) {
  const auto period = static_cast<std::int64_t>(window.period);
  const std::int64_t marker = has_marker(window) ? *window.marked * period : -1;
  const int names_width = marker >= 0 ? kNamesAndValuesWidth : kNamesWidth;
  const int waves_width = kWidth - names_width - kAroundWidth;
  const Cycle shown = std::clamp<Cycle>(window.to - window.from, 1, kReadableCycles);
  const double zoom = -std::log2(static_cast<double>(shown * period) * kZoomPixels / waves_width);
  const std::int64_t start = first_shown(window, shown) * period;
  std::string out = std::string(kGtkwaveBegin);
  out += fmt::format("[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] {}\n[size] {} {}\n",
                     window.dump_file, gtkwave_save_name(window.dump_file), start, kWidth,
                     std::clamp(kAroundRows + window.rows * kRowHeight, kMinHeight, kMaxHeight));
  // Zoom, primary marker, and markers A to Z (-1: not set).
  out += fmt::format("*{:.6f} {}", zoom, marker);
  for (int letter = 0; letter < 26; ++letter) {
    out += fmt::format(" {}", letter == 0 ? marker : -1);
  }
  out += marker < 0 ? "\n" : fmt::format("\n[markername] A{}\n", window.marker_name);
  for (const std::string& scope : window.open) {
    out += fmt::format("[treeopen] {}.\n", scope);
  }
  return out + fmt::format("[signals_width] {}\n[sst_expanded] 0\n", names_width);
}

std::string gtkwave_signal(const std::string& name, const std::string& signal, unsigned format,
                           int colour) {
  return (colour == 0 ? "" : fmt::format("[color] {}\n", colour)) +
         fmt::format("@{:x}\n+{{{}}} {}\n", format, name, signal);
}

std::string gtkwave_group(const std::string& name, const std::string& lines, GtkwaveGroup group) {
  const bool inner = group == GtkwaveGroup::kInClosedOne;
  const unsigned closed = group == GtkwaveGroup::kOpen ? 0 : kClosed;
  return group_line(kGroupBegin | closed | (inner ? kCollapsed : 0), name) + lines +
         group_line(kGroupEnd | closed | (closed != 0 ? kCollapsed : 0), name);
}

}  // namespace flitcast::trace
