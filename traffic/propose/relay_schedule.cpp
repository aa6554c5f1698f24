#include "traffic/propose/relay_schedule.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

class RelaySchedule {
 public:
  RelaySchedule(const ChunkNetwork& network, const Demand& demand, std::uint64_t seed)
      : network_(network),
        demand_(demand),
        clock_(network),
        random_(seed),
        waiting_(network.nodes()) {
    const ChunkNetwork back = network.reversed();
    for (NodeId target = 0; target < demand.nodes; ++target) {
      ways_.push_back(back.times_from(target));
    }
    std::vector<std::uint32_t> order(static_cast<std::size_t>(demand.ids()));
    for (std::size_t i = 0; i < order.size(); ++i) {
      order[i] = static_cast<std::uint32_t>(i);
      std::swap(order[i], order[random_.below(i + 1)]);
    }
    for (const std::uint32_t chunk : order) {
      const DemandedChunk ends = demand.chunk(chunk);
      if (ends.origin != ends.target) {
        waiting_[ends.origin].push_back({ways_[ends.target][ends.origin], chunk});
        ++left_;
      }
    }
    for (std::vector<Waiting>& each : waiting_) {
      std::stable_sort(each.begin(), each.end());
    }
  }

  std::optional<HopPlan> run(const SearchLimit& limit) {
    while (left_ > 0) {
      if (limit.reached()) {
        return std::nullopt;
      }
      const NodeId first = static_cast<NodeId>(random_.below(network_.nodes()));
      for (NodeId i = 0; i < network_.nodes(); ++i) {
        send_from((first + i) % network_.nodes());
      }
      clock_.advance(
          [this](LinkId link, std::uint32_t chunk) { arrive(network_.link(link).to, chunk); });
    }
    return clock_.take();
  }

 private:
  struct Waiting {
    ChunkTime way;  // still to go
    std::uint32_t chunk;
    bool operator<(const Waiting& other) const { return way > other.way; }
  };

  void arrive(NodeId node, std::uint32_t chunk) {
    const NodeId target = demand_.chunk(chunk).target;
    if (target == node) {
      --left_;
      return;
    }
    const Waiting waiting{ways_[target][node], chunk};
    std::vector<Waiting>& here = waiting_[node];
    here.insert(std::upper_bound(here.begin(), here.end(), waiting), waiting);
  }

  void send_from(NodeId node) {
    std::vector<LinkId> free;
    for (const LinkId link : network_.leaving(node)) {
      if (clock_.is_free(link)) {
        free.push_back(link);
      }
    }
    std::vector<Waiting>& here = waiting_[node];
    for (auto each = here.begin(); each != here.end() && !free.empty();) {
      const auto link = nearer(free, *each);
      if (link == free.end()) {
        ++each;
        continue;
      }
      clock_.start(*link, each->chunk);
      each = here.erase(each);
      free.erase(std::remove_if(free.begin(), free.end(),
                                [this](LinkId id) { return !clock_.is_free(id); }),
                 free.end());
    }
  }

  /// One of the links on a shortest path of the chunk.
  std::vector<LinkId>::iterator nearer(std::vector<LinkId>& free, const Waiting& waiting) {
    const std::vector<ChunkTime>& ways = ways_[demand_.chunk(waiting.chunk).target];
    const std::size_t first = random_.below(free.size());
    for (std::size_t i = 0; i < free.size(); ++i) {
      const auto at = free.begin() + static_cast<std::ptrdiff_t>((first + i) % free.size());
      const ChunkLink& link = network_.link(*at);
      if (link.time + ways[link.to] == waiting.way) {
        return at;
      }
    }
    return free.end();
  }

  const ChunkNetwork& network_;
  const Demand& demand_;
  HopClock clock_;
  SplitMix64 random_;
  std::vector<std::vector<ChunkTime>> ways_;   // by target, from every node
  std::vector<std::vector<Waiting>> waiting_;  // by node, the farthest first
  std::uint64_t left_ = 0;
};

}  // namespace

std::optional<HopPlan> relay_schedule(const ChunkNetwork& network, const Demand& demand,
                                      std::uint64_t seed, const SearchLimit& limit) {
  return RelaySchedule(network, demand, seed).run(limit);
}

}  // namespace flitcast
