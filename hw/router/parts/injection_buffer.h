#pragma once

#include <algorithm>

#include "hw/link/link.h"

namespace flitcast {

/// The input buffer of a local port: takes in what comes by the injection channel, so that the
/// network interface can go on with the next message when the last flit of one has left it, not
/// only when that has left the router's buffer.
class InjectionBuffer {
 public:
  /// `capacity` in flits. `woken`: the module that calls take_in() and reads the buffer.
  void attach(Link& link, Cycle capacity, const WakeCause& woken) {
    link_ = &link;
    woken_ = woken;
    buffer_.set_capacity(capacity);
    buffer_.attach_reader(woken);
    buffer_.open();
  }

  /// A slot may be written again when a flit can be here that the interface sends on its credit.
  VirtualChannel& buffer() { return buffer_; }

  /// Takes in the flits that the interface has handed over, with the dates at which they come. A
  /// slot is free for the interface in the cycle before its flit is here: then the flit is on the
  /// channel.
  void take_in(Cycle now, WakeQueue& wakes) {
    VirtualChannel& channel = link_->virtual_channel(0);
    while (channel.occupied()) {
      if (channel.front_time() > now && !came_with_header(channel)) {
        wakes.wake(woken_, channel.front_time());
        return;
      }
      const Cycle room = buffer_.room_from(now);
      if (room == VirtualChannel::kOpen) {
        buffer_.await_room(1, woken_);
        return;
      }
      const Cycle ready = std::max(channel.front_time(), room);
      if (buffer_.push(channel.front(), ready) && ready > now) {
        buffer_.wake_reader(ready, wakes);
      }
      const Cycle left = std::max(ready - link_->delay(), now + 1);
      if (channel.pop(left)) {
        channel.wake_writer(left, wakes);
      }
    }
  }

 private:
  // The interface hands over a message at once, as far as the channel takes it, in the cycle before
  // its header is here. What it hands over later may come before or after this is called in the
  // same cycle: it is taken in when it is here.
  static bool came_with_header(const VirtualChannel& channel) {
    const Flit& flit = channel.peek(0);
    return (flit.kind & flit_kind::kHead) == 0 && flit.sequence + 1 < channel.capacity();
  }

  Link* link_ = nullptr;
  VirtualChannel buffer_;
  WakeCause woken_;
};

}  // namespace flitcast
