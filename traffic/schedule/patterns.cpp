#include "traffic/schedule/patterns.h"

#include <stdexcept>

#include "traffic/schedule/messages.h"
#include "traffic/schedule/random.h"

namespace flitcast {

Schedule random_unicasts(const Topology& topology, const Routing& routing, std::uint64_t seed,
                         std::uint32_t messages_per_node, std::uint32_t message_flits) {
  const NodeId nodes = topology.processors();
  if (nodes < 2) {
    throw std::invalid_argument("random unicasts need two nodes, and " + topology.describe() +
                                " has one");
  }
  Schedule schedule;
  schedule.algorithm = "random-unicasts";
  schedule.operation.kind = OperationKind::kUnicasts;
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
