#pragma once

#include <utility>
#include <vector>

#include "hw/topology/family.h"
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
  bool joins = false;
};

/// Every node is next to every other, for messages whose network does not matter: port p of a node
/// leads to the p-th of the others.
inline const Topology& any_network() {
  constexpr NodeId kNodes = 32;
  static const TopologyFamily family = [] {
    TopologyFamily made{};
    made.word = "clique";
    made.build = [](const TopologyFamily&, const TopologySource&) {
      TopologyData clique;
      clique.nodes = clique.processors = kNodes;
      clique.ports = kNodes - 1;
      clique.ends = tabulate_ends(clique, [](NodeId node, PortId port) {
        const NodeId to = port < node ? port : port + 1U;
        return ChannelEnd{to, static_cast<PortId>(node < to ? node : node - 1)};
      });
      return clique;
    };
    return made;
  }();
  static const Topology clique(family, {});
  return clique;
}

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
  if (message.joins) {
    round.join();
  }
}

inline Round handmade_round(const std::vector<HandmadeMessage>& messages,
                            const Topology& topology = any_network()) {
  Round round(topology);
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
