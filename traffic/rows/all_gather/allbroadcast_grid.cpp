#include <utility>

#include "traffic/row/row_support.h"
#include "traffic/steps/pipeline.h"
#include "traffic/theory/distance.h"

namespace flitcast {
namespace rows::allbroadcast_grid {

/// Every node receives every packet but its own once, in the same rounds as the others.
Row row_on(TorusLayout layout) {
  Row row{};
  row.operation = &operations::all_to_all_broadcast();
  row.lay = [layout](const RowRequest& request, Schedule& schedule) {
    EmbeddedTorus torus(layout, request.topology);
    schedule.rounds = static_cast<std::uint64_t>(links_of_lines(torus.places()));
    schedule.fill = [&routing = request.routing, torus = std::move(torus)](std::uint64_t round,
                                                                           Round& out) {
      fill_all_gather(routing, torus, round, out,
                      [&out](NodeId node) { out.add_block(make_block(node, Block::kEveryone)); });
    };
  };
  row.closed_form = [layout](const RowRequest& request) {
    return pipelines_cost(torus_sides(layout, request.topology), request.switching, 1);
  };
  return row;
}

/// The ring of the mesh is used both ways at once. One that two links close is not: back over
/// them a worm would meet another.
bool is_two_way(const RowRequest& request) {
  return request.ports > 1 && request.duplex == Duplex::kFull && request.topology.nodes() % 2 == 0;
}

/// In round r every node passes on what comes from r places behind it, and what comes from r places
/// ahead; of the last node, which is as far either way, one way.
void lay_two_ways(const RowRequest& request, Schedule& schedule) {
  const NodeId nodes = request.topology.nodes();
  schedule.rounds = nodes / 2;
  schedule.fill = [&routing = request.routing, nodes,
                   ring = EmbeddedTorus(TorusLayout::kHamiltonian, request.topology)](
                      std::uint64_t number, Round& out) {
    const auto round = static_cast<NodeId>(number);
    for (const Pipeline::Sense sense : {Pipeline::Sense::kUp, Pipeline::Sense::kDown}) {
      if (sense == Pipeline::Sense::kUp || round + 1 < nodes / 2) {
        Pipeline(routing, ring, 0, sense)
            .fill(round, round + 1, out, [&](NodeId origin, NodeId, NodeId) {
              out.add_block(make_block(ring.node(origin), Block::kEveryone));
            });
      }
    }
  };
}

}  // namespace rows::allbroadcast_grid

Row aab_ring() {
  Row row = rows::allbroadcast_grid::row_on(TorusLayout::kNatural);
  row.id = "aab-ring";
  row.number = "G1";
  row.topologies = "ring, one-dimensional torus";
  row.source = "Grama et al. ch. 4, ALL_TO_ALL_BC_RING";
  row.conditions = "3 to 2^14 nodes";
  row.definition =
      "Every node passes on to its next neighbour what the last round brought, starting with its "
      "own packet.";
  row.rounds = "p - 1";
  row.latency = "(p-1)·t_s + (p-1)·t_d + (p-1)·μ·t_m";
  row.validate = check_ring;
  return row;
}

Row aab_mesh() {
  Row row = rows::allbroadcast_grid::row_on(TorusLayout::kNatural);
  row.id = "aab-mesh";
  row.number = "G2";
  row.topologies = "torus of any dimension, ring";
  row.source = "Grama et al. ch. 4, ALL_TO_ALL_BC_MESH (a mesh with wraparound links)";
  row.conditions = "sides of 3 nodes or more, at most 2^14 nodes";
  row.definition =
      "The pipeline of aab-ring in every row, then in every column with all packets of a row in "
      "one message, and so on in further dimensions.";
  row.rounds = "Σ(z_i - 1) (q×q: 2(q-1))";
  row.latency = "Σ(z_i-1)·(t_s + t_d) + (N-1)·μ·t_m";
  row.combining = true;
  row.validate = check_torus;
  return row;
}

Row aab_mesh_bucket() {
  Row row = rows::allbroadcast_grid::row_on(TorusLayout::kFolded);
  row.id = "aab-mesh-bucket";
  row.topologies = "mesh of any dimension, line";
  row.source =
      "Barnett, Shuler, Gupta, Payne, van de Geijn and Watts, \"Building a high-performance "
      "collective communication library\", SC 1994: bucket collect, dimension by dimension";
  row.conditions = "2 to 2^14 nodes";
  row.definition =
      "The pipeline of aab-ring in every row, then in every column with all packets of a row in "
      "one message, and so on. Every line is a ring through its even coordinates upwards and the "
      "odd ones back, of two links at most from node to node, where the paper's is closed by a "
      "worm over the whole line.";
  row.rounds = "Σ(z_i - 1)";
  row.latency = "Σ(z_i-1)·(t_s + 2t_d) + (N-1)·μ·t_m; t_d alone for z_i = 2";
  row.combining = true;
  row.validate = check_mesh;
  return row;
}

Row aab_mesh_hamiltonian() {
  Row row = rows::allbroadcast_grid::row_on(TorusLayout::kHamiltonian);
  row.id = "aab-mesh-hamiltonian";
  row.topologies = "two-dimensional mesh";
  row.source =
      "Patarasuk and Yuan, \"Bandwidth optimal all-reduce algorithms for clusters of "
      "workstations\", J. Parallel Distrib. Comput. 69(2), 2009: a logical ring without contention";
  row.conditions = "both sides of 2 nodes or more, at most 2^14 nodes";
  row.definition =
      "The pipeline of aab-ring around one ring through all nodes, from neighbour to neighbour. "
      "Where both sides are odd there is no such ring, and one worm over two links closes it. "
      "Otherwise, with two ports or more and full duplex, packets go both ways, half of them each.";
  row.rounds = "p - 1; both ways p/2";
  row.latency =
      "(p-1)·(t_s + t_d + μ·t_m); both sides odd: 2t_d; both ways: p/2·(t_s + t_d + μ·t_m)";
  row.validate = check_mesh_with_ring;
  row.lay = [one_way = row.lay](const RowRequest& request, Schedule& schedule) {
    using namespace rows::allbroadcast_grid;
    is_two_way(request) ? lay_two_ways(request, schedule) : one_way(request, schedule);
  };
  row.closed_form = [one_way = row.closed_form](const RowRequest& request) {
    const std::int64_t half = request.topology.nodes() / 2;
    return rows::allbroadcast_grid::is_two_way(request)
               ? std::optional(Coefficients{half, half, half})
               : one_way(request);
  };
  return row;
}

}  // namespace flitcast
