#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/program/communication_program.h"
#include "traffic/program/placement.h"

namespace flitcast {

/// What a rank sends to another one in the whole of a program, headers included.
struct RankFlow {
  std::uint32_t source;
  std::uint32_t destination;
  std::uint64_t flits;
  /// Whom worms that fork bring the same flits, which take every link of their tree once.
  std::vector<std::uint32_t> others = {};
};

/// Of all pairs, by source and destination; then of broadcasts. What a rank sends to itself takes
/// no link.
std::vector<RankFlow> rank_flows(const Program& program);

/// Flits over the channels between routers in the whole of a program, along base routes. Two nodes
/// can trade places, which takes as long as the messages of their ranks have links.
class PlacementLoad {
 public:
  /// `routing` must outlive it. The processors that have no rank are free.
  PlacementLoad(const std::vector<RankFlow>& flows, Placement nodes, const Routing& routing);

  const Placement& placement() const { return nodes_; }
  const Topology& topology() const { return *topology_; }
  /// Ranks that send or receive something.
  const std::vector<std::uint32_t>& movable() const { return movable_; }
  /// Who is on a of the two nodes, if anybody, goes to the other one.
  void swap(NodeId one, NodeId other);

  /// Of the channel that leaves `node` through `port`.
  std::uint64_t of(NodeId node, PortId port) const { return loads_[channel(node, port)]; }
  std::uint64_t flit_hops() const { return flit_hops_; }
  /// A channel that no other has more load than.
  struct Worst {
    NodeId node = 0;
    PortId port = 0;
    std::uint64_t flits = 0;
  };
  Worst worst() const;
  /// Channels between routers.
  std::size_t channels() const { return channels_; }
  /// The sum of the fourth powers of all loads over the mean load: what a search makes smaller,
  /// since a single worst channel says little of where to go.
  double unevenness() const { return fourth_powers_; }

 private:
  std::size_t channel(NodeId node, PortId port) const {
    return node * static_cast<std::size_t>(topology_->network_ports()) + port;
  }
  double fourth_power(std::uint64_t flits) const {
    const double share = static_cast<double>(flits) * scale_;
    return share * share * share * share;
  }
  /// Adds the flows of a rank, or takes them away, but for those in which `except` has a part.
  void add_flows(std::uint32_t rank, std::uint32_t except, bool away);
  void add(const RankFlow& flow, bool away);
  void add_tree(const RankFlow& flow, bool away);
  void load(std::size_t channel, std::uint64_t flits, bool away);

  const Routing* routing_;
  const Topology* topology_;
  std::vector<RankFlow> flows_;
  Placement nodes_;
  std::vector<std::uint32_t> rank_on_;                // by node; kNobody
  std::vector<std::vector<std::uint32_t>> flows_of_;  // by rank
  std::vector<std::uint32_t> movable_;
  std::vector<std::uint64_t> loads_;
  std::vector<PortId> way_;
  std::uint64_t flit_hops_ = 0;
  std::size_t channels_ = 0;
  double scale_ = 0;
  double fourth_powers_ = 0;
};

/// What no placement of ranks has less of, on the channel with the most flits, and why.
struct PlacementBound {
  std::uint64_t flits = 0;
  std::uint64_t flit_hops = 0;  ///< in all, likewise
  std::string reason;
};

/// The largest of these, with every pair's flits along one way, and those of a worm that forks over
/// a link to each of its destinations, if all processors have own routers:
/// - the largest flow of a pair, which takes some channel, if all processors have own routers;
/// - what the rank that sends (or receives) most does so, over as many channels as a router has at
///   most; with more peers than channels, two flows share one, at best the smallest of the largest;
/// - flit-hops over channels: the peers of a rank, the one with the most flits first, are as near
///   as they are on the network around the node that has most others near it.
/// Where several processors are at a router, as many peers as can be there take no channel.
PlacementBound placement_bound(const std::vector<RankFlow>& flows, const Topology& topology);

}  // namespace flitcast
