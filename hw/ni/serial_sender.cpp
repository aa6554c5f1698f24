#include "hw/ni/serial_sender.h"

#include <algorithm>
#include <array>

#include "hw/ni/sending.h"

namespace flitcast {

void SerialSender::attach(Link& link) {
  link.virtual_channel(0).open();
  links_.push_back(&link);
  lane_ = links_.size() - 1;  // so that the first is the next
}

void SerialSender::start(PacketHandle packet, Cycle posted, Cycle now) {
  busy_ = true;
  chosen_ = false;
  packet_ = packet;
  next_ = 0;
  total_ = context_.packets[packet].flits();
  issued_ = std::max(posted, free_since_);
  if (issued_ < now) {
    serve(now);
  } else {
    context_.wakes.wake(wake_, issued_ + 1);
  }
}

void SerialSender::serve(Cycle now) {
  if (!busy_ || now <= issued_ || (!chosen_ && !choose(now))) {
    return;
  }
  if (next_ < total_) {
    send(now);
  }
  if (next_ < total_) {
    return;
  }
  const Cycle left = entered_;
  if (left <= now) {
    finish(left);
  } else {
    context_.wakes.wake(wake_, left);
  }
}

// Without a credit anywhere it is woken when there is one.
bool SerialSender::choose(Cycle now) {
  for (std::size_t i = 1; i <= links_.size(); ++i) {
    const std::size_t lane = (lane_ + i) % links_.size();
    if (links_[lane]->virtual_channel(0).can_push(now)) {
      lane_ = lane;
      chosen_ = true;
      injected_ = enters_ = pace_.earliest(now + context_.startup);
      last_header_ = injected_ + links_[lane]->delay();
      tell(SendState::kStartup, packet_, issued_);
      tell(SendState::kSending, packet_, injected_);
      return true;
    }
  }
  for (Link* const link : links_) {
    await_credit(link->virtual_channel(0), now);
  }
  return false;
}

// Hands over the flits for which there are credits, dated to one a cycle.
void SerialSender::send(Cycle now) {
  const Packet& packet = context_.packets[packet_];
  if (next_ == 0) {
    const int tail = total_ == 1 ? flit_kind::kTail : 0;
    inject(header_word(packet.destinations[0], total_), flit_kind::kHead | tail, 0, now);
  }
  std::array<Word, kNiBatch> words;
  while (next_ < total_) {
    if (!channel().can_push(now)) {
      await_credit(channel(), now);
      return;
    }
    const std::size_t count = std::min(words.size(), std::size_t{total_ - next_});
    context_.client.read(packet_, next_ - 1, static_cast<std::uint32_t>(count), words.data());
    for (std::size_t i = 0; i < count && channel().can_push(now); ++i) {
      const int tail = next_ + 1 == total_ ? flit_kind::kTail : 0;
      inject(words[i], flit_kind::kBody | tail, next_ - 1, now);
    }
  }
}

void SerialSender::await_credit(VirtualChannel& lane, Cycle now) const {
  Cycle room = lane.room_from(now);
  if (room == VirtualChannel::kOpen) {
    room = lane.await_room(1, wake_);
  }
  if (room != VirtualChannel::kOpen) {
    context_.wakes.wake(wake_, room);
  }
}

void SerialSender::inject(Word word, int kind, std::uint32_t sequence, Cycle now) {
  Link& link = *links_[lane_];
  const Flit flit{word, packet_, sequence, static_cast<std::uint16_t>(kind), 0};
  const Cycle enters = std::max(enters_, now);
  if (context_.probe != nullptr) {
    context_.probe->flit_injected(context_.node, static_cast<int>(lane_), flit, enters);
  }
  link.deliver(flit, channel(), enters + link.delay(), context_.wakes);
  entered_ = enters;
  enters_ = enters + 1;
  if (is_paced_) {
    pace_.take(enters);
    enters_ = pace_.earliest(enters_);
  }
  ++next_;
}

void SerialSender::finish(Cycle left) {
  busy_ = false;
  free_since_ = left;
  tell(SendState::kIdle, kNoPacket, left);
  context_.client.sent(packet_, issued_, injected_);
}

void SerialSender::tell(SendState state, PacketHandle packet, Cycle at) const {
  if (context_.probe != nullptr) {
    context_.probe->send_changed(context_.node, static_cast<int>(lane_), state, packet, at);
  }
}

void SerialSender::report(Probe& probe, Cycle from) const {
  if (busy_ && chosen_) {
    report_sending(probe, context_.node, static_cast<int>(lane_), {packet_, issued_, injected_},
                   channel(), from);
  }
}

}  // namespace flitcast
