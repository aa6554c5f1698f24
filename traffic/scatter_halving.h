#pragma once

#include "traffic/catalogue.h"
#include "traffic/hypercube_steps.h"

namespace flitcast {

// S13: one-to-all scatter by recursive halving where the labels of nodes are those of a hypercube,
// and gather, its dual.

/// A step of the halving: the nodes that differ from the root in earlier dimensions only hold the
/// packets of their subcubes, and send over the half for the other side of the step's dimension.
/// `begin(from, to)` begins a message.
template <typename Begin>
void fill_halving_step(const HypercubeStep& step, NodeId root, Round& out, Begin&& begin) {
  for_each_subset(step.earlier, [&](NodeId holder) {
    const NodeId partner = root ^ holder ^ step.bit;
    begin(root ^ holder, partner);
    for_each_subset(step.later,
                    [&](NodeId final) { out.add_block(make_block(root, partner ^ final)); });
  });
}

/// Gather on hypercubes.
Row gather_hc();
/// Scatter and gather on lines and rings of 2^k nodes.
Row scatter_line();
Row gather_line();
/// Scatter and gather on meshes of two dimensions with sides that are powers of two.
Row scatter_mesh();
Row gather_mesh();

}  // namespace flitcast
