#pragma once

#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "hw/network_config.h"
#include "hw/reference/posted_message.h"
#include "hw/routing/routing_policies.h"
#include "hw/topology/family.h"
#include "tests/support/cores/core_network.h"

namespace flitcast {

/// What worms do with virtual channels.
enum class WormStyle {
  kOneVc,
  kSeveralVcs,
  kMultiDestination,  ///< intermediate reception, with one virtual channel or several
  kAdaptive,          ///< headers have choices, of one virtual channel or several
  kStaged,            ///< routers with a pipeline; some headers have choices
  kBubble,            ///< bubble flow control on a ring or torus; some bubbles are too small
  kOnOff,             ///< on/off flow control
};

/// Networks that are much alike.
struct NetworkKind {
  TopologyKind topology;
  Switching switching;
  Duplex duplex;
  WormStyle style;
};

/// A network and its traffic, drawn for comparing two models of it.
struct DrawnNetwork {
  Topology topology() const { return {family_of(kind.topology), {dims, "drawn", graph}}; }
  /// The reference model does not say when ports of a staged router's node that work in parallel
  /// are free again: their buffer may take flits in ahead of time.
  bool one_message_each() const {
    return config.pipeline.staged() && !config.pipeline.injects_serially();
  }

  NetworkKind kind;
  std::vector<std::uint32_t> dims = {};
  std::string graph = {};  // the file of a graph, whose links have numbers of their own
  NetworkConfig config = {};
  const RoutingPolicy* policy = nullptr;  // null: base routes
  RoutingOptions options = {};
  std::vector<PostedMessage> messages = {};
  CoreNetwork::Order visits = CoreNetwork::Order::kForward;  // of the cores in a cycle
  std::set<NodeId> watched_routers = {};                     // have a probe
  std::set<NodeId> watched_interfaces = {};
  // In thousandths of the run's time: modules decide nothing ahead of time over these dates; and
  // another run ends there, for each.
  std::vector<Cycle> stops = {};
  std::vector<Cycle> cuts = {};
};

inline std::string describe(const DrawnNetwork& network) {
  const NetworkConfig& c = network.config;
  std::ostringstream text;
  text << to_string(network.kind.topology) << ' ' << join_dims(network.dims) << network.graph
       << (c.order == RoutingOrder::kAscending ? " ascending" : " descending") << ", switching "
       << static_cast<int>(c.switching) << (c.duplex == Duplex::kHalf ? ", half duplex" : "")
       << ", ports " << c.ports << ", vcs " << c.vcs << ", buffer " << c.buffer_flits
       << ", router_delay " << c.router_delay << ", link_delay " << c.link_delay << ", t_m "
       << c.cycles_per_flit << ", startup " << c.startup << ", messages " << network.messages.size()
       << (network.watched_routers.empty() ? "" : ", watched");
  if (network.policy != nullptr) {
    text << ", routing " << network.policy->word << ", selection "
         << (network.options.selection ? static_cast<int>(*network.options.selection) : -1);
  }
  for (const Cycle stop : network.stops) {
    text << ", stop " << stop;
  }
  return text.str();
}

}  // namespace flitcast
