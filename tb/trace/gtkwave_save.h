#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/trace/trace_signals.h"

namespace flitcast::trace {

/// What a GTKWave save file shows.
struct GtkwaveView {
  std::string dump_file;        ///< the waveform, absolute
  Cycle from = 0;               ///< first cycle
  Cycle to = 0;                 ///< first cycle after it
  std::uint64_t period = 1000;  ///< of a cycle, in picoseconds
  std::optional<Cycle> stuck;   ///< gets a named marker, if in view
  int vcs = 1;                  ///< virtual channels of a link
};

/// Text of a save file that opens all signals, grouped by module. In view is the whole time, or the
/// part of it in which words can be read: the first, or that before the marker. The rest is in a
/// closed group at the end: modules and ports where nothing happened, and signals that only repeat
/// what others show.
std::string gtkwave_save(const std::vector<DeclaredSignal>& signals, const GtkwaveView& view);

/// True when the file begins as those of gtkwave_save do: nobody has saved another view under its
/// name.
bool is_our_gtkwave_save(const std::string& name);

}  // namespace flitcast::trace
