#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "hw/network_config.h"
#include "hw/topology/link_times.h"
#include "hw/worm_tree.h"
#include "traffic/schedule/schedule.h"
#include "traffic/schedule/worms_of_round.h"
#include "traffic/theory/cost_model.h"
#include "traffic/theory/packet_flight.h"

namespace flitcast {

/// How long messages take without contention, on the links that they take. Where all links are
/// alike that is message_cycles(). Elsewhere, for n = H + L flits over channels i with delays d_i
/// and times per flit t_i, and buffers that let every channel use its full rate:
///   store-and-forward       t_s + Σ(router.delay + d_i + (n − 1)·t_i)
///   wormhole, cut-through   t_s + the date of the last flit, see FlitDates
/// On staged routers messages take as long as PacketFlight says, as if buffers were deep enough for
/// the full rate: where channels take more than a cycle per flit, those behind a header that waits
/// in the last router catch up with it.
class MessageTimes {
 public:
  /// `links` must outlive it; null: all are as the model says. `network`: needed of staged routers
  /// only; null: they are not staged.
  MessageTimes(const TimingModel& model, Switching switching, const LinkTimes* links,
               const NetworkConfig* network = nullptr);

  const TimingModel& model() const { return model_; }
  Switching switching() const { return switching_; }

  /// Cycles from issue until the last word is at the end of the path.
  Cycle to_end(const MessageView& m, std::uint64_t payload_flits) const {
    return by_closed_form_
               ? message_cycles(model_, switching_, m.hops(), m.header_flits(), payload_flits)
               : over_links(m, payload_flits).back();
  }
  /// The same over so many links that are as the model, or `network`, has them.
  Cycle to_end(std::size_t hops, std::uint64_t payload_flits) const;
  /// Of a worm that forks: cycles from issue until its last word is there, by destination. With n
  /// flits after the header, buffers of B flits, L cycles that a header waits in a router longer
  /// than flits do, and T from when a flit leaves for a slot until the next one can, over D links
  ///   t_s + D·t_d + n·t_m + late
  /// Where the worm goes on, flits leave in the step of the next link; the headers ahead of it keep
  /// B flits each in their buffers, so that up to the root it is late by L + T - B·t_m for every
  /// link, as many as there are ahead, or as n flits fill. On each link after that it catches up L
  /// cycles; so it does where it ends, as far as a flit a cycle allows, n·(t_m - 1).
  /// A worm that has to reserve its routers may take no channel before the cycle after it has come
  /// to the first of them.
  /// Precondition: tells_copies().
  std::map<NodeId, Cycle> to_copies(const WormTree& tree, std::uint64_t payload_flits) const;
  bool tells_copies() const { return staged_ && links_ == nullptr; }
  /// Cycles that message `i` of a round takes more than on a worm of its own: that one cycle, where
  /// its worm forks.
  Cycle to_reserve(const Round& round, std::size_t i) const {
    return shares_worm(round, i) ? to_reserve_ : 0;
  }
  /// Calls visit(destination, cycles) for all destinations in order.
  template <typename Visit>
  void for_each_arrival(const MessageView& m, std::uint64_t payload_flits, Visit&& visit) const {
    if (by_closed_form_) {
      m.for_each_destination([&](NodeId destination, std::size_t hops) {
        visit(destination,
              message_cycles(model_, switching_, hops, m.header_flits(), payload_flits));
      });
      return;
    }
    const std::vector<Cycle> cycles = over_links(m, payload_flits);
    for (std::size_t i = 0; i < m.destinations.size(); ++i) {
      visit(m.destinations[i], cycles[i]);
    }
  }
  /// Cycles from issue until the next start-up may begin at the port, if nothing is in the way of
  /// the tail. Staged routers take in what comes by a port at a flit a cycle.
  Cycle at_port(const MessageView& m, std::uint64_t payload_flits) const;
  Cycle at_port(std::size_t hops, std::uint64_t payload_flits) const;
  /// Of so many ports of a node: those that send side by side.
  int senders(int ports) const {
    return staged_ && staged_->pipeline.injects_serially() ? 1 : ports;
  }
  /// Routers are staged, so that messages of one port stand behind each other in a buffer.
  bool queues_at_router() const { return staged_.has_value(); }
  /// Of staged routers: cycles from issue until the header is in front of the buffer, if it is
  /// empty; and from then until the next header may be.
  Cycle until_front() const { return staged_->startup + 2; }
  Cycle in_front(const MessageView& m, std::uint64_t payload_flits) const;

 private:
  /// To each of the destinations in order.
  std::vector<Cycle> over_links(const MessageView& m, std::uint64_t payload_flits) const;
  Cycle on_staged_routers(const MessageView& m, Cycle flits) const;
  Cycle at_port(Cycle behind, Cycle interval) const;
  Cycle first_interval(const MessageView& m) const;
  LinkTime link_of(NodeId node, PortId port) const;

  TimingModel model_;
  Switching switching_;
  const LinkTimes* links_;               // null where all are alike
  std::optional<NetworkConfig> staged_;  // with buffers for the full rate
  Cycle to_reserve_ = 0;                 // a tree before its first router decides
  bool by_closed_form_;
};

/// When the flits of a worm are through the channels of its path, one channel after the other, if
/// nothing is in their way. Flit k enters channel i at
///   date(k, i) = max(date(k, i − 1) + d_{i−1}, date(k − 1, i) + t_i)
/// where a header waits router.delay more before it enters. Over the channels so far this is the
/// largest of a few lines: the worm follows its header at the rate of the last channel, or comes as
/// slowly as a slower channel before let it through. A line is gone when a channel is as slow.
class FlitDates {
 public:
  /// The next channel; `header` is the place of the flit that leads there, 0 for the first of the
  /// worm and one more for every address that was stripped on the way.
  void pass(const LinkTime& link, Cycle router_delay, Cycle header);
  /// When flit `place`, not before the header, is through the last channel, counted from when the
  /// first flit was in the first router.
  Cycle arrival(Cycle place) const;

 private:
  struct Line {
    Cycle start;
    Cycle slope;
  };
  std::vector<Line> lines_;  // from the steepest on
};

}  // namespace flitcast
