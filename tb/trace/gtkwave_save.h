#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/types.h"
#include "tb/trace/trace_signals.h"

namespace flitcast::trace {

// The syntax of GTKWave's save files.

/// What is in view.
struct GtkwaveWindow {
  std::string dump_file;        ///< the waveform, absolute
  Cycle from = 0;               ///< first cycle
  Cycle to = 0;                 ///< first cycle after it
  std::uint64_t period = 1000;  ///< of a cycle, in picoseconds
  std::optional<Cycle> marked;  ///< gets a named marker, if in view
  std::string marker_name = "deadlock";
  std::vector<std::string> open = {"tb", "tb.fabric"};  ///< scopes that are open in the tree
  std::size_t rows = 0;                                 ///< lines of signals and groups
};

/// What save files of flitcast begin with.
inline constexpr std::string_view kGtkwaveBegin = "[*]\n[*] flitcast waveforms for GTKWave\n[*]\n";

/// The lines before the signals. In view is the whole time, or the part of it in which words can be
/// read: the first, or that before the marker.
std::string gtkwave_begin(const GtkwaveWindow& window);

// How GTKWave shows a value.
namespace gtkwave_format {
inline constexpr unsigned kHexadecimal = 0x22;  // right-justified, as decimal
inline constexpr unsigned kDecimal = 0x24;
inline constexpr unsigned kBinary = 0x28;  // also for words
}  // namespace gtkwave_format

// Colours of GTKWave; 0: the usual one.
namespace gtkwave_colour {
inline constexpr int kOrange = 2;
inline constexpr int kYellow = 3;
}  // namespace gtkwave_colour

/// A signal under a name of its own. GTKWave shows what follows the last dot.
std::string gtkwave_signal(const std::string& name, const std::string& signal, unsigned format,
                           int colour);

enum class GtkwaveGroup {
  kOpen,
  kClosed,       ///< at first
  kInClosedOne,  ///< likewise, within a group that is closed
};
/// Lines in a group.
std::string gtkwave_group(const std::string& name, const std::string& lines, GtkwaveGroup group);

/// Text of a save file that opens all signals, grouped by module. In view is the whole time, or the
/// part of it in which words can be read: the first, or that before the marker. The rest is in a
/// closed group at the end: modules and ports where nothing happened, and signals that only repeat
/// what others show. `vcs`: virtual channels of a link.
std::string gtkwave_save(const std::vector<DeclaredSignal>& signals, GtkwaveWindow window,
                         int vcs = 1);

/// True when the file begins as those of gtkwave_save do: nobody has saved another view under its
/// name.
bool is_our_gtkwave_save(const std::string& name);

}  // namespace flitcast::trace
