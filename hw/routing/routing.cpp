#include "hw/routing/routing.h"

#include <array>
#include <limits>

#include "hw/routing/routing_policies.h"
#include "hw/topology/family.h"

namespace flitcast {
namespace {

constexpr std::size_t kLabelBits = std::numeric_limits<NodeId>::digits;

}  // namespace

Routing::Routing(const Topology& topology, RoutingOrder order)
    : Routing(topology, order, policy_of(order)) {}

Routing::Routing(const Topology& topology, RoutingOrder order, const RoutingPolicy& policy,
                 const RoutingOptions& options)
    : topology_(topology),
      order_(order),
      labels_(topology.has_labels()),
      headers_by_labels_(labels_ && policy.make == nullptr),
      in_headers_(policy.in_headers),
      selection_(options.selection.value_or(policy.selection)),
      seed_(options.seed),
      base_(topology.family().routes(topology, order)) {
  const RoutedNetwork network{topology, base_, order, options};
  relation_ = policy.make == nullptr ? base_ : policy.make(network);
  draw_ = policy.draw == nullptr ? nullptr : policy.draw(network);
  if (policy.shares != nullptr) {
    shares_ = policy.shares(network);
  } else if (policy.make == nullptr) {
    shares_.ways = {base_};
  }
}

void Routing::draw_route(Packet& packet, std::vector<PortId>& ports) const {
  const NodeId destination = packet.destinations[0];
  ports.clear();
  if (draw_->is_detour()) {
    append_ports(packet.source, destination, ports);
  }
  const std::size_t direct = ports.size();
  draw_->append_route(packet.source, destination, mixed(seed_, packet.id, packet.source), ports);
  packet.route = ports.data();
  packet.hops = static_cast<std::uint32_t>(ports.size() - direct);
  packet.direct_hops = static_cast<std::uint16_t>(direct);
}

void Routing::append_ports(NodeId source, NodeId destination, std::vector<PortId>& ports,
                           RingTravel rings) const {
  if (labels_) {
    std::array<PortId, kLabelBits> way;
    std::size_t hops = 0;
    for (NodeId difference = source ^ destination; difference != 0;) {
      const PortId port = label_port(difference, order_);
      difference ^= NodeId{1} << port;
      way[hops++] = port;
    }
    ports.insert(ports.end(), way.begin(), way.begin() + hops);
    return;
  }
  const bool upwards = rings == RingTravel::kUpwards;
  for (NodeId at = source; at != destination; at = topology_.neighbour(at, ports.back())) {
    const PortId port = next_port(at, destination);
    ports.push_back(upwards ? base_->upwards(port) : port);
  }
}

}  // namespace flitcast
