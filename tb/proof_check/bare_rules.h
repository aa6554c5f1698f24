#pragma once

#include "tb/proof_check/claim.h"
#include "tb/proof_check/cnf_file.h"

namespace flitcast::proof {

/// The clauses of the file are such that the rules of the claim's operation make for this split.
/// Not all of them need be there: if some cannot hold together, all cannot.
///
/// 1. In the beginning a chunk is at its origin only.
/// 2. In the end it is at all its destinations.
/// 3. A chunk that is at a node was there a step before, or came over a link.
/// 4. A chunk goes over a link only from where it was before the step.
/// 5. No more chunks go over a link in a step than it carries in the rounds of the step.
///
/// A schedule with these rounds of steps, if there was one, would make all of them hold. Throws
/// FileError with file and line.
void check_rules(const CnfFile& cnf, const Claim& claim, const Split& split);

}  // namespace flitcast::proof
