#include "traffic/verify/routing_proof.h"

#include <cstdint>
#include <vector>

#include "traffic/verify/channels.h"
#include "traffic/verify/worm_dependencies.h"

namespace flitcast {
namespace {

/// The channels of the base route from `from` to `to`, and its memory: "->1->3->[memory at 3]".
std::string way_to_memory(const Routing& routing, NodeId from, NodeId to) {
  std::vector<PortId> ports;
  routing.append_ports(from, to, ports);
  std::string text;
  NodeId here = routing.topology().router_of(from);
  for (const PortId port : ports) {
    here = routing.topology().neighbour(here, port);
    text += "->" + std::to_string(here);
  }
  return text + "->[memory at " + std::to_string(to) + "]";
}

/// Two memories that wait for each other: each for its replies to leave, these for requests before
/// them, and these for room in the other memory.
std::string circle_of_memories(const Routing& routing) {
  const NodeId other = routing.topology().processors() > 1 ? 1 : 0;
  return std::to_string(routing.topology().router_of(0)) + way_to_memory(routing, 0, other) +
         (other == 0 ? "" : way_to_memory(routing, other, 0));
}

/// How requests and replies of memories keep out of each other's way; empty where they do not.
std::string memory_argument(const Routing& routing, const NetworkConfig& network) {
  if (network.classes_at_ports && classes_are_apart(network)) {
    return "requests and replies have virtual channels and ports of their own, and replies always "
           "have room";
  }
  const std::uint64_t requests = std::uint64_t{routing.topology().processors()} *
                                 static_cast<std::uint64_t>(network.memory->outstanding);
  return static_cast<std::uint64_t>(network.memory->queue) < requests
             ? ""
             : "every memory has room for all requests that there may be";
}

}  // namespace

bool classes_are_apart(const NetworkConfig& network) {
  return network.duplex == Duplex::kFull || network.switching != Switching::kWormhole;
}

RoutingProof prove_routing(const Routing& routing, const NetworkConfig& network,
                           const ProofOptions& asked) {
  const Channels channels(routing.topology());
  VerifyOptions options{timing_model(network)};
  options.switching = network.switching;
  options.ports = network.ports;
  options.vcs = network.vcs;
  options.duplex = network.duplex;
  options.irc = asked.multicasts;
  options.others_multicast = asked.multicasts;
  WormDependencies worms(routing, channels, options);
  const NodeId nodes = routing.topology().processors();
  // The search of the escape takes about twice as long as the walk.
  const std::uint64_t parts = routing.escape_classes_of(network.vcs) > 0 ? 3 : 1;
  const auto tell = [&](double walks) {
    if (asked.watcher != nullptr) {
      asked.watcher->verifying(static_cast<std::uint64_t>(walks * nodes), parts * nodes);
    }
  };
  const auto end =
      asked.pairs == nullptr ? worms.add_all_pairs(tell) : worms.add_pairs(*asked.pairs);
  if (end.lost != kNoNode) {
    return {false,
            "a header from " + std::to_string(end.source) + " to " +
                std::to_string(end.destination) + " may come to node " + std::to_string(end.lost) +
                " and find no way to go on",
            {}};
  }
  const std::string circle = asked.bubbles
                                 ? worms.cycle_among_rings()
                                 : worms.cycle([&](double share) { tell(1 + 2 * share); });
  if (!circle.empty()) {
    return {false, "worms can wait for each other along " + circle, circle};
  }
  std::string argument =
      asked.bubbles ? "every ring keeps a bubble, and the dependency graph of rings has no cycle"
      : worms.has_escape()
          ? "headers can always escape, and the extended channel dependency graph of the escape "
            "has no cycle"
          : "the channel dependency graph has no cycle";
  if (asked.trees != nullptr && !asked.trees->empty()) {
    const std::string trees = circle_of_trees(routing, network, *asked.trees);
    if (!trees.empty()) {
      return {false, trees, {}};
    }
    argument += network.forks == Forks::kReserved
                    ? "; trees of broadcasts are reserved, in one order"
                    : "; no broadcasts need two things of each other";
  }
  if (network.memory) {
    const std::string apart = memory_argument(routing, network);
    if (apart.empty()) {
      const std::string memories = circle_of_memories(routing);
      return {false, "requests and replies can wait for each other along " + memories, memories};
    }
    argument += "; " + apart;
  }
  if (network.holds_requests()) {
    argument +=
        "; requests wait for replies, which wait for none: they have virtual channels and "
        "ports of their own, and are taken as they come";
  }
  return {true, argument, {}};
}

}  // namespace flitcast
