#pragma once

#include <algorithm>

#include "hw/router/core_frame.h"

namespace flitcast {

/// VcCore as a contract router, faster: with several virtual channels, full duplex, and credits.
/// Cycle by cycle, a flit per input and output port. Worms take turns by the flit where they meet;
/// a worm that meets nobody in a cycle goes on without allocation, and one that lost waits without
/// being looked at.
template <typename Policies>
class PipelinedCore final : public CoreFrame<Policies> {
 public:
  explicit PipelinedCore(const RouterSite& site)
      : CoreFrame<Policies>(site),
        crossbar_(this->layout_, RouterPipeline::contract()),
        switch_(RouterPipeline::contract(), crossbar_) {}

  void tick(Cycle now) override;

 private:
  using Set = typename Policies::Set;

  void serve_inputs(const Set& inputs, Cycle now);
  void make_plain(int index, const InputVc& in);
  bool pass(int index, Cycle now);
  Set take_turns(const Set& contested, Cycle now);
  Set block_losers(const Set& losers, Cycle now);
  bool may_move(int index, InputVc& in, Cycle now);
  bool accepts(int index, InputVc& in, Cycle now);
  bool has_room(int index, InputVc& in, Cycle now);
  void await_room(int index, InputVc& in, Cycle at);
  bool move(int index, InputVc& in, Cycle now);
  bool foresee_wait(int index, InputVc& in, Cycle next);
  void finish(int index, InputVc& in, Cycle now);

  Crossbar<Set> crossbar_;
  typename Policies::Switch switch_;
  // Input VCs whose worm has an output and wants nothing but to go on: no copy is being taken of
  // it, and no probe watches it.
  Set plain_;
  Set waiting_;  // those among them that have asked for the switch, and ask until they are granted
};

template <typename Policies>
void PipelinedCore<Policies>::tick(Cycle now) {
  if (this->reporter_) {
    plain_ = waiting_ = Set();
  }
  Set due = this->wakes_.take(now) - waiting_;
  Set contested;
  // 1. Inputs, and
  // 2. VC allocation: headers take outputs and go on in the same cycle.
  if (Set inputs = due - plain_; !inputs.empty()) {
    inputs |= this->also_due(now);
    due |= inputs;
    serve_inputs(inputs, now);
    due &= crossbar_.holding();
    contested = due - plain_;
  }
  // 3. Switch: flits without rivals pass,
  const Set contenders = due | waiting_;
  const bool alone = contenders.at_most_one();
  Set again;
  (due - contested).for_each([&](int index) {
    if (!alone && !(crossbar_.rivals(index) & contenders).at_most_one()) {
      contested.insert(index);
    } else if (pass(index, now)) {
      again.insert(index);
    }
  });
  // the others take turns.
  if (!(contested | waiting_).empty()) {
    again |= take_turns(contested, now);
  }
  if (!again.empty()) {
    this->wakes_.wake(again, now + 1);
  }
}

// Copies payload of worms that are being copied; headers take outputs.
template <typename Policies>
[[gnu::noinline]] void PipelinedCore<Policies>::serve_inputs(const Set& inputs, Cycle now) {
  Set headers;
  inputs.for_each([&](int index) {
    InputVc& in = this->input(index);
    if (in.absorb_out != nullptr) {
      this->absorb(index, in, now);
    }
    if (in.out != nullptr) {
      make_plain(index, in);
    } else if (this->header_ready(index, in, now)) {
      headers.insert(index);
    }
  });
  if (!headers.empty()) {
    this->allocate_outputs(headers, now).for_each([&](int index) {
      InputVc& in = this->input(index);
      crossbar_.enter(index, in.out->port);
      make_plain(index, in);
    });
  }
}

// The worm in front of `in` has an output.
template <typename Policies>
inline void PipelinedCore<Policies>::make_plain(int index, const InputVc& in) {
  if (in.absorb_out == nullptr && !this->reporter_) {
    plain_.insert(index);
  }
}

// The next flit of the worm, which has no rivals, goes on if it can. True when it is to be
// looked at in the next cycle; if later, the router will be woken.
template <typename Policies>
[[gnu::always_inline]] inline bool PipelinedCore<Policies>::pass(int index, Cycle now) {
  InputVc& in = this->input(index);
  if (!in.channel->ready(now) || !accepts(index, in, now) || !has_room(index, in, now)) {
    return false;
  }
  switch_.grant_alone(index, crossbar_.output_of(index));
  return move(index, in, now);
}

// Switch allocation among those of `contested` that could go on and those that wait. Returns who is
// to be looked at in the next cycle.
template <typename Policies>
[[gnu::noinline]] typename PipelinedCore<Policies>::Set PipelinedCore<Policies>::take_turns(
    const Set& contested, Cycle now) {
  Set requests = waiting_;
  contested.for_each([&](int index) {
    if (may_move(index, this->input(index), now)) {
      requests.insert(index);
    }
  });
  const Set granted = switch_.allocate_held(requests, SameAge());
  Set again = block_losers(requests - granted, now);
  granted.for_each([&](int index) {
    InputVc& in = this->input(index);
    if (in.absorb_out != nullptr) {
      --in.absorbed;
    }
    if (this->reporter_) {
      in.channel->front().vc = in.out->vc;
      this->reporter_.moved(index, in, now);
    }
    if (move(index, in, now)) {
      again.insert(index);
    }
  });
  return again;
}

// Those that lost wait for their turns, if they can go on in any cycle. Returns all of them: they
// have the next one.
template <typename Policies>
inline typename PipelinedCore<Policies>::Set PipelinedCore<Policies>::block_losers(
    const Set& losers, Cycle now) {
  const Set newly = losers - waiting_;
  waiting_ = losers & plain_;
  newly.for_each([&](int index) {
    InputVc& in = this->input(index);
    WaitBook::block(in, WaitCause::kSerialisation, now);
    if (in.out->link->cycles_per_flit() > 1) {
      waiting_.erase(index);
    }
  });
  return losers;
}

// True when the next flit of the worm may ask for its output channel at `now`. Otherwise the router
// will be woken when that may have changed.
template <typename Policies>
inline bool PipelinedCore<Policies>::may_move(int index, InputVc& in, Cycle now) {
  if (!in.channel->ready(now) || (in.absorb_out != nullptr && in.absorbed == 0)) {
    return false;
  }
  if (this->reporter_) {
    this->reporter_.room(index, in, this->room_, now);
  }
  return accepts(index, in, now) && has_room(index, in, now);
}

template <typename Policies>
inline bool PipelinedCore<Policies>::accepts(int index, InputVc& in, Cycle now) {
  const Cycle at = in.out->link->next_accept();
  if (at <= now) {
    return true;
  }
  if ((in.channel->front().kind & flit_kind::kHead) != 0) {
    WaitBook::block(in, WaitCause::kSerialisation, now);
  }
  this->wakes_.wake(index, at);
  return false;
}

template <typename Policies>
inline bool PipelinedCore<Policies>::has_room(int index, InputVc& in, Cycle now) {
  VirtualChannel& to = *in.out->channel;
  if (to.can_push(now)) {
    const std::size_t need = this->room_.needed(in.channel->front(), *in.out);
    if (need == 1 || to.has_room(need, now)) {
      return true;
    }
  }
  await_room(index, in, now);
  return false;
}

// The flit in front has no room at `at`, and waits for it from then on.
template <typename Policies>
[[gnu::noinline]] void PipelinedCore<Policies>::await_room(int index, InputVc& in, Cycle at) {
  WaitBook::block(in, WaitCause::kCredit, at);
  if (this->reporter_) {
    this->reporter_.state(index, in, VcState::kBlockedOnCredit, at);
  }
  const std::size_t need = this->room_.needed(in.channel->front(), *in.out);
  const Cycle room = in.out->channel->await_room(need, this->wakes_.cause(index));
  if (room != VirtualChannel::kOpen) {
    this->wakes_.wake(index, room);
  }
}

// Moves the flit in front; returns as pass().
template <typename Policies>
[[gnu::always_inline]] inline bool PipelinedCore<Policies>::move(int index, InputVc& in,
                                                                 Cycle now) {
  const OutputVc& out = *in.out;
  VirtualChannel& from = *in.channel;
  Link& link = *out.link;
  Flit& flit = from.front();
  const std::uint16_t kind = flit.kind;
  flit.vc = out.vc;
  const bool waited = in.blocked();
  this->waits_.unblock(in, link, now);
  link.send(flit, *out.channel, now, this->wakes_.queue());
  in.link->release(from, now, this->wakes_.queue());
  if ((kind & flit_kind::kTail) != 0) {
    finish(index, in, now);
    return false;
  }
  if (!from.occupied()) {
    return false;
  }
  const Cycle next = std::max(from.front_time(), link.next_accept());
  if (next > now + 1) {
    this->wakes_.wake(index, next);
    return false;
  }
  return !waited || out.channel->can_push(next) || !foresee_wait(index, in, next);
}

// The flit in front, which is to go on at `next`, has no room yet. True when it is not looked at
// before it has some; that pays for worms that keep waiting, while where all flow, room mostly
// comes in time.
template <typename Policies>
[[gnu::noinline]] bool PipelinedCore<Policies>::foresee_wait(int index, InputVc& in, Cycle next) {
  if (in.absorb_out != nullptr || this->reporter_ || next > this->wakes_.lookahead_limit()) {
    return false;
  }
  await_room(index, in, next);
  return true;
}

template <typename Policies>
[[gnu::noinline]] void PipelinedCore<Policies>::finish(int index, InputVc& in, Cycle now) {
  crossbar_.leave(index);
  plain_.erase(index);
  this->leave_queue(index, now);
  this->finish_worm(index, in, now);
}

}  // namespace flitcast
