#pragma once

#include "tb/proof_check/claim.h"
#include "tb/proof_check/cnf_file.h"

namespace flitcast::proof {

/// The clauses of the file are such that the rules of worms make for the claim.
///
/// Where data spread:
/// 1. In the beginning a chunk, the data of a node, is at its origin only.
/// 2. In the end it is at all that want it; at no time at others.
/// 3. A chunk that is at a node was there a round before, or a worm brought it.
/// 4. A worm has a chunk only from where that was before the round.
///
/// Elsewhere: 5. from each node a worm goes, in some round, to each that it has something for.
///
/// Of worms in a round: 6. one goes over a link; 7. as many leave or reach a node as it has ports.
///
/// A schedule with so many rounds, if there was one, would make all of them hold. Throws FileError
/// with file and line.
void check_worm_rules(const CnfFile& cnf, const Claim& claim);

}  // namespace flitcast::proof
