#pragma once

#include <string>

#include "tb/proof_check/claim.h"

namespace flitcast::proof {

/// Counts what the claim says to count, and that it is too much for so many rounds; says what it
/// was. Throws FileError with the file where it is not.
std::string check_worm_count(const Claim& claim, const std::string& file);

}  // namespace flitcast::proof
