#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::alltoall_mesh_qex {

constexpr std::uint64_t kRoundsOfAStep = 3;  // horizontal, vertical, diagonal

struct Position {
  std::uint32_t x;
  std::uint32_t y;
};

/// The exchange between the four quarters of every square of 2s × 2s nodes, in steps of rectangles
/// that have one corner in every quarter. From a corner to the next one the bits of a mask change
/// in x, in y or in both.
class QuadrantExchange {
 public:
  QuadrantExchange(const Routing& routing, bool mirrored)
      : routing_(routing), side_(routing.topology().side(0)), mirrored_(mirrored) {}

  /// Phases are those of s = side/2, side/4, … 1, with s steps each.
  void fill(std::uint64_t round, Round& out) const {
    auto step = static_cast<std::uint32_t>(round / kRoundsOfAStep);
    std::uint32_t s = side_ / 2;
    for (; step >= s; s /= 2) {
      step -= s;
    }
    const std::uint64_t kind = round % kRoundsOfAStep;
    const Position change{kind == 1 ? 0 : mask(s), kind == 0 ? 0 : mask(s)};
    for (std::uint32_t y = 0; y < side_; ++y) {
      for (std::uint32_t x = 0; x < side_; ++x) {
        if ((in_first_quarter(y, s) + s - in_first_quarter(x, s)) % s == step) {
          add_message({x, y}, {x ^ change.x, y ^ change.y}, s, out);
        }
      }
    }
  }

 private:
  /// Corners have the same place in their quarters, or mirrored ones.
  std::uint32_t mask(std::uint32_t s) const { return mirrored_ ? 2 * s - 1 : s; }

  /// The coordinate, relative to the square, that the corners in the first quarter have.
  std::uint32_t in_first_quarter(std::uint32_t coordinate, std::uint32_t s) const {
    const bool upper = (coordinate & s) != 0;
    return (upper ? coordinate ^ mask(s) : coordinate) % s;
  }

  /// Everything that `from` holds for the quarter of `to`: packets from all nodes whose packets for
  /// its square came to it in earlier phases.
  void add_message(Position from, Position to, std::uint32_t s, Round& out) const {
    begin_unicast(out, routing_, node(from), node(to));
    const std::uint32_t origins = side_ / (2 * s);
    for (std::uint32_t i = 0; i < origins * origins; ++i) {
      const NodeId origin =
          node({origin_of(from.x, i % origins, s), origin_of(from.y, i / origins, s)});
      for (std::uint32_t j = 0; j < s * s; ++j) {
        const NodeId final = node({to.x - to.x % s + j % s, to.y - to.y % s + j / s});
        out.add_block(make_block(origin, final));
      }
    }
  }

  /// A coordinate of the node whose packets came in the earlier phases that the bits of `phases`
  /// stand for, the latest one lowest: there they changed the bits of the mask.
  std::uint32_t origin_of(std::uint32_t coordinate, std::uint32_t phases, std::uint32_t s) const {
    for (; phases != 0; phases /= 2) {
      s *= 2;
      coordinate ^= phases % 2 != 0 ? mask(s) : 0;
    }
    return coordinate;
  }

  NodeId node(Position at) const { return at.x + side_ * at.y; }

  const Routing& routing_;
  std::uint32_t side_;
  bool mirrored_;
};

bool mirrored(const RowRequest& request) {
  return request.variant == "mirror";
}

void validate(const RowRequest& request) {
  const std::vector<std::uint32_t>& sides = request.topology.sides();
  if (!is_mesh(request.topology)) {
    refuse_kind(request, "mesh");
  }
  const std::uint32_t longest = *std::max_element(sides.begin(), sides.end());
  const auto side =
      static_cast<std::uint32_t>(std::max<std::uint64_t>(2, nearest_power_of_two(longest)));
  const std::vector<std::uint32_t> square = {side, side};
  if (sides != square) {
    throw ParameterError("topology.dims", join_dims(sides) +
                                              " is not a square with sides of 2, 4, 8, …; the "
                                              "nearest is " +
                                              join_dims(square));
  }
  check_power_of_two_mesh(request);
}

void lay(const RowRequest& request, Schedule& schedule) {
  schedule.rounds = kRoundsOfAStep * (request.topology.side(0) - 1);
  schedule.fill = [exchange = QuadrantExchange(request.routing, mirrored(request))](
                      std::uint64_t round, Round& out) { exchange.fill(round, out); };
}

/// The s steps of a phase go over s, s and 2s links, 4s² in all. Mirrored, the sides of the
/// rectangles of a step are 2s − 1 links and less, and both sides of its largest one
/// 4s − 2 − 2·min(i, s − i) in step i: 8s² − 4s − 2⌊s²/4⌋ in all.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const std::int64_t side = request.topology.side(0);
  const std::int64_t nodes = side * side;
  Coefficients cost;
  cost.t_s = 3 * (side - 1);
  cost.t_d = mirrored(request) ? 5 * nodes / 2 - 4 * side + 2 : 4 * (nodes - 1) / 3;
  cost.mu_t_m = {3 * (side - 1) * nodes, 4};
  return cost;
}

}  // namespace rows::alltoall_mesh_qex

Row aas_mesh_qex() {
  Row row{};
  row.id = "aas-mesh-qex";
  row.number = "A10";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "two-dimensional square mesh";
  row.source = "Tvrdík CS838 §14 \"Quadrant exchange AAS (QEX)\"";
  row.conditions = "sides of 2, 4, 8, … 128 nodes";
  row.definition =
      "Quadrants of squares of 2s×2s nodes exchange, for s from half the side down to 1, in s "
      "steps of rectangles with a corner in each: along x, along y, then diagonally; mirror takes "
      "rectangles around the middle of the square.";
  row.rounds = "3(2^k - 1)";
  row.latency =
      "3(2^k-1)·(t_s + N/4·μ·t_m) + 4(N-1)/3·t_d; mirror: the same with (5N/2 - 4·2^k + 2)·t_d";
  row.combining = true;
  row.variants = {"standard", "mirror"};
  row.validate = rows::alltoall_mesh_qex::validate;
  row.lay = rows::alltoall_mesh_qex::lay;
  row.closed_form = rows::alltoall_mesh_qex::closed_form;
  return row;
}

}  // namespace flitcast
