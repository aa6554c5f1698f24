#include "traffic/propose/list_schedule.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "hw/bit_rows.h"
#include "hw/bits.h"
#include "traffic/propose/hop_clock.h"
#include "traffic/propose/link_matching.h"
#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

class ListSchedule {
 public:
  ListSchedule(const ChunkNetwork& network, const Demand& demand, std::uint64_t seed)
      : network_(network),
        demand_(demand),
        clock_(network),
        random_(seed),
        chunks_(static_cast<std::size_t>(demand.ids())),
        held_(network.nodes(), chunks_),
        promised_(network.nodes(), chunks_),
        missing_(network.nodes(), chunks_),
        copies_(chunks_, 1),
        tie_(chunks_) {
    choose_members();
    for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
      const NodeId origin = demand.chunk(chunk).origin;
      held_.set(origin, chunk);
      promised_.set(origin, chunk);
      --missing_[origin];
      tie_[chunk] = random_.next();
    }
  }

  std::optional<HopPlan> run(const SearchLimit& limit) {
    std::size_t left = std::accumulate(missing_.begin(), missing_.end(), std::size_t{0});
    while (left > 0) {
      if (limit.reached()) {
        return std::nullopt;
      }
      start_links();
      clock_.advance([&](LinkId link, std::uint32_t chunk) {
        held_.set(network_.link(link).to, chunk);
        --left;
      });
    }
    return useful(clock_.take());
  }

 private:
  /// Of a multicast all nodes get everything, or those on ways to its destinations alone.
  void choose_members() {
    if (demand_.kind != DemandKind::kMulticast || random_.below(2) == 0) {
      return;
    }
    std::vector<bool> members(network_.nodes(), false);
    const std::vector<ChunkTime> times = network_.times_from(demand_.root);
    members[demand_.root] = true;
    for (NodeId node : demand_.destinations) {
      while (!members[node]) {
        members[node] = true;
        node = before(node, times);
      }
    }
    for (NodeId node = 0; node < network_.nodes(); ++node) {
      missing_[node] = members[node] ? chunks_ : 0;
    }
  }

  /// The node before this one on a fastest way, one of those that there are.
  NodeId before(NodeId node, const std::vector<ChunkTime>& times) {
    std::vector<NodeId> nodes;
    for (const LinkId id : network_.entering(node)) {
      const ChunkLink& link = network_.link(id);
      if (times[link.from] + link.time == times[node]) {
        nodes.push_back(link.from);
      }
    }
    return nodes[random_.below(nodes.size())];
  }

  /// Of a multicast without the hops that bring nothing to any destination.
  HopPlan useful(HopPlan plan) const {
    if (demand_.kind != DemandKind::kMulticast) {
      return plan;
    }
    HopPlan kept;
    const std::vector<bool> receiving = demand_.receiving();
    BitRows passed_on(network_.nodes(), chunks_);
    for (auto hop = plan.hops.rbegin(); hop != plan.hops.rend(); ++hop) {
      const ChunkLink& link = network_.link(hop->link);
      if (receiving[link.to] || passed_on.has(link.to, hop->chunk)) {
        passed_on.set(link.from, hop->chunk);
        kept.time = std::max(kept.time, hop->start + link.time);
        kept.hops.push_back(*hop);
      }
    }
    std::reverse(kept.hops.begin(), kept.hops.end());
    return kept;
  }

  /// Chunks that are looked at for a link: the rarest of so many will do.
  static constexpr std::size_t kMostLooked = 128;

  void start_links() {
    for (const NodeId node : neediest_first()) {
      bring(node);
    }
  }

  std::vector<NodeId> neediest_first() {
    std::vector<std::pair<double, NodeId>> order;
    for (NodeId node = 0; node < network_.nodes(); ++node) {
      if (missing_[node] > 0) {
        order.emplace_back(static_cast<double>(missing_[node]) / rate_of(node), node);
      }
    }
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random_.below(i)]);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<NodeId> nodes;
    nodes.reserve(order.size());
    for (const auto& [need, node] : order) {
      nodes.push_back(node);
    }
    return nodes;
  }

  /// Chunks that a node can receive in a unit of time.
  double rate_of(NodeId node) const {
    double rate = 0;
    for (const LinkId link : network_.entering(node)) {
      rate += 1.0 / static_cast<double>(network_.link(link).time);
    }
    return rate;
  }

  void bring(NodeId node) {
    std::vector<LinkId> links;
    LinkMatching::Wishes wishes;
    for (const LinkId link : network_.entering(node)) {
      if (clock_.is_free(link)) {
        links.push_back(link);
        wishes.push_back(rarest(network_.link(link).from, node));
      }
    }
    const LinkMatching::Matched matched = LinkMatching(wishes).match(network_.chunks_in(node));
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (matched[i] && clock_.is_free(links[i])) {
        start(links[i], *matched[i]);
      }
    }
  }

  void start(LinkId link, std::uint32_t chunk) {
    const NodeId node = network_.link(link).to;
    clock_.start(link, chunk);
    promised_.set(node, chunk);
    --missing_[node];
    ++copies_[chunk];
    tie_[chunk] = random_.next();
  }

  /// As many of the rarest chunks that `from` can bring `to` as that has links, so that another is
  /// left for each where there are enough. Looks from a random place on.
  std::vector<std::uint32_t> rarest(NodeId from, NodeId to) {
    std::vector<std::uint32_t> found;
    const std::size_t first = random_.below(held_.words());
    for (std::size_t i = 0; i < held_.words() && found.size() < kMostLooked; ++i) {
      const std::size_t word = (first + i) % held_.words();
      for (std::uint64_t left = held_.word(from, word) & ~promised_.word(to, word); left != 0;
           left &= left - 1) {
        found.push_back(static_cast<std::uint32_t>(word * BitRows::kWordBits) +
                        static_cast<std::uint32_t>(lowest(left)));
      }
    }
    const std::size_t kept = std::min(found.size(), network_.entering(to).size());
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), found.end(),
                      [this](std::uint32_t a, std::uint32_t b) {
                        return copies_[a] != copies_[b] ? copies_[a] < copies_[b]
                                                        : tie_[a] < tie_[b];
                      });
    found.resize(kept);
    return found;
  }

  const ChunkNetwork& network_;
  const Demand& demand_;
  HopClock clock_;
  SplitMix64 random_;
  std::size_t chunks_;
  BitRows held_;      // by node
  BitRows promised_;  // held or on its way
  std::vector<std::size_t> missing_;
  std::vector<std::uint32_t> copies_;  // of a chunk, those on their way included
  std::vector<std::uint64_t> tie_;
};

}  // namespace

std::optional<HopPlan> list_schedule(const ChunkNetwork& network, const Demand& demand,
                                     std::uint64_t seed, const SearchLimit& limit) {
  return ListSchedule(network, demand, seed).run(limit);
}

}  // namespace flitcast
