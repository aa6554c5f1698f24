#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flitcast {

/// What the number of a key measures. The world outside counts none of it in cycles and flits.
enum class Dimension {
  kNone,    ///< takes plain numbers only
  kTime,    ///< cycles: ps, ns, us, ms, s
  kSize,    ///< flits: B, kB, MB, GB, TB, KiB, MiB, GiB, TiB
  kPace,    ///< cycles per flit: times, and rates as kRate
  kRate,    ///< flits per cycle: B/s, kB/s, MB/s, GB/s, TB/s, Mbit/s, Gbit/s, Tbit/s
  kPeriod,  ///< nanoseconds: times, and kHz, MHz, GHz
};

/// What a cycle and a flit are outside.
struct Scale {
  std::int64_t period_ps = 1000;
  std::int64_t flit_bytes = 8;
};

/// True where a number with such a unit after it, "64KiB" or "1.5 us", that `dimension` takes is
/// the text, or a part of it between commas and colons.
bool has_quantity(Dimension dimension, std::string_view text);

/// The text with the plain numbers that a key takes for its quantities. Throws ValueError where one
/// is no whole number of cycles, flits or picoseconds, naming both neighbours; of kRate any number
/// will do.
std::string plain_numbers(Dimension dimension, std::string_view text, const Scale& scale);

/// What there is to say of them where keys are listed.
inline constexpr std::string_view kQuantityHelp =
    "Cycles may be given as a time (1.5us; ps to s), flits as a size (64KiB; B to TB and TiB), "
    "flits a cycle and cycles a flit as a rate (4GB/s, 25Gbit/s), ns as a frequency (1.25GHz), by "
    "clock.period and link.flit_bytes; what is no whole number is refused.";

/// Flits as people outside count: "96 B", "1.5 KiB", "64 MiB".
std::string shown_bytes(std::uint64_t flits, const Scale& scale);
/// Flits a cycle likewise: "1.6 GB/s".
std::string shown_rate(double flits_per_cycle, const Scale& scale);

}  // namespace flitcast
