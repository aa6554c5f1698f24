#include "traffic/propose/flow_rounds.h"

#include <algorithm>
#include <cmath>

#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

/// Ways from nodes that know to nodes that are to know, no two of them over one link: a maximum
/// flow, by shortest augmenting paths (Edmonds and Karp, J. ACM 19(2), 1972). Every link carries
/// one unit, so that what is left of them is one bit.
class FlowRound {
 public:
  explicit FlowRound(const ChunkNetwork& network)
      : network_(network),
        used_(network.size(), false),
        can_send_(network.nodes(), 0),
        sends_(network.nodes(), 0),
        awaits_(network.nodes(), false) {}

  void add_sender(NodeId node) { can_send_[node] = network_.fan_out(node); }
  void add_receiver(NodeId node) { awaits_[node] = true; }

  /// To as many of the receivers as possible.
  std::vector<WormPath> paths() {
    std::vector<NodeId> receivers;
    for (NodeId found = augment(); found != kNoNode; found = augment()) {
      receivers.push_back(found);
    }
    std::vector<std::vector<NodeId>> came_from(network_.nodes());
    for (LinkId id = 0; id < network_.size(); ++id) {
      if (used_[id]) {
        came_from[network_.link(id).to].push_back(network_.link(id).from);
      }
    }
    std::vector<WormPath> paths;
    paths.reserve(receivers.size());
    for (const NodeId receiver : receivers) {
      paths.push_back(path_to(receiver, came_from));
    }
    return paths;
  }

 private:
  /// How the search came to a node: over a link, or against the flow on it.
  struct Step {
    bool seen = false;
    LinkId link = kNoLink;  // none where it began
    NodeId before = kNoNode;
  };

  /// One more receiver, the nearest, or kNoNode where there is no way to any.
  NodeId augment() {
    std::vector<Step> steps(network_.nodes());
    std::vector<NodeId> reached;
    for (NodeId node = 0; node < network_.nodes(); ++node) {
      if (sends_[node] < can_send_[node]) {
        steps[node].seen = true;
        reached.push_back(node);
      }
    }
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const NodeId here = reached[i];
      if (awaits_[here]) {
        take(here, steps);
        return here;
      }
      const auto come = [&](LinkId link, NodeId next) {
        if (!steps[next].seen) {
          steps[next] = {true, link, here};
          reached.push_back(next);
        }
      };
      for (const LinkId link : network_.leaving(here)) {
        if (!used_[link]) {
          come(link, network_.link(link).to);
        }
      }
      for (const LinkId link : network_.entering(here)) {
        if (used_[link]) {
          come(link, network_.link(link).from);
        }
      }
    }
    return kNoNode;
  }

  void take(NodeId receiver, const std::vector<Step>& steps) {
    awaits_[receiver] = false;
    NodeId at = receiver;
    for (; steps[at].link != kNoLink; at = steps[at].before) {
      used_[steps[at].link] = !used_[steps[at].link];
    }
    ++sends_[at];
  }

  /// Takes a way back to a sender out of the flow; circles in it are left out.
  WormPath path_to(NodeId receiver, std::vector<std::vector<NodeId>>& came_from) {
    WormPath path{receiver};
    while (sends_[path.back()] == 0) {
      const NodeId before = came_from[path.back()].back();
      came_from[path.back()].pop_back();
      path.push_back(before);
      path.erase(std::find(path.begin(), path.end(), before) + 1, path.end());
    }
    --sends_[path.back()];
    std::reverse(path.begin(), path.end());
    return path;
  }

  const ChunkNetwork& network_;
  std::vector<bool> used_;             // by link
  std::vector<std::size_t> can_send_;  // by node: ways that begin there, at most
  std::vector<std::size_t> sends_;     // and now
  std::vector<bool> awaits_;           // receivers without a way
};

class FlowBroadcast {
 public:
  FlowBroadcast(const ChunkNetwork& network, NodeId root, std::size_t rounds, std::uint64_t seed)
      : network_(network),
        rounds_(rounds),
        share_(seed % 2 == 0 ? 0.5 : 1.0),
        random_(seed),
        knows_(network.processors(), false),
        hops_(network.processors()),
        near_(network.nodes(), kNoNode) {
    tell(root);
    for (NodeId node = 0; node < network.processors(); ++node) {
      fan_ = std::max(fan_, network.fan_out(node));
    }
  }

  WormPlan run() {
    WormPlan plan;
    while (known_.size() < network_.processors()) {
      FlowRound round(network_);
      for (const NodeId node : known_) {
        round.add_sender(node);
      }
      for (const NodeId node : next_ones(plan.size())) {
        round.add_receiver(node);
      }
      plan.push_back(round.paths());
      for (const WormPath& path : plan.back()) {
        tell(path.back());
      }
    }
    return plan;
  }

 private:
  void tell(NodeId node) {
    knows_[node] = true;
    known_.push_back(node);
    come_near(node, near_);
  }

  void come_near(NodeId node, std::vector<std::uint32_t>& near) {
    if (hops_[node].empty()) {
      hops_[node] = network_.hops_from(node);
    }
    std::transform(near.begin(), near.end(), hops_[node].begin(), near.begin(),
                   [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); });
  }

  /// How many are to be told in a round: so many that those after it can do the rest, and up to
  /// what can be told, or half the way there.
  std::size_t wanted(std::size_t round) const {
    const std::size_t others = network_.processors() - known_.size();
    if (round + 1 >= rounds_) {
      return others;
    }
    std::size_t most = 0;
    for (const NodeId node : known_) {
      most += network_.fan_out(node);
    }
    const double growth =
        std::pow(static_cast<double>(fan_ + 1), static_cast<double>(rounds_ - round - 1));
    const double least =
        std::ceil(network_.processors() / growth - 1e-9) - static_cast<double>(known_.size());
    const double aim = share_ * static_cast<double>(most) + (1 - share_) * std::max(least, 0.0);
    return std::min({others, most, static_cast<std::size_t>(std::max({aim, least, 1.0}))});
  }

  /// One after the other the node that is farthest from all that know and those before it.
  std::vector<NodeId> next_ones(std::size_t round) {
    std::vector<NodeId> next;
    const std::size_t count = wanted(round);
    std::vector<bool> chosen = knows_;
    std::vector<std::uint32_t> near = near_;
    while (next.size() < count) {
      NodeId farthest = kNoNode;
      const auto first = static_cast<NodeId>(random_.below(network_.processors()));
      for (NodeId i = 0; i < network_.processors(); ++i) {
        const NodeId node = (first + i) % network_.processors();
        if (!chosen[node] && (farthest == kNoNode || near[node] > near[farthest])) {
          farthest = node;
        }
      }
      chosen[farthest] = true;
      next.push_back(farthest);
      come_near(farthest, near);
    }
    return next;
  }

  const ChunkNetwork& network_;
  std::size_t rounds_;
  double share_;
  SplitMix64 random_;
  std::size_t fan_ = 0;
  std::vector<bool> knows_;
  std::vector<NodeId> known_;
  std::vector<std::vector<std::uint32_t>> hops_;  // from nodes that were looked at
  std::vector<std::uint32_t> near_;               // hops from the nearest that knows
};

}  // namespace

WormPlan flow_rounds(const ChunkNetwork& network, NodeId root, std::size_t rounds,
                     std::uint64_t seed) {
  return FlowBroadcast(network, root, rounds, seed).run();
}

}  // namespace flitcast
