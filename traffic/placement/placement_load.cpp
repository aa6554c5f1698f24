#include "traffic/placement/placement_load.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "hw/routing/rectangle.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kNobody = ProgramOp::kNone;

std::size_t count_channels(const Topology& topology) {
  std::size_t channels = 0;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      channels += topology.neighbour(node, static_cast<PortId>(port)) != kNoNode ? 1 : 0;
    }
  }
  return channels;
}

}  // namespace

std::vector<RankFlow> rank_flows(const Program& program) {
  std::vector<RankFlow> flows;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::vector<std::uint32_t>>, std::uint64_t>
      broadcasts;
  std::vector<std::uint64_t> to(program.ranks(), 0);
  std::vector<std::uint32_t> peers;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    peers.clear();
    for (std::uint32_t op = program.rank(rank).first; op < program.rank(rank).end; ++op) {
      constexpr std::uint32_t kRestAfter = std::uint32_t{1} << 20U;
      if (op % kRestAfter == 0) {
        program.rest();
      }
      const ProgramOp& each = program[op];
      if (each.kind != OpKind::kSend || each.joins || each.peer == rank) {
        continue;
      }
      std::vector<std::uint32_t> others;
      for (const std::uint32_t joined : program.joined(op)) {
        others.push_back(program[joined].peer);
      }
      if (others.empty()) {
        if (to[each.peer] == 0) {
          peers.push_back(each.peer);
        }
        to[each.peer] += each.amount + 1;
      } else {
        broadcasts[{rank, each.peer, std::move(others)}] += each.amount + 1;
      }
    }
    std::sort(peers.begin(), peers.end());
    for (const std::uint32_t peer : peers) {
      flows.push_back({rank, peer, std::exchange(to[peer], 0)});
    }
  }
  for (const auto& [ranks, flits] : broadcasts) {
    const auto& [source, first, others] = ranks;
    flows.push_back({source, first, flits, others});
  }
  return flows;
}

PlacementLoad::PlacementLoad(const std::vector<RankFlow>& flows, Placement nodes,
                             const Routing& routing)
    : routing_(&routing),
      topology_(&routing.topology()),
      flows_(flows),
      nodes_(std::move(nodes)),
      rank_on_(topology_->processors(), kNobody),
      flows_of_(nodes_.size()),
      loads_(topology_->nodes() * static_cast<std::size_t>(topology_->network_ports()), 0),
      channels_(count_channels(*topology_)) {
  for (std::uint32_t rank = 0; rank < nodes_.size(); ++rank) {
    rank_on_[nodes_[rank]] = rank;
  }
  double flits = 0;
  for (std::uint32_t each = 0; each < flows_.size(); ++each) {
    flows_of_[flows_[each].source].push_back(each);
    flows_of_[flows_[each].destination].push_back(each);
    for (const std::uint32_t other : flows_[each].others) {
      flows_of_[other].push_back(each);
    }
    flits += static_cast<double>(flows_[each].flits);
  }
  for (std::uint32_t rank = 0; rank < nodes_.size(); ++rank) {
    if (!flows_of_[rank].empty()) {
      movable_.push_back(rank);
    }
  }
  scale_ = flits > 0 ? static_cast<double>(channels_) / flits : 0;
  for (const RankFlow& flow : flows_) {
    add(flow, false);
  }
}

void PlacementLoad::swap(NodeId one, NodeId other) {
  const std::uint32_t first = rank_on_[one];
  const std::uint32_t second = rank_on_[other];
  add_flows(first, kNobody, true);
  add_flows(second, first, true);
  std::swap(rank_on_[one], rank_on_[other]);
  if (first != kNobody) {
    nodes_[first] = other;
  }
  if (second != kNobody) {
    nodes_[second] = one;
  }
  add_flows(first, kNobody, false);
  add_flows(second, first, false);
}

void PlacementLoad::add_flows(std::uint32_t rank, std::uint32_t except, bool away) {
  if (rank == kNobody) {
    return;
  }
  for (const std::uint32_t each : flows_of_[rank]) {
    const auto& [source, destination, flits, others] = flows_[each];
    if (source != except && destination != except &&
        std::find(others.begin(), others.end(), except) == others.end()) {
      add(flows_[each], away);
    }
  }
}

void PlacementLoad::add(const RankFlow& flow, bool away) {
  const NodeId source = nodes_[flow.source];
  if (!flow.others.empty()) {
    add_tree(flow, away);
    return;
  }
  way_.clear();
  routing_->append_ports(source, nodes_[flow.destination], way_);
  NodeId here = topology_->router_of(source);
  for (const PortId port : way_) {
    load(channel(here, port), flow.flits, away);
    here = topology_->neighbour(here, port);
  }
}

void PlacementLoad::add_tree(const RankFlow& flow, bool away) {
  std::vector<NodeId> destinations{nodes_[flow.destination]};
  destinations.reserve(flow.others.size() + 1);
  for (const std::uint32_t other : flow.others) {
    destinations.push_back(nodes_[other]);
  }
  const WormTree tree = tree_to(*routing_, nodes_[flow.source], destinations);
  for (const WormTree::Stop& stop : tree.stops()) {
    for (const PortId port : stop.ways) {
      load(channel(stop.node, port), flow.flits, away);
    }
  }
}

void PlacementLoad::load(std::size_t channel, std::uint64_t flits, bool away) {
  std::uint64_t& sum = loads_[channel];
  const double before = fourth_power(sum);
  sum = away ? sum - flits : sum + flits;
  flit_hops_ = away ? flit_hops_ - flits : flit_hops_ + flits;
  fourth_powers_ += fourth_power(sum) - before;
}

PlacementLoad::Worst PlacementLoad::worst() const {
  const auto most = std::max_element(loads_.begin(), loads_.end());
  if (most == loads_.end()) {
    return {};
  }
  const auto place = static_cast<std::size_t>(most - loads_.begin());
  const auto ports = static_cast<std::size_t>(topology_->network_ports());
  return {static_cast<NodeId>(place / ports), static_cast<PortId>(place % ports), *most};
}

}  // namespace flitcast
