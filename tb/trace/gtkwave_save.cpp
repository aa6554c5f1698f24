#include "tb/trace/gtkwave_save.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

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

unsigned format_of(Signal::Type type) {
  return type == Signal::Type::kNumber ? gtkwave_format::kDecimal : gtkwave_format::kBinary;
}

std::string without_range(const std::string& name) {
  return name.substr(0, name.find('['));
}

/// Looked for first: what a port does, and for which message.
int colour_of(const std::string& name) {
  return name == "state"                        ? gtkwave_colour::kYellow
         : name == "owner" || name == "message" ? gtkwave_colour::kOrange
                                                : 0;
}

constexpr std::string_view kFabric = "tb.fabric.";

/// "router_3" and "to_4 " of "tb.fabric.router_3.to_4"; both empty for signals of tb itself.
struct Place {
  std::string module;
  std::string part;
};

Place place_of(const std::string& scope) {
  if (scope.rfind(kFabric, 0) != 0) {
    return {};
  }
  const std::string rest = scope.substr(kFabric.size());
  const std::size_t dot = rest.find('.');
  return {rest.substr(0, dot), rest.substr(dot + 1) + " "};
}

/// What the eye does not need: `kind` says when a flit is there, `message` whose it is.
bool says_nothing(const DeclaredSignal& signal, int vcs) {
  const std::string name = without_range(signal.name);
  return !signal.busy || name == "valid" || (name == "vc" && vcs == 1) ||
         (name == "source" && signal.scope.rfind("tb.fabric.router_", 0) == 0);
}

/// The signal under its name within its module.
std::string signal_line(const DeclaredSignal& signal, const std::string& part) {
  const std::string name = without_range(signal.name);
  return gtkwave_signal(part + name, signal.scope + "." + signal.name, format_of(signal.type),
                        colour_of(name));
}

/// Signals of a module: those to look at, and the rest.
class Module {
 public:
  explicit Module(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  void add(const DeclaredSignal& signal, const std::string& part, int vcs) {
    if (says_nothing(signal, vcs)) {
      rest_ += signal_line(signal, part);
    } else {
      shown_ += signal_line(signal, part);
      ++rows_;
    }
  }
  std::size_t rows() const { return name_.empty() || rows_ == 0 ? rows_ : rows_ + 2; }
  std::string shown() const { return group(shown_, GtkwaveGroup::kOpen); }
  /// To stand in a closed group.
  std::string rest() const { return group(rest_, GtkwaveGroup::kInClosedOne); }

 private:
  std::string group(const std::string& lines, GtkwaveGroup group) const {
    return name_.empty() || lines.empty() ? lines : gtkwave_group(name_, lines, group);
  }

  std::string name_;
  std::string shown_;
  std::string rest_;
  std::size_t rows_ = 0;  // of shown_
};

std::vector<Module> modules_of(const std::vector<DeclaredSignal>& signals, int vcs) {
  std::vector<Module> modules;
  for (const DeclaredSignal& signal : signals) {
    const Place place = place_of(signal.scope);
    if (modules.empty() || place.module != modules.back().name()) {
      modules.emplace_back(place.module);
    }
    modules.back().add(signal, place.part, vcs);
  }
  return modules;
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

bool is_our_gtkwave_save(const std::string& name) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(name, error)) {
    return false;
  }
  std::ifstream file(name);
  std::string begin(kGtkwaveBegin.size(), '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == kGtkwaveBegin;
}

std::string gtkwave_save(const std::vector<DeclaredSignal>& signals, GtkwaveWindow window,
                         int vcs) {
  std::string shown;
  std::string rest;
  for (const Module& module : modules_of(signals, vcs)) {
    window.rows += module.rows();
    shown += module.shown();
    rest += module.rest();
  }
  return gtkwave_begin(window) + shown +
         (rest.empty() ? "" : gtkwave_group("rest", rest, GtkwaveGroup::kClosed));
}

}  // namespace flitcast::trace
