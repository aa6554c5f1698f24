#pragma once

#include "hw/router/staged_core.h"

namespace flitcast {

// StagedCore: slots that the virtual channels of a link share.

template <typename Policies>
[[gnu::noinline]] bool StagedCore<Policies>::has_shared_room(int index, InputVc& in, Cycle now) {
  if (in.out->link->flow_control()->has_room(in.out->vc, now) && in.out->channel->can_push(now)) {
    return true;
  }
  WaitBook::block(in, WaitCause::kCredit, now);
  if (reporter_) {
    reporter_.state(index, in, VcState::kBlockedOnCredit, now);
  }
  short_.insert(index);
  await_credit(in, now);
  return false;
}

// The router looks again when a credit of the link is back, of any virtual channel.
template <typename Policies>
void StagedCore<Policies>::await_credit(const InputVc& in, Cycle now) {
  const Cycle at = in.out->link->flow_control()->await(in.out->vc, now, {wakes_.first(), 0});
  if (at != LinkFlowControl::kOpen) {
    wakes_.queue().wake(*wakes_.first(), 0, at);
  }
}

// Those that had no shared slot ask when there is one.
template <typename Policies>
[[gnu::noinline]] void StagedCore<Policies>::look_at_short(Cycle now) {
  short_.for_each([&](int index) {
    InputVc& in = input(index);
    if (in.out->link->flow_control()->has_room(in.out->vc, now)) {
      short_.erase(index);
      ask(index, in, now);
    } else {
      await_credit(in, now);
    }
  });
}

// Of the flit that leaves input VC `index`: the slot that it takes, and the one that it gives back.
template <typename Policies>
[[gnu::noinline]] void StagedCore<Policies>::count_shared(int index, const InputVc& in,
                                                          Cycle free_at) {
  if (LinkFlowControl* const ahead = in.out->link->flow_control()) {
    ahead->take(in.out->vc, in.out->link->last_arrival());
  }
  if (LinkFlowControl* const own = in.link->flow_control()) {
    own->give_back(index % layout_.vcs, free_at, wakes_.queue());
  }
}

}  // namespace flitcast
