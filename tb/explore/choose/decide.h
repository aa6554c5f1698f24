#pragma once

#include <vector>

#include "tb/explore/choose/choose_runs.h"
#include "tb/explore/choose/situation_contest.h"

namespace flitcast {

/// A contest for every situation of a question, which must outlive them, with all forms of its rows
/// predicted. Throws ConfigError where none can be played anywhere, RowError.
std::vector<SituationContest> contests_of(const Question& question, double margin);

/// Simulates until every contest is decided. Throws FileError and ConfigError, as a backend does.
void decide(ChooseRuns& runs, std::vector<SituationContest>& contests);

}  // namespace flitcast
