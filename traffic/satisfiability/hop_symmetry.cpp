#include "traffic/satisfiability/hop_symmetry.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

namespace flitcast {
namespace {

constexpr NodeId kNowhere = static_cast<NodeId>(-1);

/// Looks for symmetries: the network is walked from a node, and each node that is met goes to one
/// that is linked in the same way with where those before it went.
class SymmetrySearch {
 public:
  explicit SymmetrySearch(const HopInstance& instance)
      : instance_(instance), around_(instance.demand.nodes) {
    for (std::uint32_t link = 0; link < instance.links.size(); ++link) {
      const HopLink& ends = instance.links[link];
      by_ends_.emplace(std::make_pair(ends.from, ends.to), link);
      around_[ends.from].push_back(ends.to);
      around_[ends.to].push_back(ends.from);
    }
  }

  /// A symmetry that takes `node` to `like`.
  std::optional<HopImage> find(NodeId node, NodeId like) {
    walk_from(node);
    image_.assign(instance_.demand.nodes, kNowhere);
    used_.assign(instance_.demand.nodes, false);
    tries_ = 0;
    if (walk_.size() < instance_.demand.nodes || !place_at(0, like)) {
      return std::nullopt;
    }
    HopImage image{like, image_, {}};
    for (const HopLink& link : instance_.links) {
      image.links.push_back(by_ends_.at({image_[link.from], image_[link.to]}));
    }
    return image;
  }

 private:
  void walk_from(NodeId first) {
    std::vector<bool> met(instance_.demand.nodes, false);
    walk_ = {first};
    before_ = {kNowhere};
    met[first] = true;
    for (std::size_t at = 0; at < walk_.size(); ++at) {
      for (const NodeId next : around_[walk_[at]]) {
        if (!met[next]) {
          met[next] = true;
          walk_.push_back(next);
          before_.push_back(walk_[at]);
        }
      }
    }
  }

  /// Whether the nodes from this place of the walk on can go somewhere, the first of them to `to`.
  bool place_at(std::size_t at, NodeId to) {
    constexpr std::size_t kTriesOfANode = 100;
    if (used_[to] || ++tries_ > kTriesOfANode * instance_.demand.nodes || !fits(walk_[at], to)) {
      return false;
    }
    image_[walk_[at]] = to;
    used_[to] = true;
    if (at + 1 == walk_.size()) {
      return true;
    }
    const std::vector<NodeId>& near = around_[image_[before_[at + 1]]];
    if (std::any_of(near.begin(), near.end(),
                    [this, at](NodeId next) { return place_at(at + 1, next); })) {
      return true;
    }
    image_[walk_[at]] = kNowhere;
    used_[to] = false;
    return false;
  }

  bool fits(NodeId node, NodeId to) const {
    return around_[node].size() == around_[to].size() &&
           std::all_of(around_[node].begin(), around_[node].end(), [&](NodeId other) {
             const NodeId there = image_[other];
             return there == kNowhere || (chunks(node, other) == chunks(to, there) &&
                                          chunks(other, node) == chunks(there, to));
           });
  }

  /// That are carried from one node to the other; 0 without a link.
  std::uint32_t chunks(NodeId from, NodeId to) const {
    const auto found = by_ends_.find({from, to});
    return found == by_ends_.end() ? 0 : instance_.links[found->second].chunks;
  }

  const HopInstance& instance_;
  std::map<std::pair<NodeId, NodeId>, std::uint32_t> by_ends_;
  std::vector<std::vector<NodeId>> around_;  // a neighbour once for each link
  std::vector<NodeId> walk_;                 // nodes in the order in which they are placed
  std::vector<NodeId> before_;               // of the walk, by which a node was met
  std::vector<NodeId> image_;
  std::vector<bool> used_;
  std::size_t tries_ = 0;
};

HopImage itself(const HopInstance& instance, NodeId node) {
  HopImage image{node, std::vector<NodeId>(instance.demand.nodes),
                 std::vector<std::uint32_t>(instance.links.size())};
  std::iota(image.nodes.begin(), image.nodes.end(), 0U);
  std::iota(image.links.begin(), image.links.end(), 0U);
  return image;
}

}  // namespace

std::optional<std::vector<HopImage>> symmetry_of(const HopInstance& instance) {
  if (instance.demand.kind != DemandKind::kAllGather) {
    return std::nullopt;
  }
  SymmetrySearch search(instance);
  std::vector<HopImage> images;
  std::vector<NodeId> kinds;
  for (NodeId node = 0; node < instance.demand.nodes; ++node) {
    std::optional<HopImage> image;
    for (auto kind = kinds.begin(); kind != kinds.end() && !image; ++kind) {
      image = search.find(node, *kind);
    }
    if (!image) {
      kinds.push_back(node);
    }
    images.push_back(image ? std::move(*image) : itself(instance, node));
  }
  if (kinds.size() == instance.demand.nodes) {
    return std::nullopt;
  }
  return images;
}

}  // namespace flitcast
