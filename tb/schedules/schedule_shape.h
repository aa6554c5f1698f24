#pragma once

#include <cstdint>
#include <string_view>

#include "hw/topology/topology.h"
#include "tb/schedules/json_shape.h"

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

/// What a file says of the routing of worms with several destinations on rings.
inline constexpr std::string_view kRingsUpwards = "up";
inline constexpr std::string_view kRingsMinimal = "shorter";

/// What the values of a file are (JsonShape::what).
enum class ScheduleValue : int {
  kNothing,  ///< follows from the rest, or is any text
  kSchema,
  kOperation,
  kAlgorithm,
  kTopology,
  kTopologyKind,
  kTopologyDim,
  kNodes,
  kRoot,
  kDestination,
  kShift,
  kRing,
  kColumns,
  kMessageFlits,
  kParts,
  kRings,
  kModelSwitching,
  kModelPorts,
  kModelVcs,
  kModelRouting,
  kModelDuplex,
  kRoundCount,
  kCopyFlits,
  kRound,
  kMessage,
  kId,
  kSource,
  kTarget,
  kPathNode,
  kBlock,
  kOrigin,
  kFinal,
  kPart,
  kFlits,
  kTransfer,
  kDocument
};

/// The shape of a file with a schedule for the network.
JsonShape schedule_shape(const Topology& topology);

}  // namespace flitcast
