#include <limits>
#include <queue>
#include <stdexcept>

#include <flitcast/topology.h>

#include "hw/routing/routing.h"
#include "hw/topology/topology.h"
#include "tb/config/resolve/resolve.h"
#include "tb/library/public_errors.h"
#include "tb/library/settings_keys.h"

namespace flitcast {
namespace {

void require(bool is_there, std::uint32_t node, const char* what) {
  if (!is_there) {
    throw std::out_of_range("there is no " + std::string(what) + " " + std::to_string(node));
  }
}

}  // namespace

struct NetworkMap::Parts {
  Config config;

  const Topology& topology() const { return *config.topology; }
  NodeId node(std::uint32_t number) const {
    require(number < topology().nodes(), number, "node");
    return number;
  }
  NodeId processor(std::uint32_t number) const {
    require(number < topology().processors(), number, "processor");
    return number;
  }
};

NetworkMap::NetworkMap(const Settings& settings)
    : parts_(with_public_errors(
          [&] { return std::make_unique<Parts>(Parts{resolve_hardware(raw_of(settings))}); })) {}
NetworkMap::~NetworkMap() = default;
NetworkMap::NetworkMap(NetworkMap&& other) noexcept = default;
NetworkMap& NetworkMap::operator=(NetworkMap&& other) noexcept = default;

const std::string& NetworkMap::name() const {
  return parts_->topology().describe();
}

std::uint32_t NetworkMap::nodes() const {
  return parts_->topology().nodes();
}

std::uint32_t NetworkMap::processors() const {
  return parts_->topology().processors();
}

std::uint32_t NetworkMap::router_of(std::uint32_t node) const {
  return parts_->topology().router_of(parts_->node(node));
}

std::vector<NetworkMap::Link> NetworkMap::links() const {
  const Topology& topology = parts_->topology();
  std::vector<Link> links;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      if (const NodeId to = topology.neighbour(node, static_cast<PortId>(port)); to != kNoNode) {
        links.push_back({node, to, static_cast<std::uint32_t>(port)});
      }
    }
  }
  return links;
}

std::vector<std::uint32_t> NetworkMap::neighbours(std::uint32_t node) const {
  const Topology& topology = parts_->topology();
  std::vector<std::uint32_t> nodes;
  const NodeId from = parts_->node(node);
  for (int port = 0; port < topology.network_ports(); ++port) {
    if (const NodeId to = topology.neighbour(from, static_cast<PortId>(port)); to != kNoNode) {
      nodes.push_back(to);
    }
  }
  return nodes;
}

std::uint32_t NetworkMap::distance(std::uint32_t from, std::uint32_t to) const {
  constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();
  const NodeId end = router_of(to);
  std::vector<std::uint32_t> distances(nodes(), kUnknown);
  std::queue<NodeId> reached({router_of(from)});
  distances[reached.front()] = 0;
  while (distances[end] == kUnknown && !reached.empty()) {
    const NodeId here = reached.front();
    reached.pop();
    for (const NodeId next : neighbours(here)) {
      if (distances[next] == kUnknown) {
        distances[next] = distances[here] + 1;
        reached.push(next);
      }
    }
  }
  return distances[end];
}

std::vector<std::uint32_t> NetworkMap::route(std::uint32_t from, std::uint32_t to) const {
  if (!parts_->topology().in_one_network(parts_->processor(from), parts_->processor(to))) {
    throw std::invalid_argument("nothing leads from node " + std::to_string(from) + " to node " +
                                std::to_string(to));
  }
  std::vector<std::uint32_t> nodes{router_of(from)};
  std::vector<PortId> ports;
  parts_->config.routing->append_ports(from, parts_->processor(to), ports);
  for (const PortId port : ports) {
    nodes.push_back(parts_->topology().neighbour(nodes.back(), port));
  }
  return nodes;
}

}  // namespace flitcast
