#include "hw/rtl_router/rtl_pins.h"

#include "hw/topology/link_times.h"

namespace flitcast {

FlitPins::FlitPins(const RtlParameters& parameters, int credits)
    : valid(parameters.ports()),
      head(parameters.ports()),
      tail(parameters.ports()),
      address(parameters.ports()),
      more(parameters.ports()),
      vc(parameters.ports() * parameters.vc_bits()),
      word(parameters.ports() * RtlParameters::kWordBits),
      route(parameters.ports() * parameters.route_bits()),
      credit(credits) {}

std::uint64_t rtl_address(const RtlParameters& parameters, const Topology& topology, NodeId node) {
  if (parameters.routing != RtlRouting::kMesh && parameters.routing != RtlRouting::kTorus) {
    return node;
  }
  std::uint64_t address = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    address |= std::uint64_t{topology.coordinate(node, d)} << d * parameters.coordinate_bits;
  }
  return address;
}

RtlStraps::RtlStraps(const RtlParameters& parameters, const NetworkConfig& config,
                     const Routing& routing, NodeId node)
    : interval_(parameters.network_ports * RtlParameters::kIntervalBits),
      wraps_(parameters.network_ports),
      sides_(parameters.dimensions() * (parameters.coordinate_bits + 1)) {
  const Topology& topology = routing.topology();
  const LinkTimes times(topology, config);
  for (int port = 0; port < parameters.network_ports; ++port) {
    const auto leaving = static_cast<PortId>(port);
    if (topology.neighbour(node, leaving) == kNoNode) {
      continue;
    }
    const auto interval = static_cast<std::uint64_t>(times.of(node, leaving).cycles_per_flit);
    interval_.put(port * RtlParameters::kIntervalBits, RtlParameters::kIntervalBits, interval);
    if (routing.class_on_route(node, kNoPort, 0, leaving) == 1) {
      wraps_.set(port);
    }
  }
  const int side_bits = parameters.coordinate_bits + 1;
  for (int d = 0; parameters.routing == RtlRouting::kTorus && d < topology.dimensions(); ++d) {
    sides_.put(d * side_bits, side_bits, topology.side(d));
  }
  // Switches are no destinations.
  for (NodeId to = 0; parameters.routing == RtlRouting::kTable && to < topology.processors();
       ++to) {
    table_.push_back(to == node ? std::uint8_t{0} : routing.next_port(node, to));
  }
  straps_.address = rtl_address(parameters, topology, node);
  straps_.delay = static_cast<std::uint64_t>(config.router_delay);
  straps_.interval = interval_.data();
  straps_.credits = static_cast<std::uint64_t>(config.buffer_flits);
  straps_.two_classes = routing.classes_of(config.vcs) > 1 ? 1 : 0;
  straps_.wraps = wraps_.data();
  straps_.sides = sides_.data();
  straps_.descending = routing.order() == RoutingOrder::kDescending ? 1 : 0;
  straps_.table = table_.empty() ? nullptr : table_.data();
  straps_.table_nodes = table_.size();
}

}  // namespace flitcast
