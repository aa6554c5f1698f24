#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hw/topology/topology.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// A schedule as a file tells it, for a network of so many processors: every number is in range and
/// every path a walk; whether it does what it promises is for verify() to say.
struct ScheduleFile {
  std::string file;
  std::string algorithm = "schedule";
  Operation operation;
  std::uint32_t message_flits = 1;  ///< a multiple of operation.parts
  RingTravel rings = RingTravel::kMinimal;
  /// What it is made for: keys of the configuration with their values.
  std::vector<std::pair<std::string, std::string>> model;
  bool irc = false;           ///< some worm has several destinations
  std::vector<Round> rounds;  ///< a message without hops goes by the base route
};

/// Reads a file of the shape of schedule_shape.h. Memory is that of the rounds: 56 bytes a message,
/// 1 for each hop of its path, 4 for each of its destinations, 8 for each block. Throws FileError
/// naming the file, and the line or element that is to blame.
ScheduleFile read_schedule(const std::string& file, const Topology& topology);

}  // namespace flitcast
