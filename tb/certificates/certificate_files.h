#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "traffic/satisfiability/hop_search.h"

namespace flitcast {

inline constexpr std::string_view kCertificateSchema = "flitcast.certificate/1";

/// Writes why there is no schedule with so many steps and rounds, for `flitcast verify-proof`:
/// certificate.json with instance, claim and splits, and for each split, as rounds-1-3, clauses of
/// its HopFormula (.cnf) that cannot all hold, and why (.lrat). The files appear together, in a
/// folder that is made where it is missing. Throws FileError, and ProofError for a proof that is
/// none.
void write_certificate(const std::string& folder, const HopInstance& instance, std::uint32_t steps,
                       std::uint32_t rounds, const std::vector<RefutedSplit>& splits);

}  // namespace flitcast
