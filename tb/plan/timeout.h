#pragma once

#include <cstdint>

#include "tb/config/config.h"

namespace flitcast {

/// Flits that packets have besides those of their messages.
std::uint64_t frame_flits(const Config& config);

/// Sets ni.timeout, where it is auto and has an effect, for packets of up to so many flits.
void resolve_timeout(std::uint64_t largest_flits, Config& config);

}  // namespace flitcast
