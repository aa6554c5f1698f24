#pragma once

#include "tb/config/ini/raw_config.h"

namespace flitcast {

/// The same configuration, each quantity of the outside world in it ("64KiB", "1.5us", "3GB/s") as
/// the number of flits, cycles and so on that its key counts, by clock.period and link.flit_bytes.
/// Lists of a sweep stay as they are. Throws ConfigError.
RawConfig in_model_units(RawConfig raw);

/// The same with the lists of its sweep in place of its keys. As they are where clock.period or
/// link.flit_bytes is swept: every point has units of its own. Throws ConfigError.
std::vector<SweepEntry> lists_in_model_units(const RawConfig& raw);

}  // namespace flitcast
