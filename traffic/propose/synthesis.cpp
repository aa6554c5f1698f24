#include "traffic/propose/synthesis.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "traffic/propose/demand_search.h"
#include "traffic/propose/synthesized_rounds.h"
#include "traffic/schedule/dual.h"

namespace flitcast {
namespace {

constexpr std::uint64_t kMostHops = std::uint64_t{1} << 24U;
constexpr std::uint64_t kMostParts = 65535;

void refuse(bool condition, const std::string& why) {
  if (condition) {
    throw std::invalid_argument(why);
  }
}

class Synthesizer {
 public:
  Synthesizer(const ChunkNetwork& network, const SynthesisRequest& request)
      : network_(network), request_(request), making_(checked(network, request)) {
    demand_ = demand_of(making_, network, request);
    const bool backward = making_.making == Making::kBackward;
    const ChunkNetwork bounded = backward ? network.reversed() : network;
    result_.instance = {demand_, bounded.channels()};
    result_.bound = counting_bounds(bounded, demand_, request.model).front();
    if (backward) {
      result_.bound.reason = "backwards in time, " + result_.bound.reason;
    }
    result_.operation.kind = request.operation;
    result_.operation.nodes = network.processors();
    result_.operation.root = request.root;
    result_.operation.destinations = demand_.destinations;
    result_.operation.parts =
        request.chunks * (making_.making == Making::kTwice ? network.processors() : 1);
  }

  Synthesis run() {
    if (request_.model == CostModel::kWorms) {
      search_worms();
    } else {
      search_hops();
    }
    return std::move(result_);
  }

 private:
  static Demand demand_of(const DemandOfOperation& making, const ChunkNetwork& network,
                          const SynthesisRequest& request) {
    const bool some = making.kind == DemandKind::kMulticast;
    return {making.kind, network.processors(), request.root, request.chunks,
            some ? request.destinations : std::vector<NodeId>()};
  }

  static DemandOfOperation checked(const ChunkNetwork& network, const SynthesisRequest& request) {
    const std::string name = request.operation->name();
    const std::optional<DemandOfOperation> making = flitcast::demand_of(*request.operation);
    refuse(!making,
           "there is no synthesis of " + name +
               "; there is of broadcast, multicast, scatter, all-gather, all-to-all, their duals "
               "reduce, gather and reduce-scatter, and all-reduce");
    const NodeId nodes = network.processors();
    const std::string& where = network.topology().describe();
    refuse(nodes < 2, "one node has nothing to send; give two or more");
    refuse(request.root >= nodes,
           "the root is one of 0 to " + std::to_string(nodes - 1) + " in a " + where);
    if (request.model == CostModel::kWorms) {
      refuse(making->kind != DemandKind::kBroadcast,
             "worms are for broadcast and reduce; give hops for " + name);
      refuse(request.chunks > 1, "worms carry whole blocks; give one chunk, or hops");
      refuse(network.duplex() == Duplex::kHalf,
             "worms along any ways are for full-duplex links; give base routes, or hops");
      return *making;
    }
    refuse(network.topology().has_switches(),
           "hops are from node to node, and a " + where + " has switches; give worms");
    const Demand demand = demand_of(*making, network, request);
    refuse(request.chunks > kMostParts ||
               (making->making == Making::kTwice && demand.ids() > kMostParts),
           "a block has at most " + std::to_string(kMostParts) + " parts; give fewer chunks");
    check_steps(network, request);
    refuse(making->kind == DemandKind::kMulticast && request.chunks > 1 &&
               (request.steps > 0 || carries_several(network)),
           "in a multicast chunks go one by one, as relays give them away; give one chunk, or "
           "overlap for links that differ");
    refuse(demand.ids() * (demand.is_personal() ? 1 : nodes) > kMostHops,
           "more than " + std::to_string(kMostHops) +
               " chunks would have to arrive; give fewer, or a smaller network");
    return *making;
  }

  static bool carries_several(const ChunkNetwork& network) {
    const std::vector<HopLink> channels = network.channels();
    return std::any_of(channels.begin(), channels.end(),
                       [](const HopLink& channel) { return channel.chunks > 1; });
  }

  /// Whether there are steps enough for the farthest node.
  static void check_steps(const ChunkNetwork& network, const SynthesisRequest& request) {
    if (request.steps == 0) {
      return;
    }
    const std::uint32_t fewest = fewest_steps(network, request);
    const std::uint32_t more = fewest_steps(network, request, 1) - fewest;
    refuse((request.steps < fewest || (request.steps - fewest) % more != 0),
           "the farthest node is " + std::to_string(fewest) + " steps away; give as many, or " +
               (more == 1 ? "more" : "more in twos, as both halves have as many"));
  }

  bool goes_on(ChunkTime best, ChunkTime sought = 0) {
    return request_.watch({best, result_.tries, sought});
  }

  void search_hops() {
    Demand half = demand_;
    half.kind = making_.making == Making::kTwice ? DemandKind::kAllGather : making_.kind;
    std::vector<DemandSearch> searches;  // those that are played backwards first
    if (making_.making != Making::kForward) {
      searches.emplace_back(network_.reversed(), half, request_.seed);
    }
    if (making_.making != Making::kBackward) {
      searches.emplace_back(network_, half, request_.seed);
    }
    if (request_.steps > 0) {
      solve_in_steps(searches);
    } else {
      propose_and_solve(searches);
    }
    result_.time = time_of(searches);
    if (result_.time == kUnreached) {
      throw SearchEnded();
    }
    result_.least = result_.bound.time;
    result_.counted = 0;
    for (const DemandSearch& each : searches) {
      result_.counted += each.counted();
    }
    if (making_.making != Making::kTwice) {
      result_.least = searches.front().least();
      result_.refutation = searches.front().refutation();
    }
    add_rounds(searches);
  }

  /// Proposals that are easy to have come first.
  void propose_and_solve(std::vector<DemandSearch>& searches) {
    constexpr std::uint64_t kProposals = 20;
    const auto all_done = [&] {
      return std::all_of(searches.begin(), searches.end(),
                         [](const DemandSearch& each) { return each.is_done(); });
    };
    while (!all_done() && goes_on(time_of(searches))) {
      for (DemandSearch& each : searches) {
        const SearchLimit limit{SearchLimit().end,
                                [&] { return !goes_on(time_of(searches), each.sought()); }};
        if (!each.is_done()) {
          if (result_.tries >= kProposals && each.best() && each.is_solvable(each.best()->time)) {
            each.solve(limit);
          } else {
            each.propose(result_.tries, limit);
          }
        }
      }
      ++result_.tries;
    }
  }

  void solve_in_steps(std::vector<DemandSearch>& searches) {
    const auto steps = request_.steps / static_cast<std::uint32_t>(searches.size());
    for (DemandSearch& each : searches) {
      refuse(!each.is_solvable(steps),
             "steps are for all ports, full duplex and rounds of links, on networks of moderate "
             "size; leave --steps out");
      each.solve_in_steps(steps,
                          {SearchLimit().end, [&] { return !goes_on(kUnreached, each.sought()); }});
      result_.rounds_of_steps.insert(result_.rounds_of_steps.end(), each.rounds_of_steps().begin(),
                                     each.rounds_of_steps().end());
    }
    if (making_.making != Making::kForward) {  // which are played first
      std::reverse(result_.rounds_of_steps.begin(),
                   result_.rounds_of_steps.begin() + static_cast<std::ptrdiff_t>(steps));
    }
  }

  static ChunkTime time_of(const std::vector<DemandSearch>& searches) {
    ChunkTime sum = 0;
    for (const DemandSearch& each : searches) {
      if (!each.best()) {
        return kUnreached;
      }
      sum += each.best()->time;
    }
    return sum;
  }

  void add_rounds(const std::vector<DemandSearch>& searches) {
    const auto forward = [this](std::uint32_t chunk) { return block_of(chunk); };
    if (making_.making != Making::kForward) {
      append_rounds(
          network_, backwards(network_, *searches.front().best()),
          {forward, demand_.is_personal() ? Transfer::kNatural : Transfer::kMoveAndAdd, {}},
          result_.rounds);
    }
    if (making_.making != Making::kBackward) {
      std::vector<bool> relays;
      if (demand_.kind == DemandKind::kMulticast) {
        relays = demand_.receiving();
        relays[demand_.root] = true;
        relays.flip();
      }
      append_rounds(
          network_, *searches.back().best(),
          {forward, making_.making == Making::kTwice ? Transfer::kCopy : Transfer::kNatural,
           relays},
          result_.rounds);
    }
  }

  Block block_of(std::uint32_t id) const {
    if (making_.making == Making::kTwice) {
      return make_block(0, Block::kEveryone, id);
    }
    const DemandedChunk chunk = demand_.chunk(id);
    const Block block = make_block(
        chunk.origin, chunk.target == kNoNode ? Block::kEveryone : chunk.target, chunk.part);
    return making_.making == Making::kBackward ? dual(operation_of(making_.kind)).block_of(block)
                                               : block;
  }

  void search_worms() {
    const bool backward = making_.making == Making::kBackward;
    const ChunkNetwork network = backward ? network_.reversed() : network_;
    const auto rounds = static_cast<std::size_t>(result_.bound.time);
    WormPlan best;
    while (best.size() != rounds &&
           (best.empty() || goes_on(static_cast<ChunkTime>(best.size())))) {
      WormPlan plan = flow_rounds(network, request_.root, rounds, request_.seed + result_.tries++);
      if (best.empty() || plan.size() < best.size()) {
        best = std::move(plan);
      }
    }
    result_.time = static_cast<ChunkTime>(best.size());
    result_.least = result_.bound.time;
    append_rounds(network_, backward ? backwards(std::move(best)) : best, block_of(0),
                  backward ? Transfer::kMoveAndAdd : Transfer::kNatural, result_.rounds);
  }

  const ChunkNetwork& network_;
  const SynthesisRequest& request_;
  DemandOfOperation making_;
  Demand demand_;
  Synthesis result_{};
};

}  // namespace

std::uint32_t fewest_steps(const ChunkNetwork& network, const SynthesisRequest& request,
                           std::uint32_t more) {
  const bool rooted = request.operation->has_root();
  const auto making = demand_of(*request.operation);
  const bool some = making && making->kind == DemandKind::kMulticast;
  std::uint32_t farthest = 0;
  for (const ChunkNetwork& way : {network, network.reversed()}) {
    for (NodeId node = rooted ? request.root : 0; node < network.processors(); ++node) {
      const std::vector<std::uint32_t> hops = way.hops_from(node);
      for (NodeId other = 0; other < network.processors(); ++other) {
        const bool counts = !some || std::binary_search(request.destinations.begin(),
                                                        request.destinations.end(), other);
        farthest = std::max(farthest, counts ? hops[other] : 0);
      }
      if (rooted) {
        break;
      }
    }
  }
  return (farthest + more) * (making && making->making == Making::kTwice ? 2 : 1);
}

Synthesis synthesize(const ChunkNetwork& network, const SynthesisRequest& request) {
  return Synthesizer(network, request).run();
}

}  // namespace flitcast
