#pragma once

#include "hw/types.h"
#include "traffic/forecast/least_times.h"
#include "traffic/program/communication_program.h"
#include "traffic/program/program_machine.h"

namespace flitcast {

/// What a program takes at least by what waits for what, in whatever order its operations run: no
/// stream, port, channel or link keeps anybody waiting. The n-th receive of a channel of those that
/// come one after the other ends no sooner than the n-th message of the channel arrives, one from
/// any source or tag likewise that of its rank. Of a program that comes to a stand, up to there.
Cycle longest_path(const Program& program, const ProgramMachine::Costs& costs, LeastTimes& times);

}  // namespace flitcast
