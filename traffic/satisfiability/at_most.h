#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "traffic/satisfiability/formula.h"

namespace flitcast {

/// What it means that `least` or more of the inputs from `begin` on, before `end`, hold.
using CountMeaning =
    std::function<std::string(std::size_t least, std::size_t begin, std::size_t end)>;

/// No more than `most` of the inputs hold. A totalizer (Bailleux and Boufkhad, CP 2003): the inputs
/// are halved again and again, the first half the smaller one, and each part of two or more, but
/// for the whole, counts to at most `most` + 1.
void add_at_most(Formula& formula, const std::vector<Literal>& inputs, std::size_t most,
                 const CountMeaning& meaning);

}  // namespace flitcast
