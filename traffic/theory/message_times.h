#pragma once

#include <cstdint>
#include <vector>

#include "hw/network_config.h"
#include "hw/topology/link_times.h"
#include "traffic/schedule/schedule.h"
#include "traffic/theory/cost_model.h"

namespace flitcast {

/// How long messages take without contention, on the links that they take. Where all links are
/// alike that is message_cycles(). Elsewhere, for n = H + L flits over channels i with delays d_i
/// and times per flit t_i, and buffers that let every channel use its full rate:
///   store-and-forward       t_s + Σ(router.delay + d_i + (n − 1)·t_i)
///   wormhole, cut-through   t_s + the date of the last flit, see FlitDates
class MessageTimes {
 public:
  /// `links` must outlive it; null: all are as the model says.
  MessageTimes(const TimingModel& model, Switching switching, const LinkTimes* links)
      : model_(model),
        switching_(switching),
        links_(links != nullptr && links->differ() ? links : nullptr) {}

  const TimingModel& model() const { return model_; }
  Switching switching() const { return switching_; }

  /// Cycles from issue until the last word is at the end of the path.
  Cycle to_end(const MessageView& m, std::uint64_t payload_flits) const {
    return links_ == nullptr
               ? message_cycles(model_, switching_, m.hops(), m.header_flits(), payload_flits)
               : over_links(m, payload_flits).back();
  }
  /// Calls visit(destination, cycles) for all destinations in order.
  template <typename Visit>
  void for_each_arrival(const MessageView& m, std::uint64_t payload_flits, Visit&& visit) const {
    if (links_ == nullptr) {
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
  /// the tail.
  Cycle at_port(const MessageView& m, std::uint64_t payload_flits) const {
    const auto flits = static_cast<Cycle>(m.header_flits() - 1 + payload_flits);
    const Cycle interval =
        links_ == nullptr ? model_.t_m : links_->of(m.source, m.ports[0]).cycles_per_flit;
    return model_.t_s - 1 + flits * interval;
  }

 private:
  /// To each of the destinations in order.
  std::vector<Cycle> over_links(const MessageView& m, std::uint64_t payload_flits) const;

  TimingModel model_;
  Switching switching_;
  const LinkTimes* links_;
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
