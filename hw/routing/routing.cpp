#include "hw/routing/routing.h"

#include <array>
#include <limits>

#include "hw/routing/dimension_steps.h"
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
      keeps_base_order_(policy.make == nullptr),
      selection_(options.selection.value_or(Selection::kCredits)),
      seed_(options.seed),
      congestion_(policy.congestion),
      base_(topology.family().routes(topology, order)) {
  const RoutedNetwork network{topology, base_, order, options};
  const bool keeps_rules = options.ties == Ties::kUp && options.datelines == Datelines::kCrossing;
  if (policy.make != nullptr) {
    relation_ = policy.make(network);
  } else if (keeps_rules || !topology.wraps()) {
    relation_ = base_;
  } else {
    relation_ = steps_in_order(network);
    in_headers_ = true;
  }
  takes_one_ = relation_->draws();
  draw_ = policy.draw == nullptr ? nullptr : policy.draw(network);
  if (policy.shares != nullptr) {
    shares_ = policy.shares(network);
  } else if (relation_ == base_) {
    shares_.ways = {base_};
  } else if (policy.make == nullptr) {
    shares_.ways = ways_in_order(network);
  }
}

void Routing::draw_route(Packet& packet, std::vector<PortId>& ports) const {
  const NodeId destination = packet.destinations[0];
  ports.clear();
  std::vector<PortId> classes;
  classes.reserve(ports.capacity() / 2);  // as many as ports, in what held both before
  const std::size_t direct = draw_->append_route(
      packet.source, destination, mixed(seed_, packet.id, packet.source), ports, classes);
  packet.hops = static_cast<std::uint32_t>(ports.size() - direct);
  packet.direct_hops = static_cast<std::uint16_t>(direct);
  packet.classes_at = static_cast<std::uint32_t>(ports.size());
  ports.insert(ports.end(), classes.begin(), classes.end());
  packet.route = ports.data();
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
  const NodeId end = topology_.router_of(destination);
  for (NodeId at = topology_.router_of(source); at != end;
       at = topology_.neighbour(at, ports.back())) {
    const PortId port = next_port(at, destination);
    ports.push_back(upwards ? base_->upwards(port) : port);
  }
}

}  // namespace flitcast
