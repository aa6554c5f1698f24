#pragma once

#include "hw/routing/routing.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/embedded_torus.h"

namespace flitcast {

/// Round `round` of a dimension, in which all its lines are pipelines.
struct PipelinePhase {
  int dimension;
  NodeId round;
};

/// Which of them a round is when every dimension in turn has its z − 1 rounds.
inline PipelinePhase pipeline_phase(const Topology& grid, std::uint64_t round) {
  int dimension = 0;
  while (round >= grid.side(dimension) - 1) {
    round -= grid.side(dimension++) - 1;
  }
  return {dimension, static_cast<NodeId>(round)};
}

/// Pipelines in all lines of nodes along one dimension of a grid, closed to rings, in one sense. In
/// round r every node hands to its next neighbour what originated r nodes back and is meant for the
/// nodes at distance r + 1 … reach from there. Messages follow base routing: where no link closes a
/// line, the one that would take it goes back over the whole line. Or pipelines along one side of a
/// torus that lies on the grid: origin and final are places of it then.
class Pipeline {
 public:
  enum class Sense { kUp, kDown };

  Pipeline(const Routing& routing, int dimension, Sense sense)
      : Pipeline(routing, routing.topology(), dimension, sense) {}
  /// The torus must outlive it.
  Pipeline(const Routing& routing, const EmbeddedTorus& torus, int dimension, Sense sense)
      : Pipeline(routing, torus.places(), dimension, sense) {
    torus_ = &torus;
  }

  /// Nodes of a line.
  NodeId side() const { return side_; }
  /// Distance of the ids of neighbours on a line.
  NodeId stride() const { return stride_; }

  /// Adds the messages of a round. `add_blocks(origin, final, distance)` puts in what `origin` has
  /// for the node `distance` ahead of it, `final`.
  template <typename AddBlocks>
  void fill(NodeId round, NodeId reach, Round& out, AddBlocks&& add_blocks) const {
    if (round >= reach) {
      return;
    }
    for (NodeId node = 0; node < routing_.topology().nodes(); ++node) {
      const NodeId place = node / stride_ % side_;
      const NodeId line = node - place * stride_;
      const NodeId origin = ahead(place, side_ - round);
      begin_unicast(out, routing_, node_at(node), node_at(line + ahead(place, 1) * stride_));
      for (NodeId distance = round + 1; distance <= reach; ++distance) {
        add_blocks(line + origin * stride_, line + ahead(origin, distance) * stride_, distance);
      }
    }
  }

 private:
  Pipeline(const Routing& routing, const Topology& places, int dimension, Sense sense)
      : routing_(routing), side_(places.side(dimension)), sense_(sense) {
    for (int d = 0; d < dimension; ++d) {
      stride_ *= places.side(d);
    }
  }

  NodeId node_at(NodeId place) const { return torus_ == nullptr ? place : torus_->node(place); }
  /// The place on the line `distance` (0 … side) ahead of `place`.
  NodeId ahead(NodeId place, NodeId distance) const {
    const NodeId sum = place + (sense_ == Sense::kUp ? distance : side_ - distance);
    return sum < side_ ? sum : sum - side_;
  }

  const Routing& routing_;
  const EmbeddedTorus* torus_ = nullptr;
  NodeId side_;
  NodeId stride_ = 1;
  Sense sense_;
};

/// Round `round` of an all-gather by pipelines along all sides of a torus in turn. Before the phase
/// of a side every node has what there is at the nodes that differ from it in the sides before
/// only. It passes that on in one message, and then what the round before brought. `add(node)` puts
/// in what `node` began with.
template <typename Add>
void fill_all_gather(const Routing& routing, const EmbeddedTorus& torus, std::uint64_t round,
                     Round& out, Add&& add) {
  const PipelinePhase phase = pipeline_phase(torus.places(), round);
  const Pipeline line(routing, torus, phase.dimension, Pipeline::Sense::kUp);
  line.fill(phase.round, phase.round + 1, out, [&](NodeId origin, NodeId, NodeId) {
    const NodeId first = origin - origin % line.stride();
    for (NodeId place = first; place < first + line.stride(); ++place) {
      add(torus.node(place));
    }
  });
}

}  // namespace flitcast
