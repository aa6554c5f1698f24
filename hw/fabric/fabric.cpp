#include "hw/fabric/fabric.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "hw/link/make_flow_control.h"
#include "hw/topology/link_times.h"

namespace flitcast {
namespace {

std::size_t count_network_links(const Topology& topology) {
  std::size_t links = 0;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      links += topology.neighbour(node, static_cast<PortId>(port)) == kNoNode ? 0 : 1;
    }
  }
  return links;
}

}  // namespace

Fabric::Fabric(const Topology& topology, const Routing& routing, const NetworkConfig& config,
               PacketPool& packets, NiClient& client, WakeQueue& wakes, Sequencer& sequencer,
               const MakeRouterCore& make_core)
    : worms_(packets, wakes, LinkTimes(topology, config)),
      queues_(topology),
      reservations_(topology.nodes()),
      local_channels_(2 * std::size_t{topology.processors()} *
                      static_cast<std::size_t>(config.ports)),
      network_channels_(count_network_links(topology)) {
  if (config.flit_by_flit) {
    sequencer.set_hook(no_lookahead_.emplace(wakes), 0);
  }
  const NodeId nodes = topology.nodes();
  routers_.reserve(nodes);
  interfaces_.reserve(topology.processors());
  // Routers are visited before interfaces.
  const std::uint32_t first_router = wakes.reserve(nodes);
  const std::uint32_t first_interface = wakes.reserve(topology.processors());
  for (NodeId node = 0; node < nodes; ++node) {
    routers_.emplace_back();
    if (topology.has_router(node)) {
      routers_.back() =
          make_core({node, topology.network_ports(), first_router + node, config, routing, packets,
                     wakes, config.flit_by_flit ? nullptr : &worms_, &queues_,
                     config.forks == Forks::kReserved ? &reservations_ : nullptr});
      sequencer.enlist(first_router + node, *routers_.back());
    }
    if (node < topology.processors()) {
      interfaces_.push_back(
          make_interface({node, first_interface + node, config, packets, client, wakes}));
      sequencer.enlist(first_interface + node, *interfaces_.back());
    }
  }
  for (NodeId node = 0; node < topology.processors(); ++node) {
    connect_interface(topology, node, config);
  }
  connect_neighbours(topology, config);
  if (config.duplex == Duplex::kHalf) {
    pair_channels();
  }
  if (config.fault != nullptr) {
    add_faults(config, packets, sequencer);
  }
  attach_links(topology);
}

void Fabric::attach_probe(Probe& probe, ProbedModules modules) {
  watches_.push_back({&probe, std::move(modules)});
  distribute_probes();
}

void Fabric::attach_probe(Probe& probe) {
  attach_probe(probe, {std::vector<bool>(routers_.size(), true),
                       std::vector<bool>(interfaces_.size(), true)});
}

void Fabric::detach_probe(Probe& probe) {
  watches_.erase(std::remove_if(watches_.begin(), watches_.end(),
                                [&](const Watch& watch) { return watch.probe == &probe; }),
                 watches_.end());
  distribute_probes();
}

void Fabric::distribute_probes() {
  for (NodeId node = 0; node < routers_.size(); ++node) {
    std::vector<Probe*> of_router;
    std::vector<Probe*> of_interface;
    for (const Watch& watch : watches_) {
      if (watch.modules.routers[node]) {
        of_router.push_back(watch.probe);
      }
      if (node < interfaces_.size() && watch.modules.interfaces[node]) {
        of_interface.push_back(watch.probe);
      }
    }
    if (routers_[node] != nullptr) {
      router(node).attach_probe(only_probe(of_router));
    }
    if (node < interfaces_.size()) {
      ni(node).attach_probe(only_probe(of_interface));
    }
  }
}

// A module has one probe or none; one of its own costs it no detour.
Probe* Fabric::only_probe(const std::vector<Probe*>& probes) {
  if (probes.size() < 2) {
    return probes.empty() ? nullptr : probes.front();
  }
  std::unique_ptr<Probes>& shared = shared_probes_[probes];
  if (shared == nullptr) {
    shared = std::make_unique<Probes>(probes);
  }
  return shared.get();
}

void Fabric::connect_interface(const Topology& topology, NodeId node, const NetworkConfig& config) {
  const int first = topology.network_ports() + topology.local_port({node, 0}, config.ports);
  for (int local = 0; local < config.ports; ++local) {
    Link& injection = local_channels_.add(ni(node).injection_link());
    Link& ejection = local_channels_.add(ni(node).ejection_link(local));
    local_links_.push_back({node, static_cast<PortId>(local), static_cast<PortId>(first + local),
                            &injection, &ejection});
  }
}

void Fabric::connect_neighbours(const Topology& topology, const NetworkConfig& config) {
  const LinkTimes times(topology, config);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      const auto leaving = static_cast<PortId>(port);
      const NodeId neighbour = topology.neighbour(node, leaving);
      if (neighbour == kNoNode) {
        continue;
      }
      const LinkTime time = times.of(node, leaving);
      Link& link = network_channels_.add(
          {time.delay, time.cycles_per_flit, config.most_flits(), config.vcs});
      link.set_flow_control(make_flow_control(config, time.delay, time.cycles_per_flit));
      network_links_.push_back(
          {node, leaving, neighbour, topology.entry_port(node, leaving), &link});
    }
  }
}

// When all is known of the links.
void Fabric::attach_links(const Topology& topology) {
  for (const LocalLinks& local : local_links_) {
    RouterCore& at = router(topology.router_of(local.node));
    ni(local.node).attach_injection(local.interface_port, *local.injection);
    at.attach_input(local.router_port, *local.injection);
    at.attach_output(local.router_port, *local.ejection);
    ni(local.node).attach_ejection(local.interface_port, *local.ejection);
  }
  for (const NetworkLink& link : network_links_) {
    router(link.from).attach_output(link.source_port, *link.link);
    router(link.to).attach_input(link.sink_port, *link.link);
  }
}

// The two channels of a link; the one that leaves its lower end is side 0.
void Fabric::pair_channels() {
  std::map<std::pair<NodeId, PortId>, ChannelPair*> pairs;
  for (const NetworkLink& link : network_links_) {
    const std::pair here(link.from, link.source_port);
    const std::pair there(link.to, link.sink_port);
    ChannelPair*& pair = pairs[std::min(here, there)];
    if (pair == nullptr) {
      pair = &pairs_.emplace_back();
    }
    link.link->join(*pair, here < there ? 0 : 1);
  }
}

void Fabric::add_faults(const NetworkConfig& config, PacketPool& packets, Sequencer& sequencer) {
  if (!config.flit_by_flit) {
    throw std::invalid_argument("flits go one by one where links have faults");
  }
  for (std::size_t i = 0; i < network_links_.size(); ++i) {
    const NetworkLink& link = network_links_[i];
    if (const LinkFault* const fault = config.fault_of(link.from, link.to)) {
      faulty_.wires.push_back({{link.from, link.to}, {*fault, i, *link.link, packets}});
    }
  }
  sequencer.set_hook(faulty_, 0);
}

Fabric::Damage Fabric::damage() const {
  Damage damage;
  for (const auto& [ends, wire] : faulty_.wires) {
    damage.flits += wire.damaged();
    if (wire.damaged() > 0 && (!damage.first || wire.first().at < damage.first->flit.at)) {
      damage.first = {ends, wire.first()};
    }
  }
  return damage;
}

RetransmissionCounts Fabric::retransmissions() const {
  RetransmissionCounts counts;
  for (NodeId node = 0; node < interfaces_.size(); ++node) {
    counts += ni(node).retransmissions();
  }
  return counts;
}

Cycle Fabric::last_arrival() const {
  Cycle last = -1;
  for (const NetworkLink& link : network_links_) {
    last = std::max(last, link.link->last_arrival());
  }
  for (const LocalLinks& local : local_links_) {
    last = std::max({last, local.ejection->last_arrival(), ni(local.node).last_command()});
  }
  return last;
}

std::uint64_t Fabric::flit_hops() const {
  std::uint64_t hops = 0;
  for (const NetworkLink& link : network_links_) {
    hops += link.link->flits();
  }
  for (const LocalLinks& local : local_links_) {
    hops += local.ejection->flits();
  }
  return hops;
}

}  // namespace flitcast
