#pragma once

#include <cstdint>
#include <string>

#include "tb/config/quantity.h"
#include "traffic/program/communication_program.h"

namespace flitcast {

/// The formats of programs that are read, told by how a file begins.
enum class ProgramFormat {
  kNone,   ///< something else
  kGoal,   ///< GOAL text: begins with num_ranks, after comments if need be
  kMsccl,  ///< MSCCL XML: begins with <
};

/// What a file is; kNone also for one that can be read only once, or not at all.
ProgramFormat format_of(const std::string& file);

/// What bytes and times of a file are on the network.
struct ProgramUnits {
  Scale scale;
  std::uint32_t chunk_flits = 1;  ///< of formats that do not say how large a chunk is
};

/// Reads a program; the format is told by content. Throws FileError with file and line.
Program read_program(const std::string& file, const ProgramUnits& units);

/// GOAL text. Bytes are rounded up to flits, times, which are ns, to cycles.
Program read_goal(const std::string& file, const ProgramUnits& units);

/// MSCCL XML, both dialects.
Program read_msccl(const std::string& file, const ProgramUnits& units);

}  // namespace flitcast
