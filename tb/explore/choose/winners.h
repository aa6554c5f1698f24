#pragma once

#include "tb/explore/choose/answer.h"
#include "tb/explore/points/sweep_folder.h"

namespace flitcast {

/// Writes a configuration for every winner of every region, at the last size of the region, into
/// the folder winners/; those of an earlier answer go. Each expects the completion that it was
/// simulated with. Returns how many. Throws FileError.
std::size_t write_winners(const Answer& answer, const SweepFolder& folder);

}  // namespace flitcast
