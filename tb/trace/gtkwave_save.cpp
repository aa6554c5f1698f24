#include "tb/trace/gtkwave_save.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "tb/config/gtkwave_save_name.h"

namespace flitcast {
namespace {

constexpr std::string_view kBegin = "[*]\n[*] flitcast waveforms for GTKWave\n[*]\n";
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
constexpr unsigned kDecimal = 0x24;  // decimal, right-justified
constexpr unsigned kBinary = 0x28;   // also for words
constexpr unsigned kGroupBegin = 0x800200;
constexpr unsigned kGroupEnd = 0x1000200;
constexpr unsigned kClosed = 0x400000;
constexpr unsigned kCollapsed = 0x1000;  // within a group that is closed, and at its end

// Colours of GTKWave.
constexpr int kOrange = 2;
constexpr int kYellow = 3;

unsigned format_of(Signal::Type type) {
  return type == Signal::Type::kNumber ? kDecimal : kBinary;
}

std::string without_range(const std::string& name) {
  return name.substr(0, name.find('['));
}

/// Looked for first: what a port does, and for whom.
int colour_of(const std::string& name) {
  return name == "state" ? kYellow : name == "owner" || name == "message" ? kOrange : 0;
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

std::string group_line(unsigned flags, const std::string& name) {
  return fmt::format("@{:x}\n-{}\n", flags, name);
}

/// What the eye does not need: `kind` says when a flit is there, `message` whose it is.
bool says_nothing(const DeclaredSignal& signal, int vcs) {
  const std::string name = without_range(signal.name);
  return !signal.busy || name == "valid" || (name == "vc" && vcs == 1) ||
         (name == "source" && signal.scope.rfind("tb.fabric.router_", 0) == 0);
}

/// The signal under its name within its module. GTKWave shows what follows the last dot.
std::string signal_line(const DeclaredSignal& signal, const std::string& part) {
  const std::string name = without_range(signal.name);
  const int colour = colour_of(name);
  return (colour == 0 ? "" : fmt::format("[color] {}\n", colour)) +
         fmt::format("@{:x}\n+{{{}{}}} {}.{}\n", format_of(signal.type), part, name, signal.scope,
                     signal.name);
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
  std::string shown() const { return group(shown_, 0, 0); }
  /// To stand in a closed group.
  std::string rest() const { return group(rest_, kClosed | kCollapsed, kClosed | kCollapsed); }

 private:
  std::string group(const std::string& lines, unsigned begin, unsigned end) const {
    return name_.empty() || lines.empty() ? lines
                                          : group_line(kGroupBegin | begin, name_) + lines +
                                                group_line(kGroupEnd | end, name_);
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

std::size_t window_height(const std::vector<Module>& modules) {
  std::size_t rows = 0;
  for (const Module& module : modules) {
    rows += module.rows();
  }
  return std::clamp(kAroundRows + rows * kRowHeight, kMinHeight, kMaxHeight);
}

bool marks_stuck(const GtkwaveView& view) {
  return view.stuck && *view.stuck >= view.from && *view.stuck < view.to;
}

/// The first cycle to be shown, of `shown` of them: with the marker among them. GTKWave ignores a
/// start behind which there is not enough to fill the window.
Cycle first_shown(const GtkwaveView& view, Cycle shown) {
  return marks_stuck(view)
             ? std::max(view.from, std::min(*view.stuck + kBehindMarker, view.to - kSpare) - shown)
             : view.from;
}

}  // namespace

bool is_our_gtkwave_save(const std::string& name) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(name, error)) {
    return false;
  }
  std::ifstream file(name);
  std::string begin(kBegin.size(), '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == kBegin;
}

std::string gtkwave_save(const std::vector<DeclaredSignal>& signals, const GtkwaveView& view) {
  const auto period = static_cast<std::int64_t>(view.period);
  const std::int64_t stuck = marks_stuck(view) ? *view.stuck * period : -1;
  const int names_width = stuck >= 0 ? kNamesAndValuesWidth : kNamesWidth;
  const int waves_width = kWidth - names_width - kAroundWidth;
  const Cycle shown = std::clamp<Cycle>(view.to - view.from, 1, kReadableCycles);
  const double zoom = -std::log2(static_cast<double>(shown * period) * kZoomPixels / waves_width);
  const std::int64_t start = first_shown(view, shown) * period;
  const std::vector<Module> modules = modules_of(signals, view.vcs);
  std::string out = std::string(kBegin);
  out += fmt::format("[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] {}\n[size] {} {}\n",
                     view.dump_file, gtkwave_save_name(view.dump_file), start, kWidth,
                     window_height(modules));
  // Zoom, primary marker, and markers A to Z (-1: not set).
  out += fmt::format("*{:.6f} {}", zoom, stuck);
  for (int marker = 0; marker < 26; ++marker) {
    out += fmt::format(" {}", marker == 0 ? stuck : -1);
  }
  out += stuck < 0 ? "\n" : "\n[markername] Adeadlock\n";
  out += "[treeopen] tb.\n[treeopen] tb.fabric.\n";
  out += fmt::format("[signals_width] {}\n[sst_expanded] 0\n", names_width);
  std::string rest;
  for (const Module& module : modules) {
    out += module.shown();
    rest += module.rest();
  }
  return rest.empty() ? out
                      : out + group_line(kGroupBegin | kClosed, "rest") + rest +
                            group_line(kGroupEnd | kClosed | kCollapsed, "rest");
}

}  // namespace flitcast
