#pragma once

#include <cstdint>
#include <string>

#include "tb/proof_check/claim.h"

namespace flitcast::proof {

/// Plays a schedule as a file has it (flitcast.schedule/1), each message with its path, and returns
/// the number of its rounds: it is for the network of the claim, keeps its rules, and all data
/// arrive. Throws FileError with round and message of what does not.
std::uint64_t replay(const std::string& file, const Claim& claim);

}  // namespace flitcast::proof
