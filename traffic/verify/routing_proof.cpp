#include "traffic/verify/routing_proof.h"

#include "traffic/verify/channels.h"
#include "traffic/verify/worm_dependencies.h"

namespace flitcast {

RoutingProof prove_routing(const Routing& routing, const NetworkConfig& network,
                           VerifyWatcher* watcher, bool multicasts) {
  const Channels channels(routing.topology());
  VerifyOptions options{timing_model(network)};
  options.switching = network.switching;
  options.ports = network.ports;
  options.vcs = network.vcs;
  options.duplex = network.duplex;
  options.irc = multicasts;
  options.others_multicast = multicasts;
  WormDependencies worms(routing, channels, options);
  const NodeId nodes = routing.topology().processors();
  // The search of the escape takes about twice as long as the walk.
  const std::uint64_t parts = routing.escape_classes_of(network.vcs) > 0 ? 3 : 1;
  const auto tell = [&](double walks) {
    if (watcher != nullptr) {
      watcher->verifying(static_cast<std::uint64_t>(walks * nodes), parts * nodes);
    }
  };
  if (const auto end = worms.add_all_pairs(tell); end.lost != kNoNode) {
    return {false,
            "a header from " + std::to_string(end.source) + " to " +
                std::to_string(end.destination) + " may come to node " + std::to_string(end.lost) +
                " and find no way to go on",
            {}};
  }
  const std::string circle = worms.cycle([&](double share) { tell(1 + 2 * share); });
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
