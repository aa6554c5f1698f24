#pragma once

#include "traffic/schedule/messages.h"
#include "traffic/steps/hypercube_steps.h"

namespace flitcast {

// What the nodes do in one step of a phase of recursive halving or doubling. Nodes are labels of a
// hypercube; `block_of(v)` is the block that a phase has for, or from, node v.

/// One-to-all broadcast: the nodes that differ from the root in earlier dimensions only are
/// informed, and inform their partners along base routes.
inline void add_broadcast_step(const HypercubeStep& step, NodeId root, const Routing& routing,
                               Round& out) {
  for_each_subset(step.earlier, [&](NodeId informed) {
    const NodeId node = root ^ informed;
    begin_unicast(out, routing, node, node ^ step.bit);
    out.add_block(make_block(root, Block::kEveryone));
  });
}

/// One-to-all scatter: the nodes that differ from the root in earlier dimensions only hold the
/// blocks of their subcubes, and hand over the half for the other side of the step's dimension.
/// `begin(out, from, to)` begins a message.
template <typename Begin, typename BlockOf>
void add_scatter_step(const HypercubeStep& step, NodeId root, Round& out, Begin&& begin,
                      BlockOf&& block_of) {
  for_each_subset(step.earlier, [&](NodeId holder) {
    const NodeId node = root ^ holder;
    const NodeId partner = node ^ step.bit;
    begin(out, node, partner);
    for_each_subset(step.later, [&](NodeId final) { out.add_block(block_of(partner ^ final)); });
  });
}

/// All-to-all broadcast: all nodes hold the blocks from those that differ from them in earlier
/// dimensions only, and give them to their partners.
template <typename BlockOf>
void add_all_gather_step(const HypercubeStep& step, NodeId nodes, Round& out, BlockOf&& block_of) {
  for (NodeId node = 0; node < nodes; ++node) {
    begin_hop(out, node, node ^ step.bit);
    for_each_subset(step.earlier, [&](NodeId origin) { out.add_block(block_of(node ^ origin)); });
  }
}

/// All-to-all reduction: all nodes hold sums for the nodes that agree with them in earlier
/// dimensions, and hand over the half for the other side of the step's dimension.
template <typename BlockOf>
void add_reduce_scatter_step(const HypercubeStep& step, NodeId nodes, Round& out,
                             BlockOf&& block_of) {
  for (NodeId node = 0; node < nodes; ++node) {
    const NodeId partner = node ^ step.bit;
    begin_hop(out, node, partner);
    for_each_subset(step.later, [&](NodeId final) { out.add_block(block_of(partner ^ final)); });
  }
}

}  // namespace flitcast
