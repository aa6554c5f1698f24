#include "traffic/alltoall_ring.h"

#include "traffic/bounds.h"
#include "traffic/messages.h"
#include "traffic/row_support.h"

namespace flitcast {
namespace {

/// A pipeline in one sense of the ring. In round r every node hands to its next neighbour what
/// originated r nodes back and is meant for the nodes at distance r + 1 … reach from there.
class Pipeline {
 public:
  enum class Sense { kUp, kDown };

  Pipeline(NodeId nodes, Sense sense) : nodes_(nodes), sense_(sense) {}

  /// The node `distance` (0 … nodes) ahead of `node` in the sense of the pipeline.
  NodeId ahead(NodeId node, NodeId distance) const {
    const NodeId sum = node + (sense_ == Sense::kUp ? distance : nodes_ - distance);
    return sum < nodes_ ? sum : sum - nodes_;
  }
  NodeId behind(NodeId node, NodeId distance) const { return ahead(node, nodes_ - distance); }

  /// Adds the messages of a round. `add_blocks(origin, final, distance)` puts in what `origin` has
  /// for the node `distance` ahead of it.
  template <typename AddBlocks>
  void fill(std::uint64_t round, NodeId reach, Round& out, AddBlocks&& add_blocks) const {
    const auto passed = static_cast<NodeId>(round);
    if (passed >= reach) {
      return;
    }
    for (NodeId node = 0; node < nodes_; ++node) {
      const NodeId origin = behind(node, passed);
      begin_hop(out, node, ahead(node, 1));
      for (NodeId distance = passed + 1; distance <= reach; ++distance) {
        add_blocks(origin, ahead(origin, distance), distance);
      }
    }
  }

 private:
  NodeId nodes_;
  Sense sense_;
};

void validate_1port(const RowRequest& request) {
  check_ring(request);
  check_all_to_all_size(request);
  check_message_flits(request);
}

Schedule build_1port(const RowRequest& request) {
  const NodeId z = request.topology.nodes();
  Schedule schedule = empty_schedule(request, "aas-ring-1port", OperationKind::kAllToAllScatter);
  schedule.rounds = z - 1;
  schedule.fill = [z](std::uint64_t round, Round& out) {
    Pipeline(z, Pipeline::Sense::kUp)
        .fill(round, z - 1, out, [&](NodeId origin, NodeId final, NodeId) {
          out.add_block(make_block(origin, final));
        });
  };
  return schedule;
}

std::optional<Coefficients> cost_of_1port(const RowRequest& request, Switching) {
  const std::int64_t z = request.topology.nodes();
  Coefficients cost;
  cost.t_s = z - 1;
  cost.t_d = z - 1;
  cost.mu_t_m = z * (z - 1) / 2;
  return cost;
}

/// The packets of a node travel ⌊z²/4⌋ links in all on shortest paths, and each of the z
/// half-duplex channel pairs carries one flit at a time.
Cycle half_duplex_bound(const RowRequest& request, const TimingModel& model) {
  const std::uint64_t z = request.topology.nodes();
  return stream_bound(model, z * z / 4 * request.message_flits);
}

/// True when packets for the opposite node go half this way, half that way.
bool splits(const RowRequest& request) {
  return request.variant == "split" && request.topology.nodes() % 2 == 0;
}

void validate_allport(const RowRequest& request) {
  check_ring(request);
  check_all_to_all_size(request);
  check_message_flits(request);
  check_variant(request, {"standard", "split"});
  if (splits(request) && request.message_flits % 2 != 0) {
    throw ParameterError("traffic.message_flits",
                         "variant split sends half a packet each way, and " +
                             std::to_string(request.message_flits) +
                             " flits cannot be halved; the nearest is " +
                             std::to_string(std::uint64_t{request.message_flits} + 1));
  }
}

/// Distances up to ⌊z/2⌋ upwards, the others, up to ⌈z/2⌉ − 1, downwards.
void fill_allport(NodeId z, std::uint64_t round, Round& out) {
  const auto add = [&](NodeId origin, NodeId final, NodeId) {
    out.add_block(make_block(origin, final));
  };
  Pipeline(z, Pipeline::Sense::kUp).fill(round, z / 2, out, add);
  Pipeline(z, Pipeline::Sense::kDown).fill(round, (z - 1) / 2, out, add);
}

/// As above for an even z, but of the two parts of a packet for the opposite node one goes each
/// way.
void fill_split(NodeId z, std::uint64_t round, Round& out) {
  for (const auto sense : {Pipeline::Sense::kUp, Pipeline::Sense::kDown}) {
    const std::uint32_t opposite_part = sense == Pipeline::Sense::kUp ? 0 : 1;
    Pipeline(z, sense).fill(round, z / 2, out, [&](NodeId origin, NodeId final, NodeId distance) {
      for (std::uint32_t part = 0; part < 2; ++part) {
        if (distance < z / 2 || part == opposite_part) {
          out.add_block(make_block(origin, final, part));
        }
      }
    });
  }
}

Schedule build_allport(const RowRequest& request) {
  const NodeId z = request.topology.nodes();
  Schedule schedule = empty_schedule(request, "aas-ring-allport", OperationKind::kAllToAllScatter);
  schedule.rounds = z / 2;
  if (splits(request)) {
    schedule.operation.parts = 2;
    schedule.block_flits = request.message_flits / 2;
    schedule.fill = [z](std::uint64_t round, Round& out) { fill_split(z, round, out); };
  } else {
    schedule.fill = [z](std::uint64_t round, Round& out) { fill_allport(z, round, out); };
  }
  return schedule;
}

std::optional<Coefficients> cost_of_allport(const RowRequest& request, Switching) {
  const std::int64_t half = request.topology.nodes() / 2;
  Coefficients cost;
  cost.t_s = half;
  cost.t_d = half;
  cost.mu_t_m = {splits(request) ? half * half : half * (half + 1), 2};
  return cost;
}

/// ⌈z/2⌉·⌊z/2⌋ packets cross from one half of the ring to the other, over two channels. (Source
/// 000, lower-bound lemma.)
Cycle bisection_bound(const RowRequest& request, const TimingModel& model) {
  const std::uint64_t z = request.topology.nodes();
  const std::uint64_t words = (z / 2) * (z - z / 2) * request.message_flits;
  return stream_bound(model, (words + 1) / 2);
}

}  // namespace

Row aas_ring_1port() {
  Row row{};
  row.id = "aas-ring-1port";
  row.number = "A2";
  row.operation = OperationKind::kAllToAllScatter;
  row.topologies = "ring, one-dimensional torus";
  row.source = "Tvrdík CS838 §14 \"1D torus\" (1-port); Grama et al. §4.5.1, Eq. 4.7";
  row.definition =
      "Every node passes on to its next neighbour what the last round brought and is not for "
      "itself, starting with all its own packets.";
  row.rounds = "z - 1";
  row.latency = "(z-1)·t_s + (z-1)·t_d + z(z-1)/2·μ·t_m";
  row.combining = true;
  row.model.switching = Switching::kStoreAndForward;
  row.validate = validate_1port;
  row.build = build_1port;
  row.closed_form = cost_of_1port;
  row.lower_bound = half_duplex_bound;
  return row;
}

Row aas_ring_allport() {
  Row row{};
  row.id = "aas-ring-allport";
  row.number = "A3";
  row.operation = OperationKind::kAllToAllScatter;
  row.topologies = "ring, one-dimensional torus";
  row.source = "Tvrdík CS838 §14 \"1D torus\" (all-port)";
  row.definition =
      "Two counter-rotating pipelines: packets go up for distances to ⌊z/2⌋, else down; split "
      "sends a packet for the opposite node half each way.";
  row.rounds = "⌊z/2⌋";
  row.latency =
      "⌊z/2⌋·(t_s + t_d) + c·μ·t_m; c = (z²-1)/8 for odd z, z(z+2)/8 for even z, z²/8 for even z "
      "split";
  row.combining = true;
  row.variants = {"standard", "split"};
  row.model.switching = Switching::kStoreAndForward;
  row.model.ports = RowModel::kAllPorts;
  row.validate = validate_allport;
  row.build = build_allport;
  row.closed_form = cost_of_allport;
  row.lower_bound = bisection_bound;
  return row;
}

}  // namespace flitcast
