#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "hw/packet.h"
#include "hw/routing/routing.h"
#include "hw/worm_tree.h"
#include "traffic/play/round_record.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// A round of a schedule between its first post and its last arrival: its messages, the hardware's
/// packets for them, and what has become of them. The arrays that packets point into live here.
struct RoundInFlight {
  struct Message {
    PacketHandle packet;
    std::uint32_t fork;  ///< the worm of several messages that brings it, or kNoFork
    Cycle posted;
    Cycle issued;
    Cycle injected;
    std::size_t first_arrival;  ///< in `arrivals`, one per destination
  };
  /// A worm that forks, for messages one after the other.
  struct Fork {
    WormTree tree;
    std::vector<std::pair<NodeId, std::uint32_t>> messages{};  ///< by destination, ascending
  };
  static constexpr std::uint32_t kNoFork = ~std::uint32_t{0};
  static constexpr std::uint32_t kNoMessage = kNoFork;
  struct Arrival {
    Cycle head = 0;
    Cycle tail = 0;
    std::uint64_t words = 0;
    std::uint32_t message = 0;
    std::uint32_t number = 0;       ///< in the receive stream of its node
    std::uint32_t after_sends = 0;  ///< reduction: takes effect when the node has sent so many
    std::uint32_t hops = 0;         ///< links from the source
  };

  explicit RoundInFlight(const Topology& topology) : round(topology) {}

  std::uint64_t number = 0;
  std::uint64_t first_id = 0;  ///< number of its first message in the schedule
  Round round;
  std::vector<Message> messages;
  std::vector<Arrival> arrivals;
  std::deque<std::vector<PortId>> drawn_ways;  ///< of messages whose way is drawn
  std::vector<std::vector<Word>> operands;     ///< reductions: words of every arrival
  std::deque<Fork> forks;
  std::uint64_t outstanding = 0;  ///< arrivals to come, or to take effect
  std::uint64_t flits = 0;        ///< payload of all messages
  RoundRecord record{};

  /// Message `first` has come in. Where others join it, which of `forks` their worm is; else
  /// kNoFork.
  std::uint32_t add_fork(std::size_t first, const Routing& routing);
  /// Which message the worm that message `first` is the first of brings to a node, or kNoMessage.
  std::uint32_t message_of_fork(std::size_t first, NodeId at) const;
  /// Calls visit(message) for those that join message `index`, the first of its worm.
  template <typename Visit>
  void for_each_joining(std::size_t index, Visit&& visit) {
    if (messages[index].fork == kNoFork) {
      return;
    }
    for (const std::size_t end = round.end_of_worm(index); ++index < end;) {
      visit(messages[index]);
    }
  }
  NodeId destination(const Arrival& arrival) const {
    const std::size_t first = messages[arrival.message].first_arrival;
    const auto place = static_cast<std::size_t>(&arrival - arrivals.data());
    return round[arrival.message].destinations[place - first];
  }
};

}  // namespace flitcast
