#include "hw/rtl_router/rtl_pins.h"

#include <utility>

#include "hw/topology/link_times.h"

namespace flitcast {

namespace {

/// The pins of one bit that tell a kind, and the kind.
constexpr std::array kKindPins{
    std::pair(Pin::kHead, flit_kind::kHead), std::pair(Pin::kTail, flit_kind::kTail),
    std::pair(Pin::kAddress, flit_kind::kAddress), std::pair(Pin::kMore, flit_kind::kMore)};

}  // namespace

FlitPins::FlitPins(const RtlParameters& parameters, Side side) : first_{} {
  width_.fill(1);
  const auto set_width = [&](Pin pin, int bits) {
    width_[static_cast<std::size_t>(pin)] = static_cast<std::uint8_t>(bits);
  };
  set_width(Pin::kVc, parameters.vc_bits());
  set_width(Pin::kWord, RtlParameters::kWordBits);
  set_width(Pin::kRoute, parameters.route_bits());
  set_width(Pin::kSource, parameters.input_bits());
  const bool out = side == Side::kOutputs;
  const auto fields = [&](std::size_t i) {
    const auto pin = static_cast<Pin>(i);
    return pin == Pin::kCredit
               ? (out ? parameters.inputs() : parameters.network_ports * parameters.vcs)
           : pin > Pin::kSource ? parameters.inputs()
                                : parameters.ports();
  };
  for (std::size_t i = 0; i < width_.size(); ++i) {
    const std::size_t words = i < kFlitPins || out ? PinBits::words_for(fields(i) * width_[i]) : 0;
    first_[i + 1] = static_cast<std::uint16_t>(first_[i] + words);
  }
  words_.resize(first_.back());
}

std::uint16_t FlitPins::kind(int port) const {
  std::uint16_t kind = flit_kind::kNone;
  for (const auto& [pin, shown] : kKindPins) {
    kind = static_cast<std::uint16_t>(kind | ((*this)[pin].bit(port) ? shown : 0));
  }
  return kind;
}

void FlitPins::put_kind(int port, std::uint16_t kind) {
  for (const auto& [pin, shown] : kKindPins) {
    (*this)[pin].put(port, (kind & shown) != 0 ? 1 : 0);
  }
}

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
    : interval_(parameters.network_ports, RtlParameters::kIntervalBits),
      wraps_(parameters.network_ports, 1),
      sides_(parameters.dimensions(), parameters.coordinate_bits + 1) {
  const Topology& topology = routing.topology();
  const LinkTimes times(topology, config);
  for (int port = 0; port < parameters.network_ports; ++port) {
    const auto leaving = static_cast<PortId>(port);
    if (topology.neighbour(node, leaving) == kNoNode) {
      continue;
    }
    interval_.fields().put(port,
                           static_cast<std::uint64_t>(times.of(node, leaving).cycles_per_flit));
    if (routing.class_on_route(node, kNoPort, 0, leaving) == 1) {
      wraps_.fields().set(port);
    }
  }
  for (int d = 0; parameters.routing == RtlRouting::kTorus && d < topology.dimensions(); ++d) {
    sides_.fields().put(d, topology.side(d));
  }
  // Switches are no destinations.
  for (NodeId to = 0; parameters.routing == RtlRouting::kTable && to < topology.processors();
       ++to) {
    const bool comes = to != node && topology.in_one_network(node, to);
    table_.push_back(comes ? routing.next_port(node, to) : std::uint8_t{0});
  }
  straps_.address = rtl_address(parameters, topology, node);
  straps_.delay = static_cast<std::uint64_t>(config.router_delay);
  straps_.interval = interval_.fields().data();
  straps_.credits = static_cast<std::uint64_t>(config.buffer_flits);
  straps_.two_classes = routing.classes_of(config.vcs) > 1 ? 1 : 0;
  straps_.wraps = wraps_.fields().data();
  straps_.sides = sides_.fields().data();
  straps_.descending = routing.order() == RoutingOrder::kDescending ? 1 : 0;
  straps_.table = table_.empty() ? nullptr : table_.data();
  straps_.table_nodes = table_.size();
}

}  // namespace flitcast
