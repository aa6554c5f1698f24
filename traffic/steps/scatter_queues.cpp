#include "traffic/steps/scatter_queues.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"

namespace flitcast {
namespace {

class QueuedScatter {
 public:
  QueuedScatter(NodeId root, RootedTree tree, std::vector<PacketQueue> queues)
      : root_(root), tree_(std::move(tree)), queues_(std::move(queues)) {
    for (const PacketQueue& queue : queues_) {
      longest_queue_ = std::max<std::uint64_t>(longest_queue_, queue.size());
      for (const NodeId destination : queue) {
        deepest_ = std::max<std::uint64_t>(deepest_, tree_.depth(destination));
      }
    }
  }

  /// Rounds in which packets leave the root; with queues that are farthest first, all rounds.
  std::uint64_t rounds() const { return longest_queue_; }

  /// Hop i of a packet comes i rounds after it left the root.
  void fill_pipelines(std::uint64_t round, Round& out) const {
    const std::uint64_t oldest = round < deepest_ ? 0 : round - deepest_ + 1;
    for (const PacketQueue& queue : queues_) {
      for (std::uint64_t i = oldest; i <= round && i < queue.size(); ++i) {
        const auto hops = static_cast<NodeId>(round - i + 1);
        if (hops <= tree_.depth(queue[i])) {
          const NodeId to = tree_.ancestor(queue[i], hops);
          begin_hop(out, tree_.parent(to), to);
          out.add_block(make_block(root_, queue[i]));
        }
      }
    }
  }

  void fill_worms(std::uint64_t round, Round& out) const {
    for (const PacketQueue& queue : queues_) {
      if (round < queue.size()) {
        const NodeId destination = queue[round];
        out.begin(root_);
        out.add_destination(destination);
        for (NodeId hops = 1; hops <= tree_.depth(destination); ++hops) {
          out.add_hop(tree_.ancestor(destination, hops));
        }
        out.add_block(make_block(root_, destination));
      }
    }
  }

 private:
  NodeId root_;
  RootedTree tree_;
  std::vector<PacketQueue> queues_;
  std::uint64_t longest_queue_ = 0;
  std::uint64_t deepest_ = 0;
};

}  // namespace

std::vector<PacketQueue> farthest_first_queue(const RootedTree& tree) {
  PacketQueue queue;
  for (NodeId node = 0; node < tree.nodes(); ++node) {
    if (tree.depth(node) > 0) {
      queue.push_back(node);
    }
  }
  std::stable_sort(queue.begin(), queue.end(),
                   [&](NodeId a, NodeId b) { return tree.depth(a) > tree.depth(b); });
  return {std::move(queue)};
}

std::vector<PacketQueue> farthest_first_queues(const RootedTree& tree) {
  const std::vector<PacketQueue> all = farthest_first_queue(tree);
  std::map<NodeId, PacketQueue> subtrees;
  for (const NodeId node : all[0]) {
    subtrees[tree.ancestor(node, 1)].push_back(node);
  }
  std::vector<PacketQueue> queues;
  queues.reserve(subtrees.size());
  for (auto& [neighbour, queue] : subtrees) {
    queues.push_back(std::move(queue));
  }
  return queues;
}

void lay_queues(RootedTree tree, std::vector<PacketQueue> queues, Travel travel,
                Schedule& schedule) {
  const auto scatter = std::make_shared<const QueuedScatter>(schedule.operation.root,
                                                             std::move(tree), std::move(queues));
  schedule.rounds = scatter->rounds();
  schedule.fill = [scatter, travel](std::uint64_t round, Round& out) {
    travel == Travel::kWorm ? scatter->fill_worms(round, out) : scatter->fill_pipelines(round, out);
  };
}

Coefficients pipelined_cost(std::int64_t rounds) {
  Coefficients cost;
  cost.t_s = rounds;
  cost.t_d = rounds;
  cost.mu_t_m = rounds;
  return cost;
}

}  // namespace flitcast
