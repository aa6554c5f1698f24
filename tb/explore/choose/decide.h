#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "tb/explore/choose/choose_runs.h"
#include "tb/explore/choose/situation_contest.h"

namespace flitcast {

/// A contest for every situation of a question, which must outlive them, with all forms of its rows
/// predicted. `entered` hears how many situations there are already. Throws ConfigError where none
/// can be played anywhere, or a given choice fits none; RowError.
std::vector<SituationContest> contests_of(const Question& question, double margin,
                                          const std::function<void(std::size_t)>& entered);

/// Simulates until every contest is decided. Throws FileError and ConfigError, as a backend does.
void decide(ChooseRuns& runs, std::vector<SituationContest>& contests);

}  // namespace flitcast
