#include "traffic/propose/synthesis.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "traffic/propose/list_schedule.h"
#include "traffic/propose/relay_schedule.h"
#include "traffic/propose/synthesized_rounds.h"
#include "traffic/propose/translated_relays.h"
#include "traffic/propose/translated_trees.h"
#include "traffic/propose/translations.h"
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

/// A search for the best plan of a demand on a network, try by try.
class HopSearch {
 public:
  HopSearch(const ChunkNetwork& network, const Demand& demand, std::uint64_t seed)
      : network_(network),
        demand_(demand),
        seed_(seed),
        bound_(counting_bounds(network_, demand, CostModel::kHops).front().time),
        translates_(!demand.is_rooted() && has_translations(network_)) {}

  bool is_done() const { return best_ && best_->time == bound_; }
  const std::optional<HopPlan>& best() const { return best_; }

  void attempt(std::uint64_t number, const GoOn& go_on) {
    std::optional<HopPlan> plan = propose(number, seed_ + number, go_on);
    if (plan && (!best_ || plan->time < best_->time)) {
      best_ = std::move(plan);
    }
  }

 private:
  std::optional<HopPlan> propose(std::uint64_t number, std::uint64_t seed,
                                 const GoOn& go_on) const {
    if (translates_ && number % 2 == 0) {
      return demand_.is_personal() ? translated_relays(network_, demand_, seed, go_on)
                                   : translated_trees(network_, demand_, seed, go_on);
    }
    return demand_.is_personal() ? relay_schedule(network_, demand_, seed, go_on)
                                 : list_schedule(network_, demand_, seed, go_on);
  }

  ChunkNetwork network_;
  Demand demand_;
  std::uint64_t seed_;
  ChunkTime bound_;
  bool translates_;
  std::optional<HopPlan> best_;
};

class Synthesizer {
 public:
  Synthesizer(const ChunkNetwork& network, const SynthesisRequest& request)
      : network_(network), request_(request), making_(checked(network, request)) {
    demand_ = {making_.kind, network.processors(), request.root, request.chunks};
    const bool backward = making_.making == Making::kBackward;
    result_.bound =
        counting_bounds(backward ? network.reversed() : network, demand_, request.model).front();
    if (backward) {
      result_.bound.reason = "backwards in time, " + result_.bound.reason;
    }
    result_.operation.kind = request.operation;
    result_.operation.nodes = network.processors();
    result_.operation.root = request.root;
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
  static DemandOfOperation checked(const ChunkNetwork& network, const SynthesisRequest& request) {
    const std::string name = request.operation->name();
    const std::optional<DemandOfOperation> making = demand_of(*request.operation);
    refuse(!making,
           "there is no synthesis of " + name +
               "; there is of broadcast, scatter, all-gather, all-to-all, their duals reduce, "
               "gather and reduce-scatter, and all-reduce");
    const NodeId nodes = network.processors();
    const std::string& where = network.topology().describe();
    refuse(nodes < 2, "one node has nothing to send; give two or more");
    refuse(request.root >= nodes,
           "the root is one of 0 to " + std::to_string(nodes - 1) + " in a " + where);
    if (request.model == CostModel::kWorms) {
      refuse(making->kind != DemandKind::kBroadcast,
             "worms are for broadcast and reduce; give hops for " + name);
      refuse(request.chunks > 1, "worms carry whole blocks; give one chunk, or hops");
      refuse(network.duplex() == Duplex::kHalf, "worms are for full-duplex links; give hops");
      return *making;
    }
    refuse(network.topology().has_switches(),
           "hops are from node to node, and a " + where + " has switches; give worms");
    const Demand demand{making->kind, nodes, request.root, request.chunks};
    refuse(request.chunks > kMostParts ||
               (making->making == Making::kTwice && demand.ids() > kMostParts),
           "a block has at most " + std::to_string(kMostParts) + " parts; give fewer chunks");
    refuse(demand.ids() * (demand.is_personal() ? 1 : nodes) > kMostHops,
           "more than " + std::to_string(kMostHops) +
               " chunks would have to arrive; give fewer, or a smaller network");
    return *making;
  }

  bool goes_on(ChunkTime best) { return request_.watch({best, result_.tries}); }

  void search_hops() {
    const Demand half{making_.making == Making::kTwice ? DemandKind::kAllGather : making_.kind,
                      demand_.nodes, demand_.root, demand_.chunks};
    std::vector<HopSearch> searches;  // those that are played backwards first
    if (making_.making != Making::kForward) {
      searches.emplace_back(network_.reversed(), half, request_.seed);
    }
    if (making_.making != Making::kBackward) {
      searches.emplace_back(network_, half, request_.seed);
    }
    const auto all_done = [&] {
      return std::all_of(searches.begin(), searches.end(),
                         [](const HopSearch& each) { return each.is_done(); });
    };
    while (!all_done() && goes_on(time_of(searches))) {
      for (HopSearch& each : searches) {
        if (!each.is_done()) {
          each.attempt(result_.tries, [&] { return goes_on(time_of(searches)); });
        }
      }
      ++result_.tries;
    }
    result_.time = time_of(searches);
    if (result_.time == kUnreached) {
      throw SearchEnded();
    }
    add_rounds(searches);
  }

  static ChunkTime time_of(const std::vector<HopSearch>& searches) {
    ChunkTime sum = 0;
    for (const HopSearch& each : searches) {
      if (!each.best()) {
        return kUnreached;
      }
      sum += each.best()->time;
    }
    return sum;
  }

  void add_rounds(const std::vector<HopSearch>& searches) {
    const auto forward = [this](std::uint32_t chunk) { return block_of(chunk); };
    if (making_.making != Making::kForward) {
      append_rounds(network_, backwards(network_, *searches.front().best()), forward,
                    demand_.is_personal() ? Transfer::kNatural : Transfer::kMoveAndAdd,
                    result_.rounds);
    }
    if (making_.making != Making::kBackward) {
      append_rounds(network_, *searches.back().best(), forward,
                    making_.making == Making::kTwice ? Transfer::kCopy : Transfer::kNatural,
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

Synthesis synthesize(const ChunkNetwork& network, const SynthesisRequest& request) {
  return Synthesizer(network, request).run();
}

}  // namespace flitcast
