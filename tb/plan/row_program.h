#pragma once

#include <cstdint>

#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"
#include "tb/plan/plan.h"
#include "traffic/program/communication_program.h"

namespace flitcast {

/// How many messages of a schedule have a way of their own, which no program can say.
std::uint64_t messages_with_ways(const Draft& draft);

/// What `row` configures, on a network that is not the one of `config`: its schedule as a program
/// that has the timing of `config`. Throws ConfigError, also for what no program can say.
Program program_of_row(const RawConfig& row, const Config& config);

}  // namespace flitcast
