#include "tb/gtkwave_save.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

namespace flitcast {
namespace {

constexpr int kWidth = 1600;
constexpr int kHeight = 1000;
constexpr int kTreeWidth = 180;
constexpr int kNamesWidth = 220;
constexpr int kWavesWidth = kWidth - kTreeWidth - kNamesWidth - 130;  // less frames and scroll bar
constexpr double kZoomPixels = 200;  // pixels that show 2^-zoom time units

// Display flags of GTKWave.
constexpr unsigned kDecimal = 0x24;  // decimal, right-justified
constexpr unsigned kBinary = 0x28;   // also for words
constexpr unsigned kGroupBegin = 0x800200;
constexpr unsigned kGroupEnd = 0x1000200;

unsigned format_of(Signal::Type type) {
  return type == Signal::Type::kNumber ? kDecimal : kBinary;
}

/// "router_3" and "to_4 " of "tb.fabric.router_3.to_4"; both empty for signals of tb itself.
struct Place {
  std::string module;
  std::string part;
};

Place place_of(const std::string& scope) {
  constexpr std::string_view kFabric = "tb.fabric.";
  if (scope.rfind(kFabric, 0) != 0) {
    return {};
  }
  const std::string rest = scope.substr(kFabric.size());
  const std::size_t dot = rest.find('.');
  return {rest.substr(0, dot), rest.substr(dot + 1) + " "};
}

std::string group_line(unsigned flag, const std::string& module) {
  return module.empty() ? "" : fmt::format("@{:x}\n-{}\n", flag, module);
}

/// Signals by module, under their names within it. GTKWave shows what follows the last dot.
std::string signal_lines(const std::vector<DeclaredSignal>& signals) {
  std::string out;
  std::string module;
  for (const DeclaredSignal& signal : signals) {
    const Place place = place_of(signal.scope);
    if (place.module != module) {
      out += group_line(kGroupEnd, module) + group_line(kGroupBegin, place.module);
      module = place.module;
    }
    out += fmt::format("@{:x}\n+{{{}{}}} {}.{}\n", format_of(signal.type), place.part,
                       signal.name.substr(0, signal.name.find('[')), signal.scope, signal.name);
  }
  return out + group_line(kGroupEnd, module);
}

}  // namespace

std::string gtkwave_save_name(const std::string& dump_file) {
  return std::filesystem::path(dump_file).replace_extension(".gtkw").string();
}

std::string gtkwave_save(const std::vector<DeclaredSignal>& signals, const GtkwaveView& view) {
  const double length = static_cast<double>(std::max<Cycle>(1, view.to - view.from)) *
                        static_cast<double>(view.period);
  const double zoom = -std::log2(length * kZoomPixels / kWavesWidth);
  const std::uint64_t start = static_cast<std::uint64_t>(view.from) * view.period;
  std::string out = "[*]\n[*] flitcast waveforms for GTKWave\n[*]\n";
  out += fmt::format("[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] {}\n[size] {} {}\n",
                     view.dump_file, gtkwave_save_name(view.dump_file), start, kWidth, kHeight);
  // Zoom, primary marker, and markers A to Z (-1: not set).
  out += fmt::format(
      "*{:.6f} {}", zoom,
      view.stuck ? static_cast<std::int64_t>(*view.stuck) * static_cast<std::int64_t>(view.period)
                 : -1);
  for (int marker = 0; marker < 26; ++marker) {
    const bool named = marker == 0 && view.stuck.has_value();
    out += fmt::format(" {}", named ? *view.stuck * static_cast<Cycle>(view.period) : -1);
  }
  out += '\n';
  if (view.stuck) {
    out += "[markername] Adeadlock\n";
  }
  out += "[treeopen] tb.\n[treeopen] tb.fabric.\n";
  out += fmt::format("[sst_width] {}\n[signals_width] {}\n", kTreeWidth, kNamesWidth);
  return out + signal_lines(signals);
}

}  // namespace flitcast
