#pragma once

#include <string>
#include <vector>

#include "tb/explore/choose/answer/decision_map.h"
#include "tb/explore/points/sweep_folder.h"

namespace flitcast::explore {

/// Writes a configuration for every winner of every region, at the last size of the region, into
/// the folder winners/; those of an earlier answer go. Each expects the completion that it was
/// simulated with. Returns their names. Throws FileError.
std::vector<std::string> write_winners(const DecisionMap& answer, const SweepFolder& folder);

}  // namespace flitcast::explore
