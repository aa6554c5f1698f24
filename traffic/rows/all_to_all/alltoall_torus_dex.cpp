#include "traffic/rows/all_to_all/alltoall_torus_dex.h"

#include <algorithm>

#include "traffic/row/row_support.h"

namespace flitcast {
namespace rows::alltoall_torus_dex {

using Kind = Micropermutation::Kind;
using Crossings = std::vector<Crossing>;

/// Sets of t/2 disjoint micropermutations that take all positions: π1 and π2, in both orders, of
/// the pairs of orbits in each of t − 1 perfect matchings, and π3 of every other orbit, t even.
class DisjointSets {
 public:
  explicit DisjointSets(NodeId quarter) : quarter_(quarter) {}

  NodeId count() const { return 4 * quarter_ - 2; }
  NodeId size() const { return quarter_ / 2; }

  /// Member `a` < size() of set `set` < count().
  Micropermutation member(NodeId set, NodeId a) const {
    const NodeId matching = set / 4;
    if (matching == quarter_ - 1) {
      return Micropermutations::pi3(2 * a + set % 2, quarter_);
    }
    const auto [i, j] = matched(matching, a);
    const Kind kind = set % 4 < 2 ? Kind::kPi1 : Kind::kPi2;
    return set % 2 == 0 ? Micropermutation{kind, i, j} : Micropermutation{kind, j, i};
  }

 private:
  /// Pair `a` of a round-robin tournament of t: the last one stays, the others turn.
  std::pair<NodeId, NodeId> matched(NodeId matching, NodeId a) const {
    const NodeId turning = quarter_ - 1;
    const NodeId i = a == 0 ? turning : (matching + a) % turning;
    return {i, (matching + turning - a) % turning};
  }

  NodeId quarter_;
};

/// The rounds of the standard variant, family by family: disjoint sets in columns and rows; such a
/// set in one and opposite positions in the other; opposite positions in both; the same in one.
class Interleaving {
 public:
  explicit Interleaving(NodeId quarter) : t_(quarter), sets_(quarter) {}

  std::uint64_t rounds() const { return std::uint64_t{8} * t_ * t_ * t_; }

  Crossings crossings(std::uint64_t round) const {
    const std::uint64_t of_sets = std::uint64_t{sets_.count()} * sets_.count() * sets_.size();
    const std::uint64_t of_one_set = std::uint64_t{sets_.count()} * t_;
    if (round < of_sets) {
      const auto pair = static_cast<NodeId>(round / sets_.size());
      return sets_in_both(pair / sets_.count(), pair % sets_.count(),
                          static_cast<NodeId>(round % sets_.size()));
    }
    round -= of_sets;
    if (round < 2 * of_one_set) {
      const auto rest = static_cast<NodeId>(round % of_one_set);
      Crossings crossings = set_in_columns(rest / t_, rest % t_);
      if (round >= of_one_set) {
        transpose(crossings);
      }
      return crossings;
    }
    const auto rest = static_cast<NodeId>(round - 2 * of_one_set);
    return rest < t_ ? opposite_in_both(rest) : opposite_in_one(rest - t_);
  }

  /// The longest ways of all rounds, links. Shifts of a set against opposite positions do not
  /// matter, and what moves in one dimension only is shorter than what else moves in the round.
  std::int64_t longest_ways() const {
    const Micropermutations permutations(t_);
    const std::int64_t t = t_;
    const std::int64_t opposite = 2 * t;
    const auto longest = [&](NodeId set, NodeId a) {
      return permutations.longest(sets_.member(set, a));
    };
    std::int64_t sum = t * (2 * opposite) + t * opposite;
    for (NodeId f = 0; f < sets_.count(); ++f) {
      std::int64_t longest_of_set = 0;
      for (NodeId a = 0; a < sets_.size(); ++a) {
        longest_of_set = std::max(longest_of_set, longest(f, a));
      }
      sum += 2 * t * (longest_of_set + opposite);
      for (NodeId g = 0; g < sets_.count(); ++g) {
        for (NodeId shift = 0; shift < sets_.size(); ++shift) {
          std::int64_t way = 0;
          for (NodeId a = 0; a < sets_.size(); ++a) {
            way = std::max(way, longest(f, a) + longest(g, (a + shift) % sets_.size()));
          }
          sum += way;
        }
      }
    }
    return sum;
  }

 private:
  static void transpose(Crossings& crossings) {
    for (Crossing& crossing : crossings) {
      std::swap(crossing.columns, crossing.rows);
    }
  }

  Crossings sets_in_both(NodeId f, NodeId g, NodeId shift) const {
    Crossings crossings;
    for (NodeId a = 0; a < sets_.size(); ++a) {
      crossings.push_back({sets_.member(f, a), sets_.member(g, (a + shift) % sets_.size())});
    }
    return crossings;
  }

  /// Opposite positions need half of the rows only: the others keep their channels busy alone.
  Crossings set_in_columns(NodeId f, NodeId shift) const {
    Crossings crossings;
    for (NodeId a = 0; a < sets_.size(); ++a) {
      const Micropermutation member = sets_.member(f, a);
      const NodeId orbit = (shift + a) % t_;
      const NodeId idle = (shift + sets_.size() + a) % t_;
      crossings.push_back({member, Micropermutations::pi4(orbit)});
      crossings.push_back({member, Micropermutations::stay(idle)});
    }
    return crossings;
  }

  Crossings opposite_in_both(NodeId shift) const {
    Crossings crossings;
    for (NodeId a = 0; a < t_; ++a) {
      crossings.push_back({Micropermutations::pi4(a), Micropermutations::pi4((a + shift) % t_)});
    }
    return crossings;
  }

  /// In the rows of every orbit one orbit of columns, in the columns of every orbit another one.
  Crossings opposite_in_one(NodeId shift) const {
    Crossings crossings;
    for (NodeId a = 0; a < t_; ++a) {
      crossings.push_back({Micropermutations::pi4((a + shift) % t_), Micropermutations::stay(a)});
      crossings.push_back(
          {Micropermutations::stay(a), Micropermutations::pi4((a + 1 + t_ - shift) % t_)});
    }
    return crossings;
  }

  NodeId t_;
  DisjointSets sets_;
};

/// The rounds of the naive variant: one micropermutation in columns and one in rows, all pairs of
/// them; then all of them in all columns, and in all rows.
Crossings naive_crossings(const Micropermutations& permutations, std::uint64_t round) {
  const std::uint64_t count = permutations.count();
  if (round < count * count) {
    return {{permutations.at(round / count), permutations.at(round % count)}};
  }
  round -= count * count;
  const Micropermutation moving = permutations.at(round % count);
  Crossings crossings;
  for (NodeId orbit = 0; orbit < permutations.quarter(); ++orbit) {
    const Micropermutation still = Micropermutations::stay(orbit);
    crossings.push_back(round < count ? Crossing{still, moving} : Crossing{moving, still});
  }
  return crossings;
}

/// x first, then y.
void send(const Topology& torus, const RingMove& x, const RingMove& y, Round& out) {
  const NodeId from = x.from + torus.side(0) * y.from;
  const NodeId to = x.to + torus.side(0) * y.to;
  out.begin(from);
  out.add_destination(to);
  out.add_block(make_block(from, to));
  const NodeId turn = add_move(out, torus, from, 0, x);
  add_move(out, torus, turn, 1, y);
}

void fill(const Topology& torus, const Micropermutations& permutations, const Crossings& crossings,
          Round& out) {
  for (const Crossing& crossing : crossings) {
    const std::vector<RingMove> rows = permutations.moves(crossing.rows);
    for (const RingMove& x : permutations.moves(crossing.columns)) {
      for (const RingMove& y : rows) {
        send(torus, x, y, out);
      }
    }
  }
}

bool naive(const RowRequest& request) {
  return request.variant == "naive";
}

void validate(const RowRequest& request) {
  const Topology& torus = request.topology;
  if (!is_torus(torus)) {
    refuse_kind(request, "torus of two dimensions");
  }
  const std::vector<std::uint32_t>& sides = torus.sides();
  const std::uint32_t longest = *std::max_element(sides.begin(), sides.end());
  const std::uint32_t unit = naive(request) ? 4 : 8;
  const std::uint32_t side = std::max(8U, (longest + unit / 2) / unit * unit);
  const std::vector<std::uint32_t> square = {side, side};
  if (sides != square) {
    throw ParameterError("topology.dims", join_dims(sides) + " is not a square with sides of 8, " +
                                              std::to_string(8 + unit) + ", " +
                                              std::to_string(8 + 2 * unit) +
                                              ", …; the nearest is " + join_dims(square));
  }
}

void lay(const RowRequest& request, Schedule& schedule) {
  const Topology& torus = request.topology;
  const Micropermutations permutations(torus.side(0) / 4);
  if (naive(request)) {
    schedule.rounds = permutations.count() * (permutations.count() + 2);
    schedule.fill = [permutations, &torus](std::uint64_t round, Round& out) {
      fill(torus, permutations, naive_crossings(permutations, round), out);
    };
  } else {
    const Interleaving interleaving(permutations.quarter());
    schedule.rounds = interleaving.rounds();
    schedule.fill = [permutations, interleaving, &torus](std::uint64_t round, Round& out) {
      fill(torus, permutations, interleaving.crossings(round), out);
    };
  }
}

/// Naively, every longest move is once in every one of 2t² + 1 rounds in either dimension.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const std::int64_t t = request.topology.side(0) / 4;
  Coefficients cost;
  if (naive(request)) {
    cost.t_s = 4 * t * t * (t * t + 1);
    cost.t_d = 2 * (2 * t * t + 1) * sum_of_longest_moves(t);
  } else {
    cost.t_s = 8 * t * t * t;
    cost.t_d = Interleaving(static_cast<NodeId>(t)).longest_ways();
  }
  cost.mu_t_m = cost.t_s;
  return cost;
}

}  // namespace rows::alltoall_torus_dex

std::string to_string(const Crossing& crossing) {
  return to_string(crossing.columns) + " x " + to_string(crossing.rows);
}

std::vector<Crossing> interleaved_crossings(NodeId side, std::uint64_t round) {
  return rows::alltoall_torus_dex::Interleaving(side / 4).crossings(round);
}

Row aas_torus2d_dex() {
  Row row{};
  row.id = "aas-torus2d-dex";
  row.number = "A19, A20";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "two-dimensional square torus";
  row.source = "Tvrdík CS838 §14, interleaving of micropermutations on T(8,8), \"naive\" solution";
  row.conditions = "z = 8, 16, 24, … 128; naive z = 8, 12, 16, … 128";
  row.definition =
      "Direct exchange by micropermutations of columns and rows, disjoint ones at the same time, "
      "so that all channels are busy in all rounds; naive has one of each in a round. Worms go "
      "along x, then along y.";
  row.rounds = "z³/8; naive: 4t⁴ + 4t² with t = z/4";
  row.latency =
      "z³/8·(t_s + μ·t_m) + D·t_d, D the sum over the rounds of the longest ways; naive: "
      "4t²(t²+1)·(t_s + μ·t_m) + 2(2t²+1)(3t³+t-2)·t_d, for odd t 2(2t²+1)(3t³+t-1)·t_d";
  row.variants = {"standard", "naive"};
  row.validate = rows::alltoall_torus_dex::validate;
  row.lay = rows::alltoall_torus_dex::lay;
  row.closed_form = rows::alltoall_torus_dex::closed_form;
  return row;
}

}  // namespace flitcast
