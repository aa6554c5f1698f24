#pragma once

#include <cstdint>

#include "hw/link/link.h"
#include "hw/ni/port_context.h"

namespace flitcast {

/// A receive port of a network interface that may leave a message in its channel: takes a flit a
/// cycle, and a header only when it is let in.
class GatedPort {
 public:
  /// `context` must outlive it.
  explicit GatedPort(const PortContext& context) : context_(context) {}

  /// Before its first message. serve() is to be called whenever `wake` is due.
  void attach(Link& link, const WakeCause& wake);

  /// The message that it is taking out of its channel, kNoPacket between messages.
  PacketHandle receiving() const { return packet_; }
  /// The message whose header is not let in, else kNoPacket.
  PacketHandle refused() const { return refused_; }
  /// Once a cycle: takes the flit that has come; let_in(packet) says whether a header is.
  template <typename LetIn>
  void serve(Cycle now, LetIn&& let_in) {
    VirtualChannel& channel = link_->virtual_channel(0);
    if (!channel.is_open()) {
      return;
    }
    if (channel.ready(now)) {
      const Flit& flit = channel.front();
      refused_ =
          (flit.kind & flit_kind::kHead) != 0 && !let_in(flit.packet) ? flit.packet : kNoPacket;
      if (refused_ == kNoPacket) {
        take(now);
      }
    }
    if (refused_ == kNoPacket && channel.occupied()) {
      context_.wakes.wake(wake_, std::max(now + 1, channel.front_time()));
    }
  }

 private:
  void take(Cycle now);

  const PortContext& context_;
  Link* link_ = nullptr;
  WakeCause wake_;
  PacketHandle packet_ = kNoPacket;
  PacketHandle refused_ = kNoPacket;
  std::uint32_t next_ = 0;  // payload word expected
  Cycle head_arrived_ = 0;
};

}  // namespace flitcast
