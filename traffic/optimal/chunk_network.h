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

/// A channel between neighbours, or what carries one of several chunks that go over it together.
struct ChunkLink {
  NodeId from;
  NodeId to;
  ChunkTime time;          ///< that a chunk takes, >= 1
  LinkId first = kNoLink;  ///< of those that are one channel, the first
  LinkId back = kNoLink;   ///< its like the other way, if there is one
};

/// What leads from a node to another, and how many chunks it carries in a round.
struct HopLink {
  NodeId from;
  NodeId to;
  std::uint32_t chunks = 1;
};

/// A network as schedules that are to be optimal see it: pieces of data of one size, chunks, go
/// over links one after the other, and are wholly there before they go on. Of several links
/// between two nodes only the one behind the lowest port counts, because a schedule in a file names
/// paths by their nodes.
class ChunkNetwork {
 public:
  /// Chunks take the time that each link has for a flit, in units of the greatest common divisor.
  /// With `round`, a round of so many units is the time 1: a channel carries as many chunks
  /// together as fit, which are links side by side, and all arrive at its end. Throws
  /// std::invalid_argument where none fits, or some node cannot be reached from another.
  ChunkNetwork(const Topology& topology, const LinkTimes& times, int ports, Duplex duplex,
               ChunkTime round = 0);

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
  /// The channels, in the order of their links.
  std::vector<HopLink> channels() const;
  const std::vector<LinkId>& leaving(NodeId node) const { return leaving_[node]; }
  const std::vector<LinkId>& entering(NodeId node) const { return entering_[node]; }
  /// Channels that `node` can send over at a time.
  std::size_t fan_out(NodeId node) const;
  /// Chunks that `node` can send, or receive, at a time.
  std::size_t chunks_out(NodeId node) const { return most_chunks(leaving_[node]); }
  std::size_t chunks_in(NodeId node) const { return most_chunks(entering_[node]); }
  ChunkTime shortest_time() const { return shortest_; }
  ChunkTime longest_time() const { return longest_; }
  bool equal_links() const { return shortest_ == longest_; }

  /// When a chunk that `node` has can be at every node.
  std::vector<ChunkTime> times_from(NodeId node) const;
  /// Links to every node.
  std::vector<std::uint32_t> hops_from(NodeId node) const;

 private:
  void add_links(const LinkTimes& times, ChunkTime round);
  void enter_links();
  std::size_t most_chunks(const std::vector<LinkId>& links) const;

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
