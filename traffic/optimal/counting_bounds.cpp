#include "traffic/optimal/counting_bounds.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "traffic/optimal/carriers.h"

namespace flitcast {
namespace {

std::string count_of(std::uint64_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/// Nodes from which sets around them are tried as cuts, where coordinates name no better ones.
constexpr NodeId kMostBalls = 128;

class Bounds {
 public:
  Bounds(const ChunkNetwork& network, const Demand& demand)
      : network_(network),
        demand_(demand),
        alone_(demand.nodes == 1),
        known_from_(demand.is_rooted() ? network.times_from(demand.root)
                                       : std::vector<ChunkTime>(network.nodes(), 0)) {}

  std::vector<CountingBound> of_hops() {
    if (!alone_) {
      if (demand_.is_rooted()) {  // says more than that the last node has few links
        add_distance();
      }
      add_nodes();
      add_slices();
      add_balls();
      add_distance();
      add_growth(network_.shortest_time());
      add_carriage();
    }
    return take();
  }

  /// Of rounds; those of an operation that informs everybody of one chunk.
  std::vector<CountingBound> of_worms() {
    if (!alone_) {
      add_growth(1);
    }
    return take();
  }

 private:
  std::vector<CountingBound> take() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const auto& a, const auto& b) { return a.time > b.time; });
    return std::move(found_);
  }

  /// Where it is better than what is known of its kind. The witness is made only then.
  void offer(BoundKind kind, ChunkTime time, const std::function<CountingBound()>& make) {
    const auto same = std::find_if(found_.begin(), found_.end(),
                                   [&](const CountingBound& each) { return each.kind == kind; });
    if (same == found_.end()) {
      found_.push_back(make());
    } else if (same->time < time) {
      *same = make();
    }
  }

  /// What has to enter a set of nodes, and where links have half duplex, to leave it, too. Of a
  /// degree, one node is in the set, or all but one are.
  void add_cut(const std::vector<bool>& inside, BoundKind kind) {
    const auto members =
        static_cast<NodeId>(std::count(inside.begin(), inside.begin() + demand_.nodes, true));
    std::uint64_t chunks = demand_.entering(inside);
    if (network_.duplex() == Duplex::kHalf) {
      std::vector<bool> outside = inside;
      outside.flip();
      chunks += demand_.entering(outside);
    }
    const std::vector<Carrier> carriers = carriers_into(network_, inside, known_from_);
    const std::uint64_t most =
        kind == BoundKind::kDegree ? most_chunks(inside, members) : carriers.size();
    const ChunkTime time = least_time(carriers, most, chunks);
    offer(kind, time, [&] {
      CountingBound bound{kind, time, {}, {}};
      for (NodeId node = 0; node < network_.nodes(); ++node) {
        if (inside[node]) {
          bound.witness.push_back(node);
        }
      }
      bound.reason = count_of(chunks, "chunk") + (chunks == 1 ? " has to " : " have to ") +
                     border(inside, members) + " over " +
                     count_of(std::min<std::uint64_t>(most, carriers.size()), "link");
      return bound;
    });
  }

  /// Chunks that the ports of the node alone on its side let pass at a time; with half duplex it
  /// may send and receive.
  std::uint64_t most_chunks(const std::vector<bool>& inside, NodeId members) const {
    const bool enters = members == 1;
    const auto node =
        static_cast<NodeId>(std::find(inside.begin(), inside.end(), enters) - inside.begin());
    const std::uint64_t in = network_.chunks_in(node);
    const std::uint64_t out = network_.chunks_out(node);
    return network_.duplex() == Duplex::kHalf ? in + out : enters ? in : out;
  }

  std::string border(const std::vector<bool>& inside, NodeId members) const {
    const char* verb = network_.duplex() == Duplex::kHalf ? "enter or leave " : "enter ";
    if (members == 1) {
      return verb + ("node " + std::to_string(std::find(inside.begin(), inside.end(), true) -
                                              inside.begin()));
    }
    if (members + 1 == demand_.nodes) {
      return "leave node " +
             std::to_string(std::find(inside.begin(), inside.end(), false) - inside.begin());
    }
    return verb + std::to_string(members) + " of the nodes";
  }

  /// The cuts of these nodes and of all others.
  void add_with_others(std::vector<bool>& inside, BoundKind kind) {
    for (int side = 0; side < 2; ++side) {
      add_cut(inside, kind);
      inside.flip();
    }
  }

  void add_nodes() {
    std::vector<bool> inside(network_.nodes(), false);
    for (NodeId node = 0; node < demand_.nodes; ++node) {
      inside[node] = true;
      add_with_others(inside, BoundKind::kDegree);
      inside[node] = false;
    }
  }

  /// All that have less than a number of a coordinate, and the others.
  void add_slices() {
    const Topology& topology = network_.topology();
    std::vector<bool> inside(network_.nodes());
    for (int d = 0; d < topology.dimensions(); ++d) {
      for (std::uint32_t end = 1; end < topology.side(d); ++end) {
        for (NodeId node = 0; node < network_.nodes(); ++node) {
          inside[node] = topology.coordinate(node, d) < end;
        }
        add_with_others(inside, BoundKind::kCut);
      }
    }
  }

  /// All that are near a node, and the others.
  void add_balls() {
    if (network_.nodes() > kMostBalls) {
      return;
    }
    std::vector<bool> inside(network_.nodes());
    for (NodeId centre = 0; centre < demand_.nodes; ++centre) {
      const std::vector<std::uint32_t> hops = network_.hops_from(centre);
      const std::uint32_t farthest = *std::max_element(hops.begin(), hops.begin() + demand_.nodes);
      for (std::uint32_t radius = 1; radius < farthest; ++radius) {
        std::transform(hops.begin(), hops.end(), inside.begin(),
                       [&](std::uint32_t each) { return each <= radius; });
        add_with_others(inside, BoundKind::kCut);
      }
    }
  }

  /// Before the last chunk that a node has for all leaves it for the first time, the others have.
  ChunkTime last_departure(NodeId origin) const {
    if (demand_.is_personal() || demand_.kind == DemandKind::kAllReduce) {
      return 0;
    }
    return static_cast<ChunkTime>((demand_.chunks - 1) / network_.chunks_out(origin)) *
           network_.shortest_time();
  }

  /// "data of node 0 have", or, where others go before, "the last chunk of node 0 leaves at 2 and
  /// has".
  std::string last_of(NodeId origin) const {
    const std::string node = "node " + std::to_string(origin);
    const ChunkTime departure = last_departure(origin);
    return departure == 0 ? "data of " + node + " have"
                          : "the last chunk of " + node + " leaves at " +
                                std::to_string(departure) + " and has";
  }

  /// Times of these nodes, and 0 of all others.
  static std::vector<ChunkTime> only(const std::vector<NodeId>& nodes,
                                     const std::vector<ChunkTime>& times) {
    std::vector<ChunkTime> kept(times.size(), 0);
    for (const NodeId node : nodes) {
      kept[node] = times[node];
    }
    return kept;
  }

  void add_distance() {
    const NodeId first = demand_.is_rooted() ? demand_.root : 0;
    const NodeId last = demand_.is_rooted() ? demand_.root : demand_.nodes - 1;
    for (NodeId origin = first; origin <= last; ++origin) {
      std::vector<ChunkTime> times = network_.times_from(origin);
      if (demand_.kind == DemandKind::kMulticast) {
        times = only(demand_.destinations, times);
      }
      const auto end = times.begin() + demand_.nodes;
      const auto farthest = std::max_element(times.begin(), end);
      const ChunkTime time = *farthest + last_departure(origin);
      const auto to = static_cast<NodeId>(farthest - times.begin());
      offer(BoundKind::kDistance, time, [&] {
        return CountingBound{BoundKind::kDistance,
                             time,
                             {origin, to},
                             last_of(origin) + " to reach node " + std::to_string(to)};
      });
    }
  }

  /// Of one chunk for all: each that knows it tells so many others in a round at most.
  void add_growth(ChunkTime round) {
    if (demand_.is_personal()) {
      return;
    }
    std::vector<std::size_t> fans(demand_.nodes);
    for (NodeId node = 0; node < demand_.nodes; ++node) {
      fans[node] = network_.fan_out(node);
    }
    const NodeId origin =
        demand_.is_rooted()
            ? demand_.root
            : static_cast<NodeId>(std::min_element(fans.begin(), fans.end()) - fans.begin());
    std::swap(fans[0], fans[origin]);
    std::sort(fans.begin() + 1, fans.end(), std::greater<>());
    std::vector<NodeId> known{1};
    while (known.back() <= demand_.receivers()) {
      const std::size_t told =
          std::accumulate(fans.begin(), fans.begin() + known.back(), std::size_t{0});
      known.push_back(
          static_cast<NodeId>(std::min<std::size_t>(demand_.receivers() + 1, known.back() + told)));
    }
    const auto rounds = static_cast<ChunkTime>(known.size() - 1);
    const ChunkTime time = rounds * round + last_departure(origin);
    offer(BoundKind::kGrowth, time, [&] {
      std::string reason = last_of(origin) + " to be known: round by round by ";
      for (const NodeId number : known) {
        reason += (number == 1 ? "" : ", ") + std::to_string(number);
      }
      return CountingBound{BoundKind::kGrowth, time, {origin}, reason + " nodes at most"};
    });
  }

  /// Links that all chunks take together, at least.
  std::uint64_t carriage() const {
    const std::uint64_t others = demand_.receivers();
    const std::uint64_t origins = demand_.is_rooted() ? 1 : demand_.nodes;
    if (demand_.is_personal()) {
      std::uint64_t hops = 0;
      for (NodeId i = 0; i < origins; ++i) {
        const auto from = network_.hops_from(demand_.is_rooted() ? demand_.root : i);
        hops = std::accumulate(from.begin(), from.begin() + demand_.nodes, hops);
      }
      return hops * demand_.chunks;
    }
    // Every word of a sum needs 2(n − 1) messages (Patarasuk and Yuan, J. Parallel Distrib. Comput.
    // 69(2), 2009).
    const std::uint64_t times = demand_.kind == DemandKind::kAllReduce ? 2 : 1;
    return times * origins * others * demand_.chunks;
  }

  void add_carriage() {
    const std::vector<Carrier> carriers = all_carriers(network_, known_from_);
    std::uint64_t most = 0;
    for (NodeId node = 0; node < network_.nodes(); ++node) {
      most += network_.chunks_out(node);
    }
    const std::uint64_t hops = carriage();
    const ChunkTime time = least_time(carriers, most, hops);
    offer(BoundKind::kCarriage, time, [&] {
      return CountingBound{BoundKind::kCarriage,
                           time,
                           {},
                           count_of(hops, "hop") + " are made over " +
                               count_of(std::min<std::uint64_t>(most, carriers.size()), "link")};
    });
  }

  const ChunkNetwork& network_;
  const Demand& demand_;
  bool alone_;                         // there is nothing to do
  std::vector<ChunkTime> known_from_;  // when a node can have something to send on
  std::vector<CountingBound> found_;
};

}  // namespace

const char* to_string(BoundKind kind) {
  constexpr const char* kNames[] = {"degree", "cut", "distance", "growth", "carriage"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<CountingBound> counting_bounds(const ChunkNetwork& network, const Demand& demand,
                                           CostModel model) {
  Bounds bounds(network, demand);
  return model == CostModel::kHops ? bounds.of_hops() : bounds.of_worms();
}

}  // namespace flitcast
