#pragma once

#include <string>

#include "tb/proof_check/claim.h"

namespace flitcast::proof {

/// There is no schedule within the rounds of the claim, by its count:
///
/// - cut: more chunks have to enter its nodes than the links there bring. With half duplex, those
///   that have to leave them count, too, and a link is one both ways. The ports of a node alone on
///   its side let no more pass. For a sum, some operand of every chunk has to enter.
/// - distance: the way from the first of its nodes to the second, which wants data of it; where
///   others want the same, the last chunk leaves after those that the links took before.
/// - growth: a node that knows the last chunk of its node tells one over each link, and port.
/// - carriage: all chunks need more hops than the links make. A word of a sum needs 2(n − 1)
///   (Patarasuk and Yuan, J. Parallel Distrib. Comput. 69(2), 2009).
///
/// What starts at one node is with another only after as many rounds as the way has links. Says
/// what is counted. Throws FileError.
std::string check_count(const Claim& claim, const std::string& file);

}  // namespace flitcast::proof
