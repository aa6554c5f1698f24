#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "traffic/schedule/operation.h"
#include "traffic/theory/bounds.h"

namespace flitcast {

/// What the lower bound of an operation depends on: the operation, and the network and hardware as
/// they are configured, whatever the algorithm and the switching.
struct BoundRequest {
  const Operation& operation;
  const Topology& topology;
  std::uint64_t message_flits;  ///< μ
  int ports;
  Duplex duplex;
  bool irc;  ///< a worm may inform several nodes
  TimingModel model;
  RouterPipeline pipeline = {};
};

// What the lower bounds of operations are made of: what the busiest port has to carry; how fast
// knowledge can spread from node to node; how far something has to go from or to the root; and what
// has to come into, or go out of, a part of the network. `blocks` are data in units of μ.
//
// Where several processors are at a router, what one sends to another takes no links: no more than
// its ports, with a word a cycle, and no t_d count then but for the farthest node.

/// `senders` nodes have to send `blocks` blocks together, a word every t_m through a port at most,
/// because a message keeps its port until its tail has left over a channel; a word a cycle where
/// staged routers with output speed-up let it wait for its channel elsewhere.
Cycle sending_bound(const BoundRequest& request, std::uint64_t blocks, std::uint64_t senders = 1);
/// All nodes have to send `blocks` blocks together: no more of their ports count than there are
/// links, a word every t_m.
Cycle sending_bound_of_all(const BoundRequest& request, std::uint64_t blocks);
/// The same of `node`.
Cycle node_sending_bound(const BoundRequest& request, NodeId node, std::uint64_t blocks);

/// `node` has to receive `blocks` blocks: as many words as its links bring, one every t_m, of which
/// its ports take a flit a cycle out of whatever buffers they wait in. The first cannot be there
/// before t_s + t_d + t_m.
Cycle receiving_bound(const BoundRequest& request, NodeId node, std::uint64_t blocks);

/// All of a block has to go from the root to each of some nodes, or to the root from all: its words
/// share the links of the root, and those of the node, of which a corner of a mesh has two. For a
/// node D links away that is t_s + D·t_d + ⌈μ/links⌉·t_m: the first word cannot be there before
/// t_s + D·t_d + t_m. A sum has every operand in each of its words.
Cycle way_from_root_bound(const BoundRequest& request, const std::vector<NodeId>& destinations);
Cycle way_from_root_bound(const BoundRequest& request);
Cycle way_to_root_bound(const BoundRequest& request);

/// Something of one node has to reach `nodes`, itself included; where worms inform one node each,
/// those that know of it grow by a factor of ports + 1 at most in the time of a start-up. What a
/// node has `blocks` of may be as little as a word; a single one is known when all of it is. To
/// hear of many takes no time of this kind: start-ups are serial at a sender, not at a receiver.
Cycle reaching_bound(const BoundRequest& request, std::uint64_t nodes, std::uint64_t blocks);

/// Half of everybody's packets have to cross the middle, where coordinates tell it.
Cycle crossing_bound(const BoundRequest& request);

/// A part of a network.
struct NetworkPart {
  std::uint64_t inside;   ///< processors
  std::uint64_t outside;  ///< others
};

/// Blocks that have to come into a part, and to go out of it.
struct Crossing {
  std::uint64_t in;
  std::uint64_t out;
};

/// What crosses the edge of a part takes the links there: ⌈words/links⌉·t_m after t_s + t_d. With
/// half duplex both ways take turns on them. The parts are the node that has the fewest links, as a
/// corner of a mesh has two, or the router with its processors, and what is within one hop of it,
/// two hops, and so on to all but the farthest.
Cycle cut_bound(const BoundRequest& request,
                const std::function<Crossing(const NetworkPart& part)>& crossing);

}  // namespace flitcast
