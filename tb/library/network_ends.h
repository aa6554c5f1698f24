#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include <flitcast/network.h>

namespace flitcast {

/// Throws std::out_of_range for a node that there is not.
inline void require_node(std::uint32_t node, std::uint32_t nodes) {
  if (node >= nodes) {
    throw std::out_of_range("there is no node " + std::to_string(node) + "; there are nodes 0 to " +
                            std::to_string(nodes - 1));
  }
}

/// What has arrived at the nodes of a network and was not popped yet.
class NetworkEnds {
 public:
  using Arrival = Network::Arrival;

  explicit NetworkEnds(std::uint32_t nodes) : ends_(nodes) {}

  void push(const Arrival& arrival) {
    End& end = ends_[arrival.destination];
    if (end.queues.size() <= arrival.message_class) {
      end.queues.resize(arrival.message_class + std::size_t{1});
    }
    end.queues[arrival.message_class].push_back({arrival, end.arrivals++});
    ++end.waiting;
  }

  std::size_t waiting(std::uint32_t node) const { return end_of(node).waiting; }
  std::size_t waiting(std::uint32_t node, std::uint8_t message_class) const {
    const End& end = end_of(node);
    return message_class < end.queues.size() ? end.queues[message_class].size() : 0;
  }
  /// Of all classes, the one that arrived first. Throws std::out_of_range where there is none.
  const Arrival& front(std::uint32_t node) const {
    return front(node, static_cast<std::uint8_t>(class_of_first(end_of(node))));
  }
  const Arrival& front(std::uint32_t node, std::uint8_t message_class) const {
    require(node, message_class);
    return ends_[node].queues[message_class].front().arrival;
  }
  void pop(std::uint32_t node) {
    pop(node, static_cast<std::uint8_t>(class_of_first(end_of(node))));
  }
  void pop(std::uint32_t node, std::uint8_t message_class) {
    require(node, message_class);
    ends_[node].queues[message_class].pop_front();
    --ends_[node].waiting;
  }

 private:
  struct Waiting {
    Arrival arrival;
    std::uint64_t place;  // among all that arrived there
  };
  struct End {
    std::vector<std::deque<Waiting>> queues;  // by class
    std::uint64_t arrivals = 0;
    std::size_t waiting = 0;
  };

  const End& end_of(std::uint32_t node) const {
    require_node(node, static_cast<std::uint32_t>(ends_.size()));
    return ends_[node];
  }
  void require(std::uint32_t node, std::uint8_t message_class) const {
    if (waiting(node, message_class) == 0) {
      throw std::out_of_range("no packet waits there");
    }
  }
  // 0 where there is none.
  static std::size_t class_of_first(const End& end) {
    std::size_t first = 0;
    for (std::size_t each = 1; each < end.queues.size(); ++each) {
      const auto& best = end.queues[first];
      const auto& queue = end.queues[each];
      if (!queue.empty() && (best.empty() || queue.front().place < best.front().place)) {
        first = each;
      }
    }
    return first;
  }

  std::vector<End> ends_;  // by node
};

}  // namespace flitcast
