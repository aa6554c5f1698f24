#pragma once

#include <utility>
#include <vector>

#include "traffic/operations/operations.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

inline Operation operation(const OperationKind& kind, NodeId nodes, NodeId root = 0,
                           std::uint32_t parts = 1) {
  Operation operation;
  operation.kind = &kind;
  operation.nodes = nodes;
  operation.root = root;
  operation.parts = parts;
  return operation;
}

/// A message written out by hand. Without destinations it goes to the end of its path.
struct HandmadeMessage {
  std::vector<NodeId> path;
  std::vector<Block> blocks;
  std::vector<NodeId> destinations = {};
};

using HandmadeRounds = std::vector<std::vector<HandmadeMessage>>;

inline void append(Round& round, const HandmadeMessage& message) {
  round.begin(message.path.front());
  for (std::size_t i = 1; i < message.path.size(); ++i) {
    round.add_hop(message.path[i]);
  }
  for (const Block& block : message.blocks) {
    round.add_block(block);
  }
  if (message.destinations.empty()) {
    round.add_destination(message.path.back());
  }
  for (const NodeId destination : message.destinations) {
    round.add_destination(destination);
  }
}

inline Round handmade_round(const std::vector<HandmadeMessage>& messages) {
  Round round;
  for (const HandmadeMessage& message : messages) {
    append(round, message);
  }
  return round;
}

inline Schedule handmade_schedule(const Operation& operation, HandmadeRounds rounds,
                                  std::uint32_t block_flits = 1) {
  Schedule schedule;
  schedule.algorithm = "handmade";
  schedule.operation = operation;
  schedule.rounds = rounds.size();
  schedule.block_flits = block_flits;
  schedule.fill = [rounds = std::move(rounds)](std::uint64_t r, Round& out) {
    for (const HandmadeMessage& message : rounds[r]) {
      append(out, message);
    }
  };
  return schedule;
}

}  // namespace flitcast
