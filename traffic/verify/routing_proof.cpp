#include "traffic/verify/routing_proof.h"

#include "traffic/verify/channels.h"
#include "traffic/verify/worm_dependencies.h"

namespace flitcast {

RoutingProof prove_routing(const Routing& routing, const NetworkConfig& network,
                           VerifyWatcher* watcher) {
  const Channels channels(routing.topology());
  VerifyOptions options{timing_model(network)};
  options.switching = network.switching;
  options.ports = network.ports;
  options.vcs = network.vcs;
  options.duplex = network.duplex;
  WormDependencies worms(routing, channels, options);
  const NodeId nodes = routing.topology().processors();
  for (NodeId destination = 0; destination < nodes; ++destination) {
    if (watcher != nullptr) {
      watcher->verifying(destination, nodes);
    }
    for (NodeId source = 0; source < nodes; ++source) {
      const NodeId lost =
          source == destination ? kNoNode : worms.add_routed(source, {&destination, 1});
      if (lost != kNoNode) {
        return {false,
                "a header from " + std::to_string(source) + " to " + std::to_string(destination) +
                    " may come to node " + std::to_string(lost) + " and find no way to go on",
                {}};
      }
    }
    worms.finish(destination);
  }
  const std::string circle = worms.cycle();
  if (!circle.empty()) {
    return {false, "worms can wait for each other along " + circle, circle};
  }
  return {true,
          worms.has_escape()
              ? "headers can always escape, and the extended channel dependency graph of the "
                "escape has no cycle"
              : "the channel dependency graph has no cycle",
          {}};
}

}  // namespace flitcast
