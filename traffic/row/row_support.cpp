#include "traffic/row/row_support.h"

#include <algorithm>
#include <iterator>

#include "hw/topology/family.h"
#include "traffic/schedule/block_index.h"
#include "traffic/text/nearest_word.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kSmallestSide = 3;  // of a torus whose links are all different

}  // namespace

bool is_mesh(const Topology& topology) {
  return topology.is_grid() && !topology.wraps() && topology.family().most_dimensions > 1;
}

bool is_torus(const Topology& topology) {
  return topology.wraps() && topology.family().most_dimensions > 1;
}

void refuse_kind(const RowRequest& request, const std::string& wanted) {
  throw ParameterError("topology.kind", std::string(request.topology.family().word) +
                                            " does not fit; the algorithm lives on a " + wanted);
}

void check_message_flits(const RowRequest& request) {
  if (request.message_flits == 0) {
    throw ParameterError("traffic.message_flits", "0 is too small; the smallest is 1");
  }
}

void check_size(const OperationKind& kind, const RowRequest& request) {
  const NodeId nodes = request.topology.processors();
  if (nodes > kind.most_nodes()) {
    throw ParameterError("topology.dims", request.topology.describe() + " has " +
                                              std::to_string(nodes) + " nodes; an " + kind.name() +
                                              " takes at most " +
                                              std::to_string(kind.most_nodes()));
  }
}

void check_variant(const RowRequest& request, const std::vector<std::string_view>& variants) {
  if (request.variant.empty() ||
      std::find(variants.begin(), variants.end(), request.variant) != variants.end()) {
    return;
  }
  throw ParameterError("traffic.variant",
                       "there is no variant \"" + request.variant + "\"; the nearest is " +
                           nearest(request.variant, {variants.begin(), variants.end()}));
}

void check_root(const RowRequest& request) {
  const NodeId nodes = request.topology.processors();
  if (request.root >= nodes) {
    const std::string noun = request.topology.has_switches() ? "processor" : "node";
    throw ParameterError("traffic.root", std::to_string(request.root) + " is not a " + noun +
                                             " of " + request.topology.describe() +
                                             "; the nearest is " + std::to_string(nodes - 1));
  }
}

void check_parameters(const Row& row, const RowRequest& request) {
  const RowParameters& given = request.parameters;
  const NodeId nodes = request.topology.processors();
  if (row.takes("traffic.shift") && nodes > 1 && (given.shift == 0 || given.shift >= nodes)) {
    throw ParameterError(
        "traffic.shift",
        std::to_string(given.shift) + " is out of range; give 1 to " + std::to_string(nodes - 1));
  }
  if (row.takes("traffic.destinations") &&
      (given.destinations.empty() || given.destinations.back() >= nodes)) {
    throw ParameterError("traffic.destinations",
                         given.destinations.empty()
                             ? "there is no destination; give a list of nodes, all or random:K"
                             : std::to_string(given.destinations.back()) +
                                   " is not a node; the nodes are 0 to " +
                                   std::to_string(nodes - 1));
  }
  if (row.takes("traffic.segments")) {
    check_divides(
        request, given.segments,
        "the pipeline cuts a message into " + std::to_string(given.segments) + " segments");
  }
}

void check_data_size(const Row& row, const Operation& operation) {
  constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 28U;         // up to 12 bytes each
  constexpr std::uint64_t kMostOperandSlices = std::uint64_t{1} << 24U;  // 64 bytes each
  constexpr std::uint64_t kSliceBits = 512;
  const std::uint64_t nodes = operation.nodes;
  const std::uint64_t places = BlockPlaces(operation).size();
  const bool sums = operation.family() == BlockFamily::kReduction;
  const std::uint64_t slices = sums ? places * ((nodes + kSliceBits - 1) / kSliceBits) : 0;
  if (places > kMostPlaces || slices > kMostOperandSlices) {
    const bool segments = operation.parts > 1 && row.takes("traffic.segments");
    throw ParameterError(segments ? "traffic.segments" : "topology.dims",
                         std::string("the data of this ") + operation.kind->name() + " on " +
                             std::to_string(nodes) + " nodes is too much to verify; give fewer " +
                             (segments ? "segments, or fewer nodes" : "nodes"));
  }
}

void check_divides(const RowRequest& request, std::uint64_t parts, const std::string& why) {
  const std::uint64_t flits = request.message_flits;
  if (flits % parts != 0) {
    const std::uint64_t below = flits / parts * parts;
    const std::uint64_t nearest =
        below > 0 && flits - below < below + parts - flits ? below : below + parts;
    throw ParameterError("traffic.message_flits", why + ", which " + std::to_string(flits) +
                                                      " flits do not make; the nearest is " +
                                                      std::to_string(nearest));
  }
}

void check_hypercube(const RowRequest& request) {
  if (!request.topology.has_labels()) {
    refuse_kind(request, "hypercube");
  }
  if (request.topology.dimensions() == 0) {
    throw ParameterError("topology.dims",
                         "a hypercube of dimension 0 is a single node; the smallest is 1");
  }
}

void check_ring(const RowRequest& request) {
  check_ring_from(kSmallestSide, request);
}

void check_ring_from(NodeId smallest, const RowRequest& request) {
  const Topology& topology = request.topology;
  if (!topology.wraps()) {
    refuse_kind(request, "ring or a torus of one dimension");
  }
  if (topology.dimensions() != 1) {
    throw ParameterError("topology.dims", join_dims(topology.sides()) +
                                              " has more than one dimension; the nearest is " +
                                              std::to_string(std::max(topology.side(0), smallest)));
  }
  if (topology.nodes() < smallest) {
    throw ParameterError("topology.dims", std::to_string(topology.nodes()) +
                                              " nodes are too few; the smallest is " +
                                              std::to_string(smallest));
  }
}

void check_torus(const RowRequest& request) {
  const Topology& topology = request.topology;
  if (!topology.wraps()) {
    refuse_kind(request, "torus or ring");
  }
  std::vector<std::uint32_t> sides = topology.sides();
  for (std::uint32_t& side : sides) {
    side = std::max(side, kSmallestSide);
  }
  if (sides != topology.sides()) {
    throw ParameterError("topology.dims", join_dims(topology.sides()) +
                                              " has a side of less than 3 nodes; the nearest is " +
                                              join_dims(sides));
  }
}

void check_torus_2d(const RowRequest& request) {
  const Topology& topology = request.topology;
  if (!is_torus(topology)) {
    refuse_kind(request, "torus");
  }
  if (topology.dimensions() != 2) {
    throw ParameterError("topology.dims",
                         join_dims(topology.sides()) +
                             " does not have two dimensions; the nearest is " +
                             std::to_string(topology.side(0)) + "x" +
                             std::to_string(std::max(topology.nodes() / topology.side(0), 2U)));
  }
}

void check_mesh(const RowRequest& request) {
  const Topology& topology = request.topology;
  if (!topology.is_grid() || topology.wraps()) {
    refuse_kind(request, "mesh or line");
  }
  if (topology.nodes() == 1) {
    std::vector<std::uint32_t> sides = topology.sides();
    sides[0] = 2;
    throw ParameterError(
        "topology.dims",
        join_dims(topology.sides()) + " is a single node; the nearest is " + join_dims(sides));
  }
}

void check_grid(const RowRequest& request) {
  if (!request.topology.is_grid()) {
    refuse_kind(request, "mesh, torus, line or ring");
  }
  if (!request.topology.wraps()) {
    check_mesh(request);
  }
}

void check_line_or_ring(const RowRequest& request) {
  const Topology& topology = request.topology;
  if (!topology.is_grid()) {
    refuse_kind(request, "line or ring");
  }
  if (topology.dimensions() != 1) {
    throw ParameterError("topology.dims", join_dims(topology.sides()) +
                                              " has more than one dimension; the nearest is " +
                                              std::to_string(std::max(topology.side(0), 2U)));
  }
  if (topology.nodes() == 1) {
    throw ParameterError("topology.dims", "1 is a single node; the nearest is 2");
  }
}

void check_mesh_2d(const RowRequest& request) {
  const Topology& topology = request.topology;
  if (!is_mesh(topology)) {
    refuse_kind(request, "mesh");
  }
  if (topology.dimensions() != 2) {
    throw ParameterError("topology.dims", join_dims(topology.sides()) +
                                              " does not have two dimensions; the nearest is " +
                                              std::to_string(std::max(topology.side(0), 2U)) + "x" +
                                              std::to_string(topology.nodes() / topology.side(0)));
  }
  if (topology.nodes() == 1) {
    throw ParameterError("topology.dims", "1x1 is a single node; the smallest are 2x1 and 1x2");
  }
}

void check_mesh_with_ring(const RowRequest& request) {
  check_mesh_2d(request);
  const std::uint32_t a = request.topology.side(0);
  const std::uint32_t b = request.topology.side(1);
  if (a == 1 || b == 1) {
    throw ParameterError("topology.dims", join_dims({a, b}) + " has no ring; the nearest is " +
                                              join_dims({std::max(a, 2U), std::max(b, 2U)}));
  }
}

void check_powers_of_two(const RowRequest& request) {
  const std::vector<std::uint32_t>& given = request.topology.sides();
  std::vector<std::uint32_t> sides;
  std::transform(given.begin(), given.end(), std::back_inserter(sides), [](std::uint32_t side) {
    return static_cast<std::uint32_t>(nearest_power_of_two(side));
  });
  if (sides != given) {
    throw ParameterError("topology.dims",
                         join_dims(given) +
                             (given.size() == 1 ? " is not a power of two"
                                                : " has a side that is not a power of two") +
                             "; the nearest is " + join_dims(sides));
  }
}

void check_power_of_two_line(const RowRequest& request) {
  check_line_or_ring(request);
  check_powers_of_two(request);
}

void check_power_of_two_mesh(const RowRequest& request) {
  check_mesh_2d(request);
  check_powers_of_two(request);
}

void check_direct_network(const RowRequest& request) {
  const Topology& topology = request.topology;
  if (!topology.has_coordinates()) {
    refuse_kind(request, "hypercube, mesh, torus, ring or line");
  }
  if (topology.has_labels()) {
    check_hypercube(request);
  } else if (!topology.wraps()) {
    check_mesh(request);
  }
}

void check_any_network(const RowRequest& request) {
  const Topology& topology = request.topology;
  if (topology.has_coordinates()) {
    check_direct_network(request);
  } else if (topology.processors() == 1) {
    throw ParameterError("topology.dims", topology.describe() +
                                              " has a single processor; the algorithm takes 2 or "
                                              "more");
  }
}

void check_tree(const RowRequest& request) {
  if (!request.topology.tree_depth()) {
    refuse_kind(request, "tree");
  }
  if (request.topology.processors() == 1) {
    throw ParameterError("topology.dims", "a tree of depth 0 is a single node; the smallest is 1");
  }
}

void cut_blocks(std::uint32_t parts, Schedule& schedule) {
  schedule.operation.parts = parts;
  schedule.block_flits /= parts;
}

}  // namespace flitcast
