#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/theory/distance.h"

namespace flitcast {

/// Links of the base routes, looked up where there are not too many.
class RouteLengths {
 public:
  /// `routing` must outlive it.
  explicit RouteLengths(const Routing& routing) : routing_(routing) {
    constexpr NodeId kMostInTable = 2048;
    const NodeId processors = routing.topology().processors();
    if (processors > kMostInTable) {
      return;
    }
    processors_ = processors;
    lengths_.reserve(std::size_t{processors} * processors);
    for (NodeId from = 0; from < processors; ++from) {
      for (NodeId to = 0; to < processors; ++to) {
        const bool joined = routing.topology().in_one_network(from, to);
        lengths_.push_back(joined ? static_cast<std::uint16_t>(route_length(routing, from, to))
                                  : 0);
      }
    }
  }

  std::uint32_t of(NodeId from, NodeId to) const {
    return lengths_.empty() ? static_cast<std::uint32_t>(route_length(routing_, from, to))
                            : lengths_[std::size_t{from} * processors_ + to];
  }

 private:
  const Routing& routing_;
  NodeId processors_ = 0;
  std::vector<std::uint16_t> lengths_;
};

}  // namespace flitcast
