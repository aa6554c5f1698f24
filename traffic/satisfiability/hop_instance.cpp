#include "traffic/satisfiability/hop_instance.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace flitcast {
namespace {

bool has_root(HopOperation operation) {
  return operation != HopOperation::kAllGather && operation != HopOperation::kAllToAll;
}

/// Sets of as many chunks as the instance says.
std::uint64_t sets_of_chunks(const HopInstance& instance) {
  const std::uint64_t nodes = instance.nodes;
  const HopOperation operation = instance.operation;
  if (operation == HopOperation::kBroadcast || operation == HopOperation::kMulticast) {
    return 1;
  }
  return operation == HopOperation::kAllToAll ? nodes * nodes : nodes;
}

/// Every node but one.
std::vector<NodeId> others(NodeId nodes, NodeId without) {
  std::vector<NodeId> all;
  for (NodeId node = 0; node < nodes; ++node) {
    if (node != without) {
      all.push_back(node);
    }
  }
  return all;
}

class Chunks {
 public:
  explicit Chunks(std::uint32_t each) : each_(each) {}

  void to_all_of(NodeId origin, const std::vector<NodeId>& destinations) {
    for (std::uint32_t chunk = 0; chunk < each_; ++chunk) {
      chunks_.push_back({fmt::format("{}.{}", origin, chunk), origin, destinations});
    }
  }
  void to_one(NodeId origin, NodeId destination) {
    for (std::uint32_t chunk = 0; chunk < each_; ++chunk) {
      chunks_.push_back(
          {fmt::format("{}>{}.{}", origin, destination, chunk), origin, {destination}});
    }
  }
  std::vector<HopChunk> take() { return std::move(chunks_); }

 private:
  std::uint32_t each_;
  std::vector<HopChunk> chunks_;
};

void check_node(NodeId node, const HopInstance& instance, const char* what) {
  if (node >= instance.nodes) {
    throw std::invalid_argument(
        fmt::format("{} {} is none of {} nodes", what, node, instance.nodes));
  }
}

}  // namespace

std::string to_string(HopOperation operation) {
  constexpr const char* kWords[] = {"broadcast", "multicast",  "scatter",
                                    "gather",    "all-gather", "all-to-all"};
  return kWords[static_cast<std::size_t>(operation)];
}

void check_instance(const HopInstance& instance) {
  if (instance.chunks == 0) {
    throw std::invalid_argument("there are no chunks");
  }
  if (instance.nodes > 0 &&
      sets_of_chunks(instance) > kLargestInstance / instance.chunks / instance.nodes) {
    throw std::length_error(
        fmt::format("more than {} places where chunks may be", kLargestInstance));
  }
  std::set<std::pair<NodeId, NodeId>> links;
  for (const HopLink& link : instance.links) {
    check_node(link.from, instance, "the origin of a link,");
    check_node(link.to, instance, "the end of a link,");
    if (link.from == link.to || link.chunks == 0 || !links.emplace(link.from, link.to).second) {
      throw std::invalid_argument(fmt::format(
          "link {}>{} leads nowhere, carries nothing or is there twice", link.from, link.to));
    }
  }
  check_node(instance.root, instance, "the root,");
  for (const NodeId node : instance.destinations) {
    check_node(node, instance, "a destination,");
  }
}

std::string describe(const HopInstance& instance) {
  const HopOperation operation = instance.operation;
  const bool one = operation == HopOperation::kBroadcast || operation == HopOperation::kMulticast;
  const char* each = operation == HopOperation::kAllToAll ? " a pair" : " a node";
  return fmt::format("{}{} of {} chunk{}{} on {} nodes", to_string(operation),
                     has_root(operation) ? fmt::format(" at node {}", instance.root) : "",
                     instance.chunks, instance.chunks == 1 ? "" : "s", one ? "" : each,
                     instance.nodes);
}

std::vector<HopChunk> chunks_of(const HopInstance& instance) {
  const NodeId root = instance.root;
  Chunks chunks(instance.chunks);
  switch (instance.operation) {
    case HopOperation::kBroadcast:
      chunks.to_all_of(root, others(instance.nodes, root));
      break;
    case HopOperation::kMulticast: {
      std::set<NodeId> nodes(instance.destinations.begin(), instance.destinations.end());
      nodes.erase(root);
      chunks.to_all_of(root, {nodes.begin(), nodes.end()});
      break;
    }
    case HopOperation::kScatter:
      for (const NodeId node : others(instance.nodes, root)) {
        chunks.to_one(root, node);
      }
      break;
    case HopOperation::kGather:
      for (const NodeId node : others(instance.nodes, root)) {
        chunks.to_one(node, root);
      }
      break;
    case HopOperation::kAllGather:
      for (NodeId node = 0; node < instance.nodes; ++node) {
        chunks.to_all_of(node, others(instance.nodes, node));
      }
      break;
    case HopOperation::kAllToAll:
      for (NodeId node = 0; node < instance.nodes; ++node) {
        for (const NodeId other : others(instance.nodes, node)) {
          chunks.to_one(node, other);
        }
      }
      break;
  }
  return chunks.take();
}

std::string to_string(const RoundsOfSteps& rounds) {
  return fmt::format("{}", fmt::join(rounds, "+"));
}

bool next_split(RoundsOfSteps& rounds) {
  const std::size_t last = rounds.size() - 1;
  std::uint32_t free = rounds[last] - 1;
  for (std::size_t step = last; step-- > 0;) {
    rounds[step + 1] = 1;
    if (free > 0) {
      ++rounds[step];
      rounds[last] = free;
      return true;
    }
    free += rounds[step] - 1;
  }
  return false;
}

RoundsOfSteps first_split(std::uint32_t steps, std::uint32_t rounds) {
  if (steps == 0 || rounds < steps) {
    throw std::invalid_argument(
        fmt::format("{} rounds in {} steps; each has a round or more", rounds, steps));
  }
  RoundsOfSteps split(steps, 1);
  split.back() = rounds - steps + 1;
  return split;
}

}  // namespace flitcast
