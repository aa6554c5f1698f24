#include "hw/rtl_router/rtl_parameters.h"

#include <algorithm>

#include "hw/topology/family.h"
#include "hw/topology/link_times.h"

namespace flitcast {
namespace {

constexpr int kMostInputs = 64;
constexpr Cycle kMostDepth = 65536;
constexpr Cycle kMostDelay = 63;
constexpr Cycle kMostInterval = (Cycle{1} << RtlParameters::kIntervalBits) - 1;

int rounded_up(std::uint64_t count, int least_bits) {
  return 1 << std::max(least_bits, bits_of(count));
}

int coordinate_bits(const Topology& topology) {
  int bits = 1;
  for (int d = 0; d < topology.dimensions(); ++d) {
    bits = std::max(bits, bits_of(topology.side(d)));
  }
  return bits;
}

RtlRouting routing_style(const Topology& topology) {
  if (topology.has_labels()) {
    return RtlRouting::kEcube;
  }
  const int address_bits = RtlParameters::kWordBits / 2;
  if (topology.dimensions() == 0 ||
      topology.dimensions() * coordinate_bits(topology) > address_bits) {
    return RtlRouting::kTable;
  }
  return topology.wraps() ? RtlRouting::kTorus : RtlRouting::kMesh;
}

}  // namespace

int bits_of(std::uint64_t count) {
  int bits = 0;
  while ((std::uint64_t{1} << bits) < count) {
    ++bits;
  }
  return bits;
}

int RtlParameters::port_bits() const {
  return std::max(2, bits_of(static_cast<std::uint64_t>(ports())));
}
int RtlParameters::vc_bits() const {
  return std::max(1, bits_of(static_cast<std::uint64_t>(vcs)));
}
int RtlParameters::input_bits() const {
  return std::max(1, bits_of(static_cast<std::uint64_t>(inputs())));
}
int RtlParameters::route_bits() const {
  return route_hops > 0 ? 1 + route_hops * port_bits() : 1;
}

std::vector<std::pair<std::string, int>> RtlParameters::named() const {
  return {{"NETWORK_PORTS", network_ports},
          {"LOCAL_PORTS", local_ports},
          {"VCS", vcs},
          {"DEPTH", depth},
          {"MAX_DELAY", max_delay},
          {"SWITCHING", static_cast<int>(switching)},
          {"COPIES", copies ? 1 : 0},
          {"WORD", kWordBits},
          {"INTERVAL_BITS", kIntervalBits},
          {"ROUTING", static_cast<int>(routing)},
          {"NODES", nodes},
          {"COORDINATE_BITS", coordinate_bits},
          {"ROUTE_HOPS", route_hops}};
}

RtlParameters rtl_parameters(const NetworkConfig& config, const Routing& routing) {
  const Topology& topology = routing.topology();
  RtlParameters parameters;
  parameters.network_ports = topology.network_ports();
  parameters.local_ports = config.ports;
  parameters.vcs = config.vcs;
  parameters.depth = rounded_up(static_cast<std::uint64_t>(config.buffer_flits), 2);
  const int delays = config.router_delay == 0
                         ? 1
                         : rounded_up(static_cast<std::uint64_t>(config.router_delay) + 1, 2);
  parameters.max_delay = delays - 1;
  parameters.switching = config.switching;
  parameters.copies = config.switching != Switching::kStoreAndForward;
  parameters.routing = routing_style(topology);
  if (parameters.routing == RtlRouting::kTable) {
    parameters.nodes = rounded_up(topology.nodes(), 4);
  } else if (parameters.routing != RtlRouting::kEcube) {
    parameters.coordinate_bits = coordinate_bits(topology);
  }
  parameters.route_hops = 1;
  return parameters;
}

std::optional<std::string> not_in_rtl(const NetworkConfig& config, const Routing& routing,
                                      std::string_view policy) {
  const int inputs = (routing.topology().network_ports() + config.ports) * config.vcs;
  if (routing.topology().shares_routers()) {
    return "topology.kind = " + std::string(routing.topology().family().word) +
           ": their routers have one processor each";
  }
  if (routing.topology().is_one_way()) {
    return "topology.kind = " + std::string(routing.topology().family().word) +
           ": their ports have links in both directions";
  }
  if (config.duplex == Duplex::kHalf) {
    return "link.duplex = half: both sides of a link decide within a cycle who has it";
  }
  if (config.flow_control != FlowControl::kCredits) {
    return "router.flow_control: the routers go by credits";
  }
  if (config.pipeline.staged()) {
    return "router.pipeline = staged: the routers are those of router.pipeline = contract";
  }
  if (!routing.follows_base_routes() && routing.keeps_base_order()) {
    return "router.ties, router.datelines: the routers send ties up, and worms to class 1 at the "
           "wrap link; give router.ties = up and router.datelines = crossing";
  }
  if (!routing.follows_base_routes() || routing.draw() != nullptr) {
    return "router.routing = " + std::string(policy) +
           ": it is none of ascending, descending and source";
  }
  if (inputs > kMostInputs) {
    return "router.vcs, router.ports: " + std::to_string(inputs) +
           " input virtual channels, they have " + std::to_string(kMostInputs) + " at most";
  }
  if (config.buffer_flits > kMostDepth) {
    return "router.buffer_flits: buffers have " + std::to_string(kMostDepth) + " slots at most";
  }
  if (config.router_delay > kMostDelay) {
    return "router.delay: " + std::to_string(kMostDelay) + " cycles at most";
  }
  if (LinkTimes(routing.topology(), config).largest().cycles_per_flit > kMostInterval) {
    return "link.cycles_per_flit: " + std::to_string(kMostInterval) + " at most";
  }
  return std::nullopt;
}

}  // namespace flitcast
