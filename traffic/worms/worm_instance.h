#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "traffic/optimal/demand.h"

namespace flitcast {

/// The nodes that a worm passes, its source and its end included.
using WormWay = std::vector<NodeId>;

/// A demand, but no all-reduce, of one chunk in the model of worms: a round is a set of worms that
/// share no link, and what a node has before a round it may send in it. In broadcast, multicast and
/// all-gather nodes pass on what they know, all of it in one worm (combining); of a multicast
/// nobody but its destinations gets anything. In scatter and all-to-all a worm goes from each node
/// that has something for another straight to it.
struct WormInstance {
  Demand demand;              ///< ways may pass switches, which have larger numbers than its nodes
  std::vector<WormWay> ways;  ///< that worms may go, each once
  std::uint32_t ports = 0;    ///< worms that leave, or reach, a node in a round; 0: any number
  bool half_duplex = false;   ///< both ways of a link are one
  bool absorbs = false;       ///< nodes that a worm passes may receive it; not in all-gather
  bool joined = false;        ///< ways are links; worms go along any of them, one after the other
};

/// Throws std::invalid_argument for what is none, or has joined ways, std::length_error for what is
/// too large.
void check_instance(const WormInstance& instance);

/// "broadcast at node 0 on 16 nodes, 1 port, by worms along 240 ways".
std::string describe(const WormInstance& instance);

/// "0>1>5".
std::string way_text(const WormWay& way);

/// Nodes tell others what they know, and worms carry all of it.
bool spreads(DemandKind kind);
/// Of one that spreads: the nodes whose data are for others, and of the others, by nodes, which
/// want them.
std::vector<NodeId> origins_of(const WormInstance& instance);
bool wants(const WormInstance& instance, NodeId node);
/// Of one that does not: who sends to whom.
std::vector<std::pair<NodeId, NodeId>> pairs_of(const WormInstance& instance);

/// What at most so many worms of a round may use: a link, or the ports of a node.
struct WormResource {
  std::string name;  ///< "over 0>1", "over 0-1" with half duplex, "from 3", "to 3"
  std::size_t most;
  std::vector<std::size_t> ways;  ///< of the instance, in their order
};
std::vector<WormResource> resources_of(const WormInstance& instance);

}  // namespace flitcast
