#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/topology/topology.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// The schema of schedules as files: what `flitcast show --format=json` writes and traffic.schedule
/// reads. configs/schema/schedule.schema.json tells others the same.
inline constexpr std::string_view kScheduleSchema = "flitcast.schedule/1";
/// That of some rounds, or of what concerns a node, which is written, and cannot be played.
inline constexpr std::string_view kExcerptSchema = "flitcast.excerpt/1";

/// Rounds of a schedule at most: each takes memory, in the file's picture and in the result, even
/// where it has no messages.
inline constexpr std::uint64_t kMostRounds = 1'000'000;

/// Flits that a round rearranges at most.
inline constexpr std::uint64_t kMostCopiedFlits = std::uint64_t{1} << 40U;

/// Parts of a block at most.
inline constexpr std::uint64_t kMostParts = 65535;

/// What a file says of the routing of worms with several destinations on rings.
inline constexpr std::string_view kRingsUpwards = "up";
inline constexpr std::string_view kRingsMinimal = "shorter";

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
  bool forks = false;         ///< some worm forks
  std::vector<Round> rounds;  ///< a message without hops goes by the base route
};

/// Reads a file with a schedule. Memory is that of the rounds: 56 bytes a message,
/// 1 for each hop of its path, 4 for each of its destinations, 8 for each block. Throws FileError
/// naming the file, and the line or element that is to blame.
ScheduleFile read_schedule(const std::string& file, const Topology& topology);

}  // namespace flitcast
