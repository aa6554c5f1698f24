#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hw/topology/topology.h"
#include "tb/explore/choose/answer/decision_map.h"
#include "tb/explore/points/sweep_folder.h"

namespace flitcast::explore {

/// Decision tables as text, one for each scenario, whose title says what it came to: of every
/// region its winner, its cycles and how they compare with the lower bound, and which other is
/// closest at one of its ends. Lines are no wider than `width`, if that is not 0.
std::string answer_text(const DecisionMap& answer, std::size_t width);

/// One row per region. Columns: the keys of scenarios, then what answer_json has of a region.
std::string answer_csv(const DecisionMap& answer);

/// Schema flitcast.choose/1.
std::string answer_json(const DecisionMap& answer);

/// Whether `part` is `whole` without some of its links, its nodes maybe in another order: a mesh of
/// a torus, a line of a ring, a grid with sides that are powers of two of a hypercube.
bool is_part_of(const Topology& part, const Topology& whole);

/// What the fastest takes on every network of the same hardware, at some of the sizes, why there is
/// nothing, and where a network loses to one that is part of it, with why and what to try; empty
/// for one network. Lines are no wider than `width`, if that is not 0.
std::string side_by_side_text(const DecisionMap& answer, std::size_t width);

/// Writes a configuration for every winner of every region, at the last size of the region, into
/// the folder winners/; those of an earlier answer go. Each expects the completion that it was
/// simulated with. Returns their names. Throws FileError.
std::vector<std::string> write_winners(const DecisionMap& answer, const SweepFolder& folder);

}  // namespace flitcast::explore
