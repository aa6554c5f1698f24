#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "hw/cache_line.h"
#include "hw/link/channel_pair.h"
#include "hw/link/fast_path.h"
#include "hw/link/link_flow_control.h"
#include "hw/link/virtual_channel.h"
#include "hw/time/wake_queue.h"
#include "hw/waits.h"

namespace flitcast {

/// Fixed properties of a link.
struct LinkParameters {
  Cycle delay = 1;            ///< flight time of a flit and of a credit, cycles, 1 … 2^31 − 1
  Cycle cycles_per_flit = 1;  ///< initiation interval of the channel, cycles, 1 … 2^31 − 1
  Cycle buffer_flits = 2;     ///< input buffer of every virtual channel at the receiver
  int vcs = 1;
};

/// A directed, credit-controlled link: one channel that accepts a flit every cycles_per_flit
/// cycles, shared by its virtual channels. The writer and the reader are modules that sleep: both
/// ends leave their alarm here.
class Link {
 public:
  explicit Link(const LinkParameters& parameters)
      : vcs_(parameters.vcs),
        more_vcs_(parameters.vcs > 1 ? std::make_unique<VirtualChannel[]>(
                                           static_cast<std::size_t>(parameters.vcs - 1))
                                     : nullptr),
        delay_(static_cast<std::int32_t>(parameters.delay)),
        cycles_per_flit_(static_cast<std::int32_t>(parameters.cycles_per_flit)) {
    for (int vc = 0; vc < vcs_; ++vc) {
      virtual_channel(vc).set_capacity(parameters.buffer_flits);
    }
  }

  /// Asks for the memory of what a worm touches.
  void fetch() const {
    const auto* const begin = reinterpret_cast<const char*>(&first_vc_);
    __builtin_prefetch(begin);
    __builtin_prefetch(begin + kCacheLine);
  }

  int vcs() const { return vcs_; }
  Cycle delay() const { return delay_; }
  Cycle cycles_per_flit() const { return cycles_per_flit_; }
  VirtualChannel& virtual_channel(int vc) {
    return vc == 0 ? first_vc_ : more_vcs_[static_cast<std::size_t>(vc - 1)];
  }

  const VirtualChannel& virtual_channel(int vc) const {
    return vc == 0 ? first_vc_ : more_vcs_[static_cast<std::size_t>(vc - 1)];
  }

  /// What the writer goes by besides credits; null: nothing.
  LinkFlowControl* flow_control() const { return flow_control_.get(); }
  void set_flow_control(std::unique_ptr<LinkFlowControl> flow_control) {
    flow_control_ = std::move(flow_control);
  }

  /// The reader, whose alarms lie side by side from `reader` on, is woken with cause `first_cause`
  /// + vc, for flits of `wake_kinds` always.
  void attach_reader(Alarm* reader, int first_cause, std::uint16_t wake_kinds) {
    for (int vc = 0; vc < vcs(); ++vc) {
      virtual_channel(vc).attach_reader(wake_cause(reader, first_cause + vc));
      virtual_channel(vc).set_wake_kinds(wake_kinds);
    }
  }
  /// For worms that pass as a whole.
  FastPath& fast() { return fast_; }
  const FastPath& fast() const { return fast_; }

  /// Makes this the channel that leaves from `side` of a half-duplex pair.
  void join(ChannelPair& pair, int side) {
    pair_ = &pair;
    side_ = static_cast<std::uint8_t>(side);
  }
  /// Null for a full-duplex channel.
  ChannelPair* pair() const { return pair_; }
  int side() const { return side_; }

  /// First cycle in which the channel accepts the next flit.
  Cycle next_accept() const { return next_accept_; }

  /// Accepts a flit at `at` >= next_accept(), for a virtual channel of this link that has room
  /// then. `at` may lie ahead of the current cycle. The reader is woken `header_lead` cycles after
  /// it has a header.
  [[gnu::always_inline]] void send(const Flit& flit, VirtualChannel& to, Cycle at, WakeQueue& wakes,
                                   Cycle header_lead = 0) {
    count_sent(1, at + cycles_per_flit_);
    const Cycle ready = at + delay_;
    if (to.push(flit, ready)) {
      to.wake_reader((flit.kind & flit_kind::kHead) != 0 ? ready + header_lead : ready, wakes);
    }
  }
  /// `flits` have been accepted; the channel takes the next one at `next_accept`.
  [[gnu::always_inline]] void count_sent(std::uint64_t flits, Cycle next_accept) {
    flits_ += flits;
    next_accept_ = next_accept;
  }
  /// Puts a flit into `to` that the reader has from `ready_at` on, past the channel's pacing: for a
  /// writer that hands over flits ahead of their time.
  [[gnu::always_inline]] void deliver(const Flit& flit, VirtualChannel& to, Cycle ready_at,
                                      WakeQueue& wakes) {
    if (to.push(flit, ready_at)) {
      to.wake_reader(ready_at, wakes);
    }
  }
  /// Takes the next flit out of `from`, a virtual channel of this link, at `at` and returns its
  /// credit.
  [[gnu::always_inline]] void release(VirtualChannel& from, Cycle at, WakeQueue& wakes) {
    const Cycle free_at = at + delay_;
    if (from.pop(free_at)) {
      from.wake_writer(free_at, wakes);
    }
  }

  void count_blocked(WaitCause cause, Cycle cycles) { waits_[cause] += cycles; }
  /// When the last flit that was accepted is at the other end; -1 when there was none.
  Cycle last_arrival() const { return flits_ == 0 ? -1 : next_accept_ - cycles_per_flit_ + delay_; }
  /// Flits accepted so far.
  std::uint64_t flits() const { return flits_; }
  /// Cycles before `end` in which the channel was taken, t_m for every flit.
  Cycle busy_cycles(Cycle end) const {
    const Cycle taken = static_cast<Cycle>(flits_) * cycles_per_flit_;
    return taken - std::max<Cycle>(0, next_accept_ - end);
  }
  /// Cycles that flits stood ready for this channel without leave.
  const Waits& waits() const { return waits_; }

 private:
  // What a worm touches on its way lies together: two cache lines of a LinkArray, before which and
  // after which there is what is rarely asked for.
  int vcs_;
  std::uint8_t side_ = 0;
  ChannelPair* pair_ = nullptr;
  Waits waits_;
  std::unique_ptr<LinkFlowControl> flow_control_;
  std::unique_ptr<VirtualChannel[]> more_vcs_;  // those after the first

  VirtualChannel first_vc_;
  Cycle next_accept_ = 0;
  std::uint64_t flits_ = 0;
  std::int32_t delay_;
  std::int32_t cycles_per_flit_;
  FastPath fast_;  // its first members
};

}  // namespace flitcast
