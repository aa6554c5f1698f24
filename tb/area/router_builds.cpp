#include "tb/area/router_builds.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "hw/routing/routing_policies.h"
#include "hw/topology/link_times.h"
#include "traffic/theory/distance.h"

namespace flitcast::area {
namespace {

/// Between the two processors that are farthest from each other. Node 0 is one of them in every
/// family but graphs.
int diameter(const Config& config) {
  const Topology& topology = *config.topology;
  std::int64_t most = eccentricity(topology, 0);
  if (config.topology_kind == TopologyKind::kGraph) {
    for (NodeId node = 1; node < topology.processors(); ++node) {
      most = std::max(most, eccentricity(topology, node));
    }
  }
  return static_cast<int>(most);
}

int address_bits(const RtlParameters& parameters) {
  switch (parameters.routing) {
    case RtlRouting::kEcube:
      return parameters.network_ports;
    case RtlRouting::kMesh:
    case RtlRouting::kTorus:
      return parameters.dimensions() * parameters.coordinate_bits;
    case RtlRouting::kTable:
      break;
  }
  return std::max(1, bits_of(static_cast<std::uint64_t>(parameters.nodes)));
}

/// Of a simulation's routers, which are rounded up to serve several networks, those that are as
/// large as they have to be.
RtlParameters exact_parameters(const Config& config) {
  RtlParameters parameters = rtl_parameters(config.network, *config.routing);
  parameters.depth = static_cast<int>(config.network.buffer_flits);
  parameters.max_delay = static_cast<int>(config.network.router_delay);
  parameters.copies = config.irc;
  if (parameters.routing == RtlRouting::kTable) {
    parameters.nodes = static_cast<int>(config.topology->nodes());
  }
  parameters.route_hops = config.routing->in_headers() ? diameter(config) : 0;
  return parameters;
}

/// What is to be given for the most similar router that is covered; empty where it is another one
/// by a number alone.
std::string nearest_covered(const Config& config) {
  std::string options;
  if (config.network.duplex == Duplex::kHalf) {
    options += " --link.duplex=full";
  }
  if (config.network.pipeline.staged()) {
    options += fmt::format(" --router.pipeline=contract --router.delay={}",
                           config.network.pipeline.header_delay());
  }
  const Routing& routing = *config.routing;
  if (routing.draw() != nullptr ||
      (!routing.follows_base_routes() && !routing.keeps_base_order())) {
    options += fmt::format(" --router.routing={}", policy_of(config.network.order).word);
  }
  if (!routing.follows_base_routes() && config.topology->wraps()) {
    options += " --router.ties=up --router.datelines=crossing";
  }
  return options;
}

void refuse_what_is_not_covered(const Config& config) {
  if (config.topology->network_ports() == 0) {
    throw config.places.error("topology.dims", "the router of a single node has no links");
  }
  if (const auto why = not_in_rtl(config.network, *config.routing, config.routing_policy->word)) {
    const std::string nearest = nearest_covered(config);
    throw ConfigError("{}; the router in SystemVerilog does not cover that{}{}", *why,
                      nearest.empty() ? "" : "; the nearest that it does: the same with", nearest);
  }
}

/// With all ports connected.
RouterBuild full_build(const Config& config, int word_bits) {
  const RtlParameters parameters = exact_parameters(config);
  const int needed = 2 * address_bits(parameters);
  if (needed > word_bits) {
    throw ConfigError("--word-bits: half of {} bits do not hold an address; give {} or more",
                      word_bits, needed);
  }
  const Cycle interval = LinkTimes(*config.topology, config.network).largest().cycles_per_flit;
  return {parameters, word_bits, bits_of(static_cast<std::uint64_t>(interval) + 1)};
}

std::vector<int> unconnected_ports(const Topology& topology, NodeId node) {
  std::vector<int> ports;
  for (int port = 0; port < topology.network_ports(); ++port) {
    if (topology.neighbour(node, static_cast<PortId>(port)) == kNoNode) {
      ports.push_back(port);
    }
  }
  return ports;
}

}  // namespace

std::vector<std::pair<std::string, int>> RouterBuild::named() const {
  std::vector<std::pair<std::string, int>> named = parameters.named();
  for (auto& [name, value] : named) {
    if (name == "WORD") {
      value = word_bits;
    } else if (name == "INTERVAL_BITS") {
      value = interval_bits;
    }
  }
  return named;
}

bool operator<(const RouterBuild& a, const RouterBuild& b) {
  return std::make_tuple(a.named(), a.unconnected, a.has_interface, a.wrapper) <
         std::make_tuple(b.named(), b.unconnected, b.has_interface, b.wrapper);
}

std::vector<RouterKind> router_builds(const Config& config, int word_bits) {
  refuse_what_is_not_covered(config);
  const Topology& topology = *config.topology;
  const RouterBuild full = full_build(config, word_bits);
  const std::vector<bool> brought = config.rtl.user.empty() ? std::vector<bool>(topology.nodes())
                                                            : config.rtl.nodes.of(topology.nodes());
  // By whose they are, links, and whether there is an interface.
  std::map<std::tuple<bool, int, bool>, RouterKind> kinds;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    std::vector<int> unconnected = unconnected_ports(topology, node);
    const int links = topology.network_ports() - static_cast<int>(unconnected.size());
    const bool has_interface = node < topology.processors();
    const auto [kind, is_new] = kinds.try_emplace({!brought[node], -links, !has_interface});
    if (is_new) {
      kind->second = {links, 0, full};
      kind->second.build.unconnected = std::move(unconnected);
      kind->second.build.has_interface = has_interface;
      kind->second.build.wrapper = brought[node] ? config.rtl.user : "";
    }
    ++kind->second.routers;
  }
  std::vector<RouterKind> sorted;
  sorted.reserve(kinds.size());
  for (auto& [key, kind] : kinds) {
    sorted.push_back(std::move(kind));
  }
  return sorted;
}

}  // namespace flitcast::area
