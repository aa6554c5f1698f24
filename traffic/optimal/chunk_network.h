#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "hw/network_config.h"
#include "hw/topology/link_times.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// Time by which chunks are counted: where links are equal, a chunk takes 1 on each.
using ChunkTime = std::int64_t;
inline constexpr ChunkTime kUnreached = std::numeric_limits<ChunkTime>::max() / 4;

using LinkId = std::uint32_t;
inline constexpr LinkId kNoLink = 0xFFFFFFFFU;

/// A channel between neighbours.
struct ChunkLink {
  NodeId from;
  NodeId to;
  ChunkTime time;         ///< that a chunk takes, >= 1
  LinkId back = kNoLink;  ///< the channel the other way, if there is one
};

/// A network as schedules that are to be optimal see it: pieces of data of one size, chunks, go
/// over links one after the other, and are wholly there before they go on. Of several links
/// between two nodes only the one behind the lowest port counts, because a schedule in a file names
/// paths by their nodes.
class ChunkNetwork {
 public:
  /// Chunks take the time that each link has for a flit, in units of the greatest common divisor.
  /// Throws std::invalid_argument where some node cannot be reached from another.
  ChunkNetwork(const Topology& topology, const LinkTimes& times, int ports, Duplex duplex);

  /// All links the other way; links keep their numbers.
  ChunkNetwork reversed() const;

  const Topology& topology() const { return *topology_; }
  /// Processors first, then switches, which pass data on and take no part.
  NodeId nodes() const { return topology_->nodes(); }
  NodeId processors() const { return topology_->processors(); }
  int ports() const { return ports_; }  ///< messages that a node sends, or receives, at a time
  Duplex duplex() const { return duplex_; }

  std::size_t size() const { return links_.size(); }
  const ChunkLink& link(LinkId id) const { return links_[id]; }
  const std::vector<LinkId>& leaving(NodeId node) const { return leaving_[node]; }
  const std::vector<LinkId>& entering(NodeId node) const { return entering_[node]; }
  /// Links that `node` can send over at a time.
  std::size_t fan_out(NodeId node) const;
  std::size_t fan_in(NodeId node) const;
  ChunkTime shortest_time() const { return shortest_; }
  ChunkTime longest_time() const { return longest_; }
  bool equal_links() const { return shortest_ == longest_; }

  /// When a chunk that `node` has can be at every node.
  std::vector<ChunkTime> times_from(NodeId node) const;
  /// Links to every node.
  std::vector<std::uint32_t> hops_from(NodeId node) const;

 private:
  void add_links(const LinkTimes& times);
  void enter_links();

  const Topology* topology_;
  int ports_;
  Duplex duplex_;
  std::vector<ChunkLink> links_;
  std::vector<std::vector<LinkId>> leaving_;
  std::vector<std::vector<LinkId>> entering_;
  ChunkTime shortest_ = kUnreached;
  ChunkTime longest_ = 0;
};

}  // namespace flitcast
