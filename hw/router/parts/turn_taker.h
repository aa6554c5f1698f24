#pragma once

#include "hw/network_config.h"
#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/reporter.h"
#include "hw/router/parts/wait_book.h"

namespace flitcast {

/// Half duplex: gets headers that could go on the pair of channels that their output belongs to,
/// see ChannelPair. `Wakes` is the alarms of the router.
class TurnTaker {
 public:
  TurnTaker(const NetworkConfig& config, const Reporter& reporter, WaitBook& waits)
      : half_duplex_(config.duplex == Duplex::kHalf), reporter_(reporter), waits_(waits) {}

  /// True when the flit in front of `in`, of kind `kind`, which could go on at `at`, needs no turn
  /// or has it. Otherwise the router is woken: in the second phase of this cycle, or when the pair
  /// is free.
  template <typename Wakes>
  bool may_pass(int index, InputVc& in, std::uint16_t kind, Cycle at, Cycle now, Wakes& wakes) {
    return !half_duplex_ || (kind & flit_kind::kHead) == 0 || take(index, in, at, now, wakes);
  }

  /// The worm that holds `out` has left it.
  void release(const OutputVc& out, WakeQueue& wakes) {
    if (half_duplex_) {
      if (ChannelPair* pair = out.link->pair()) {
        pair->release(out.free_at, wakes);
      }
    }
  }

 private:
  template <typename Wakes>
  [[gnu::noinline]] bool take(int index, InputVc& in, Cycle at, Cycle now, Wakes& wakes) {
    const OutputVc& out = *in.out;
    ChannelPair* pair = out.link->pair();
    if (pair == nullptr) {
      return true;
    }
    if (at > now) {
      wakes.wake(index, at);
      return false;
    }
    if (reporter_) {
      reporter_.waited(index, in, out.port, now);
    }
    waits_.unblock(in, *out.link, now);
    switch (pair->ask(out.link->side(), index, out.channel, wakes.queue())) {
      case ChannelPair::Answer::kGranted:
        if (reporter_) {
          reporter_.holding(index, in, now);
        }
        return true;
      case ChannelPair::Answer::kAsked:
        wakes.wake(index, now);
        return false;
      case ChannelPair::Answer::kWait:
        break;
    }
    WaitBook::block(in, WaitCause::kContention, now);
    if (reporter_) {
      reporter_.state(index, in, VcState::kBlockedOnVc, now);
    }
    pair->await(out.link->side(), wakes.cause(index), wakes.queue());
    return false;
  }

  bool half_duplex_;
  const Reporter& reporter_;
  WaitBook& waits_;
};

}  // namespace flitcast
