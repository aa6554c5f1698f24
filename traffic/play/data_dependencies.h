#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "traffic/schedule/block_index.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// What the messages of a schedule wait for when rounds may overlap. Every node has a stream of
/// receives, numbered from 1 in the order of rounds, messages and destinations along the path; a
/// message may start when a first part of its source's stream is complete:
///  - up to the receive that brought the last of its blocks, or the last operand of a partial sum,
///    or what the sender makes its own operand of;
///  - nothing for loose blocks.
class DataDependencies {
 public:
  explicit DataDependencies(const Operation& operation);

  /// Takes the next round.
  void add(const Round& round);
  /// Of the round added last, per message: how many receives of its source it waits for.
  const std::vector<std::uint32_t>& needs() const { return needs_; }
  /// Of the round added last, per message and destination: its number in the receiver's stream.
  const std::vector<std::uint32_t>& numbers() const { return numbers_; }

 private:
  std::uint32_t need_of(const MessageView& message) const;
  void bring(const MessageView& message, NodeId destination, std::uint32_t number);

  Operation operation_;
  std::optional<BlockPlaces> places_;    // empty for loose blocks
  std::vector<std::uint32_t> brought_;   // the last receive that changed a block, 0 = none
  std::vector<std::uint32_t> receives_;  // per node
  std::vector<std::uint32_t> needs_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace flitcast
