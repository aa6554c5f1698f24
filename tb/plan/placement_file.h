#pragma once

#include <cstdint>
#include <string>

#include "hw/topology/topology.h"
#include "traffic/program/placement.h"

namespace flitcast {

/// Reads the node of every rank: a line for each rank, from 0 on, with its node; or lines of CSV in
/// any order, "rank,node", with that for a first line or without. Empty lines, and those that begin
/// with #, say nothing. Throws FileError with file and line.
Placement read_placement(const std::string& file, std::uint32_t ranks, const Topology& topology);

/// The text of such a file, without ranks.
std::string placement_text(const Placement& nodes);

}  // namespace flitcast
