#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "traffic/program/program_record.h"

namespace flitcast {

/// What takes time on the critical path, besides waits.
enum class PathPart : std::uint8_t {
  kCompute,
  kMemory,  ///< copies and additions
  kDelay,   ///< delays and dates of the program
  kStartup,
  kHops,           ///< of headers, without waits
  kSerialisation,  ///< of the flits that follow a header
};
inline constexpr std::size_t kPathParts = 6;
/// Their names in results, by value.
inline constexpr std::array<std::string_view, kPathParts> kPathPartNames{
    "compute", "memory", "delay", "startup", "hops", "serialisation"};

/// What the cycles of the critical path went to. They add up to the completion of the program.
struct PathSplit {
  std::array<Cycle, kPathParts> cycles{};  ///< by PathPart
  Waits waits{};  ///< of messages: for their ports, on their way, and of their bodies

  Cycle& operator[](PathPart part) { return cycles[static_cast<std::size_t>(part)]; }
  PathSplit& operator+=(const PathSplit& other);
  Cycle total() const;
};

/// A part of the path: what an operation, or its message, did from cycle to cycle.
struct PathStep {
  enum class What : std::uint8_t {
    kWork,     ///< it took its time; a receive, to add
    kStartup,  ///< of a send, for which its stream waited
    kSend,     ///< until its last word had left
    kMessage,  ///< until its message was with the receiver
  };
  std::uint32_t op;
  What what;
  Cycle from;
  Cycle to;
  PathSplit split;
};

/// The critical path: from the operation that was over last back to the beginning, by what each one
/// waited for last. That is what it depends on, the operation before it in its stream, the message
/// that it receives, or, of a send, the receive that made room in its channel. Where a message
/// waits for another one, in a port or on its way, those are waits by cause.
///
/// Calls `visit` for all steps that take time, the last one first. Precondition: the program has
/// ended.
void walk_critical_path(const ProgramRecord& record,
                        const std::function<void(const PathStep&)>& visit);

/// The same back from an operation that is over, to the first step that begins at `since` or
/// before.
void walk_path_to(const ProgramRecord& record, std::uint32_t op, Cycle since,
                  const std::function<void(const PathStep&)>& visit);

}  // namespace flitcast
