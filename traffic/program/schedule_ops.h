#pragma once

#include <cstdint>
#include <vector>

#include "hw/network_config.h"
#include "hw/topology/topology.h"
#include "traffic/program/communication_program.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// A block in the memory of a node before a schedule, or after it.
struct HeldBlock {
  Block block;
  bool starts;    ///< the node has it, or its operand
  bool promised;  ///< the node is to have it, or a sum
};

/// What the nodes of a schedule do in dataflow, node by node, as operations of programs: on the
/// schedule's network they take the cycles that the schedule takes.
///
/// Messages of a node are sent in the order of the schedule, each when its node has what it carries
/// (DataDependencies). What a receiver rearranges and reduces is a delay after the message, however
/// many come at a time.
class ScheduleOps {
 public:
  /// Where the operations of a node go: to the rank that was begun last.
  struct Destination {
    const std::vector<std::uint32_t>* ranks = nullptr;  ///< of the nodes; null: rank r is node r
    std::uint32_t tag = 0;                              ///< of its messages
    std::uint32_t after = ProgramOp::kNone;             ///< what has to finish before
    std::uint16_t stream = 0;                           ///< the first of `streams`
    /// The first chunks of the memory of the rank; null: without data.
    const std::vector<HeldBlock>* memory = nullptr;
  };

  /// `network` has ports and costs. The schedule must outlive it. Throws ScheduleError for a
  /// message with several destinations, which no program can say, and std::length_error for one
  /// that is too large.
  ScheduleOps(const Schedule& schedule, const Topology& topology, const NetworkConfig& network);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  /// So many streams take the sends of a node.
  std::uint16_t streams() const { return streams_; }
  /// Appends what `node` does. When the operations that it returns have finished, all is over.
  std::vector<std::uint32_t> append(Program& program, NodeId node, const Destination& where) const;

 private:
  struct Send {
    NodeId to;
    std::uint32_t need;  // receives of the node that have to be over
    std::uint32_t blocks;
    std::size_t first_block;
  };
  struct Receive {
    NodeId from;
    std::uint32_t after_sends;  // of the node: a partial sum changes when they have left
    std::uint32_t blocks;
    std::size_t first_block;
    Cycle handling;
    Transfer transfer;
  };
  struct Node {
    std::vector<Send> sends;
    std::vector<Receive> receives;
    std::vector<bool> sends_next;  // the order of both
  };
  class Appending;

  void add_send(const MessageView& message, std::uint32_t need);
  void add_receive(const Round& round, std::size_t index);

  const Schedule& schedule_;
  TimingModel model_;
  std::uint16_t streams_;
  bool reduces_;
  bool handles_ = false;       // some receiver takes time
  std::vector<Block> blocks_;  // of all messages
  std::vector<Node> nodes_;
};

/// A schedule as a program: every node is a rank, and every block a chunk. Messages take the base
/// route, also those that have a way of their own. Without data are operations that no program can
/// check: barriers, and those of loose blocks. Throws as ScheduleOps does, and std::length_error
/// where there are too many operations.
Program program_of(const Schedule& schedule, const Topology& topology,
                   const NetworkConfig& network);

}  // namespace flitcast
