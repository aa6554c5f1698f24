#pragma once

#include <algorithm>

#include "hw/router/core_frame.h"

namespace flitcast {

/// The core of routers whose links are shared by several virtual channels: cycle by cycle, a flit
/// per input and output port.
template <typename Policies>
class PipelinedCore final : public CoreFrame<Policies> {
 public:
  explicit PipelinedCore(const RouterSite& site)
      : CoreFrame<Policies>(site), switch_(this->layout_) {}

  void tick(Cycle now) override;

 private:
  using Set = typename Policies::Set;

  bool may_move(int index, InputVc& in, Cycle now);
  bool has_room(int index, InputVc& in, Cycle now);
  void move(int index, InputVc& in, Cycle now);

  typename Policies::SwitchAllocator switch_;
};

template <typename Policies>
void PipelinedCore<Policies>::tick(Cycle now) {
  // 1. Inputs.
  auto [headers, moving] = this->look_at_inputs(now);
  // 2. VC allocation: headers take outputs and go on in the same cycle.
  if (!headers.empty()) {
    moving |= this->allocate_outputs(headers, now);
  }
  // 3. Switch allocation among the worms whose next flit could go on.
  Set requests;
  moving.for_each([&](int index) {
    if (may_move(index, this->input(index), now)) {
      requests.insert(index);
    }
  });
  const Set granted =
      switch_.allocate(requests, now, [&](int index) { return int{this->input(index).out->port}; });
  // 4. Switch traversal; who lost tries again in the next cycle.
  requests.for_each([&](int index) {
    InputVc& in = this->input(index);
    if (granted.contains(index)) {
      move(index, in, now);
    } else {
      WaitBook::block(in, WaitCause::kSerialisation, now);
      this->wakes_.wake(index, now + 1);
    }
  });
}

// True when the next flit of the worm may ask for its output channel at `now`. Otherwise the router
// will be woken when that may have changed.
template <typename Policies>
inline bool PipelinedCore<Policies>::may_move(int index, InputVc& in, Cycle now) {
  if (!in.channel->ready(now) || (in.absorb_out != nullptr && in.absorbed == 0)) {
    return false;
  }
  const OutputVc& out = *in.out;
  if (this->reporter_) {
    this->reporter_.room(index, in, this->room_, now);
  }
  const std::uint16_t kind = in.channel->front().kind;
  if (out.link->next_accept() > now) {
    if ((kind & flit_kind::kHead) != 0) {
      WaitBook::block(in, WaitCause::kSerialisation, now);
    }
    this->wakes_.wake(index, out.link->next_accept());
    return false;
  }
  return has_room(index, in, now) && this->turns_.may_pass(index, in, kind, now, now, this->wakes_);
}

template <typename Policies>
inline bool PipelinedCore<Policies>::has_room(int index, InputVc& in, Cycle now) {
  VirtualChannel& to = *in.out->channel;
  const std::size_t need = this->room_.needed(in.channel->front(), *in.out);
  Cycle room = to.room_from(now);
  if (need > 1 && room != VirtualChannel::kOpen) {
    room = to.packet_room_from(need, now);
  }
  if (room == now) {
    return true;
  }
  WaitBook::block(in, WaitCause::kCredit, now);
  if (this->reporter_) {
    this->reporter_.state(index, in, VcState::kBlockedOnCredit, now);
  }
  if (room == VirtualChannel::kOpen) {
    to.await_room(need, this->wakes_.cause(index));
  } else {
    this->wakes_.wake(index, room);
  }
  return false;
}

template <typename Policies>
inline void PipelinedCore<Policies>::move(int index, InputVc& in, Cycle now) {
  const OutputVc& out = *in.out;
  Flit& flit = in.channel->front();
  const std::uint16_t kind = flit.kind;
  flit.vc = out.vc;
  if (this->reporter_) {
    this->reporter_.moved(index, in, now);
  }
  this->waits_.unblock(in, *out.link, now);
  out.link->send(flit, *out.channel, now, this->wakes_.queue());
  in.link->release(*in.channel, now, this->wakes_.queue());
  if (in.absorb_out != nullptr) {
    --in.absorbed;
  }
  if ((kind & flit_kind::kTail) != 0) {
    this->finish_worm(index, in, now);
  } else if (in.channel->occupied()) {
    this->wakes_.wake(index, std::max(in.channel->front_time(), out.link->next_accept()));
  }
}

}  // namespace flitcast
