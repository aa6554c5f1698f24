#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traffic/steps/micropermutations.h"

namespace flitcast {

/// A block of nodes of a torus that send at the same time: those with a column of the first
/// micropermutation and a row of the second one, to where the two of them lead.
struct Crossing {
  Micropermutation columns;
  Micropermutation rows;
};

/// "π1(0,1) x π4(0)".
std::string to_string(const Crossing& crossing);

/// The crossings of round `round` < 64k³ on T(8k,8k), k = side/8 >= 1, whose rows and columns are
/// all different wherever something moves in them. (Tvrdík CS838 §14, figure "Interleaving of
/// horizontal and vertical disjoint micropermutations".)
std::vector<Crossing> interleaved_crossings(NodeId side, std::uint64_t round);

}  // namespace flitcast
