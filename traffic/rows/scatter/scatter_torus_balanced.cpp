#include <utility>

#include "traffic/row/row_support.h"
#include "traffic/steps/scatter_queues.h"

namespace flitcast {
namespace rows::scatter_torus_balanced {

constexpr int kLinks = 4;

void validate(const RowRequest& request) {
  const Topology& torus = request.topology;
  if (!is_torus(torus)) {
    refuse_kind(request, "torus");
  }
  check_torus(request);
  if (torus.dimensions() != 2 || torus.side(0) != torus.side(1)) {
    const std::string side = std::to_string(torus.side(0));
    throw ParameterError(
        "topology.dims",
        join_dims(torus.sides()) + " is not a square; the nearest is " + side + "x" + side);
  }
  if (request.ports < kLinks) {
    throw ParameterError("router.ports", std::to_string(request.ports) +
                                             " cannot feed four subtrees at the same time; take "
                                             "all");
  }
}

/// Which way a packet leaves the root, and the four senses in the order of rotation.
enum class Way { kEast, kNorth, kWest, kSouth };

/// Where a node is, seen from the root in a rotated way: so many links ahead, 1 or more, and so
/// many to the left, 0 or more.
struct Place {
  Way way;
  NodeId ahead;
  NodeId left;
};

/// The torus around the root as a pinwheel: every subtree is a rectangle that begins with the
/// root's neighbour on one way and leans to the left. With h = ⌊z/2⌋ it is h links long; for an odd
/// z it is h + 1 nodes wide, and 4·h(h + 1) are all. For an even z it is h nodes wide; the nodes
/// opposite to the root on its row and column are the ends of two rectangles and go to the first of
/// them; the one opposite in both dimensions is in none and goes to the west, which so has h² like
/// the others, and the south h² − 1.
class Pinwheel {
 public:
  Pinwheel(const Topology& torus, NodeId root)
      : z_(torus.side(0)), x_(torus.coordinate(root, 0)), y_(torus.coordinate(root, 1)) {}

  /// A way from the root goes one link ahead, then to the left as far as the rectangle is wide, and
  /// then the rest ahead. (The node outside the rectangles is one more to the left.)
  NodeId parent(NodeId node) const {
    Place place = place_of(node);
    if (place.left > width() || (place.ahead == 1 && place.left > 0)) {
      --place.left;
    } else {
      --place.ahead;
    }
    return node_at(place);
  }

 private:
  Place place_of(NodeId node) const {
    const NodeId half = z_ / 2;
    const NodeId east = (node % z_ + z_ - x_) % z_;
    const NodeId north = (node / z_ + z_ - y_) % z_;
    const NodeId west = (z_ - east) % z_;
    const NodeId south = (z_ - north) % z_;
    if (east >= 1 && east <= half && north <= width()) {
      return {Way::kEast, east, north};
    }
    if (north >= 1 && north <= half && west <= width()) {
      return {Way::kNorth, north, west};
    }
    if (west >= 1 && west <= half && south <= half) {
      return {Way::kWest, west, south};
    }
    return {Way::kSouth, south, east};
  }

  /// Links from side to side of a rectangle.
  NodeId width() const { return (z_ - 1) / 2; }

  NodeId node_at(const Place& place) const {
    switch (place.way) {
      case Way::kEast:
        return node(x_ + place.ahead, y_ + place.left);
      case Way::kNorth:
        return node(x_ + z_ - place.left, y_ + place.ahead);
      case Way::kWest:
        return node(x_ + z_ - place.ahead, y_ + z_ - place.left);
      default:
        return node(x_ + place.left, y_ + z_ - place.ahead);
    }
  }

  NodeId node(NodeId x, NodeId y) const { return x % z_ + y % z_ * z_; }

  NodeId z_;
  NodeId x_;  // of the root
  NodeId y_;
};

void lay(const RowRequest& request, Schedule& schedule) {
  const Pinwheel pinwheel(request.topology, request.root);
  std::vector<NodeId> parents(request.topology.nodes(), request.root);
  for (NodeId node = 0; node < request.topology.nodes(); ++node) {
    if (node != request.root) {
      parents[node] = pinwheel.parent(node);
    }
  }
  const RootedTree tree(std::move(parents));
  lay_queues(tree, farthest_first_queues(tree),
             request.stores_and_forwards() ? Travel::kPipeline : Travel::kWorm, schedule);
}

/// Worms: with an odd z all four queues have nodes at the same distances, h(h + 1)z/2 in all. With
/// an even z the largest distances are those of the west, whose h² nodes are at i + j links for
/// i = 1 … h, j = 0 … h − 1, h³ in all, but for one at 2h instead of h links.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  const std::int64_t z = request.topology.side(0);
  const std::int64_t h = z / 2;
  Coefficients cost = pipelined_cost(z * z / 4);
  if (!request.stores_and_forwards()) {
    cost.t_d = z % 2 == 0 ? h * h * h + h : h * (h + 1) * z / 2;
  }
  return cost;
}

}  // namespace rows::scatter_torus_balanced

Row oas_torus2d_balanced() {
  Row row{};
  row.id = "oas-torus2d-balanced";
  row.number = "S5";
  row.operation = &operations::one_to_all_scatter();
  row.topologies = "two-dimensional square torus";
  row.source = "Tvrdík CS838 §12 \"Noncombining model\" (all-port tori)";
  row.conditions = "z ≥ 3; all ports";
  row.definition =
      "Four subtrees of shortest paths, the arms of a pinwheel around the root, share the nodes "
      "equally; in every round a packet leaves for each of them, the farthest first, by hops in "
      "store-and-forward, else as a worm.";
  row.rounds = "⌈(z²-1)/4⌉";
  row.latency =
      "R·(t_s + t_d + μ·t_m), R rounds; worms R·(t_s + μ·t_m) + c·t_d, h = ⌊z/2⌋, c = h(h+1)z/2 "
      "for odd z, h³+h for even z";
  row.model.switching = Switching::kStoreAndForward;
  row.model.ports = RowModel::kAllPorts;
  row.validate = rows::scatter_torus_balanced::validate;
  row.lay = rows::scatter_torus_balanced::lay;
  row.closed_form = rows::scatter_torus_balanced::closed_form;
  return row;
}

}  // namespace flitcast
