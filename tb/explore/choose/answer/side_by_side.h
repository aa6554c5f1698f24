#pragma once

#include <cstddef>
#include <string>

#include "hw/topology/topology.h"
#include "tb/explore/choose/answer/decision_map.h"

namespace flitcast::explore {

/// Whether `part` is `whole` without some of its links, its nodes maybe in another order: a mesh of
/// a torus, a line of a ring, a grid with sides that are powers of two of a hypercube.
bool is_part_of(const Topology& part, const Topology& whole);

/// What the fastest takes on every network of the same hardware, at some of the sizes, why there is
/// nothing, and where a network loses to one that is part of it, with why and what to try; empty
/// for one network. Lines are no wider than `width`, if that is not 0.
std::string side_by_side_text(const DecisionMap& answer, std::size_t width);

}  // namespace flitcast::explore
