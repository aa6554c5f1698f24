#pragma once

#include <cstdint>
#include <stdexcept>

#include "hw/routing/routing.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/schedule/messages.h"
#include "traffic/schedule/random.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// One round in which every node sends `messages_per_node` messages of `message_flits` (>= 1) flits
/// to nodes drawn uniformly from all others, along base routes. The same seed gives the same
/// messages everywhere. The messages of a node stand together, in the order in which it sends them.
/// The schedule refers to `routing`. Throws std::invalid_argument when there is no other node.
inline Schedule random_unicasts(const Topology& topology, const Routing& routing,
                                std::uint64_t seed, std::uint32_t messages_per_node,
                                std::uint32_t message_flits) {
  const NodeId nodes = topology.processors();
  if (nodes < 2) {
    throw std::invalid_argument("random unicasts need two nodes, and " + topology.describe() +
                                " has one");
  }
  Schedule schedule;
  schedule.algorithm = "random-unicasts";
  schedule.operation.kind = &loose_unicasts();
  schedule.operation.nodes = nodes;
  schedule.rounds = 1;
  schedule.block_flits = message_flits;
  schedule.fill = [&routing, nodes, seed, messages_per_node](std::uint64_t, Round& out) {
    SplitMix64 random(seed);
    for (NodeId source = 0; source < nodes; ++source) {
      for (std::uint32_t i = 0; i < messages_per_node; ++i) {
        const auto other = static_cast<NodeId>(random.below(nodes - 1));
        const NodeId destination = other < source ? other : other + 1;
        begin_unicast(out, routing, source, destination);
        out.add_block(make_block(source, destination));
      }
    }
  };
  return schedule;
}

}  // namespace flitcast
