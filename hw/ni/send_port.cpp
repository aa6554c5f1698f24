#include "hw/ni/send_port.h"

#include <algorithm>
#include <array>

#include "hw/fast/bulk_moves.h"
#include "hw/ni/sending.h"

namespace flitcast {

void SendPort::attach(Link& link, Alarm& alarm, int cause) {
  link_ = &link;
  wake_ = wake_cause(&alarm, cause);
  allow_worms();
}

void SendPort::allow_worms() {
  if (link_ != nullptr) {
    link_->fast().source = context_.probe == nullptr ? this : nullptr;
  }
}

// The flits go into the channel at once, dated to the end of the start-up.
Cycle SendPort::start(PacketHandle packet, Cycle posted, Cycle now) {
  busy_ = true;
  packet_ = packet;
  next_ = 0;
  total_ = context_.packets[packet].flits();
  issued_ = std::max(posted, free_since_);
  injected_ = issued_ + 1 + context_.startup;
  next_ready_ = injected_ + 1;
  if (Probe* const probe = context_.probe) {
    probe->send_changed(context_.node, number_, SendState::kStartup, packet_, issued_);
    probe->send_changed(context_.node, number_, SendState::kSending, packet_, injected_);
  }
  fill(now);
  return injected_ + 1;
}

void SendPort::serve(Cycle now) {
  const Cycle at = awaited();
  if (at == VirtualChannel::kOpen) {
    return;
  }
  if (at > now) {
    context_.wakes.wake(wake_, at);
    return;
  }
  if (next_ < total_) {
    fill(now);
    return;
  }
  busy_ = false;  // the tail has left
  free_since_ = now;
  if (context_.probe != nullptr) {
    context_.probe->send_changed(context_.node, number_, SendState::kIdle, kNoPacket, now);
  }
  context_.client.sent(packet_, issued_, injected_);
}

// Hands the router as many flits as the channel holds, each dated to one a cycle, and asks to be
// woken when half of them are gone or the tail has left.
void SendPort::fill(Cycle now) {
  const Packet& packet = context_.packets[packet_];
  VirtualChannel& channel = link_->virtual_channel(0);
  channel.open();
  next_ready_ = std::max(next_ready_, now + 1);
  while (next_ < packet.destination_count && channel.can_push(now)) {
    const bool more = next_ + 1 < packet.destination_count;
    const bool irc = packet.destination_count > 1;
    const bool last = next_ + 1 == total_;  // a message without payload
    const int kind = (next_ == 0 ? flit_kind::kHead : 0) | (irc ? flit_kind::kAddress : 0) |
                     (more ? flit_kind::kMore : 0) | (last ? flit_kind::kTail : 0);
    inject(header_word(packet.destinations[next_], total_ - next_), kind, 0);
  }
  std::array<Word, kNiBatch> words;
  while (next_ < total_ && channel.can_push(now)) {
    const std::uint32_t first = next_ - packet.destination_count;
    const auto count = std::min(static_cast<std::uint32_t>(kNiBatch), packet.payload_flits - first);
    context_.client.read(packet_, first, count, words.data());
    const std::uint32_t done = inject_words(first, words.data(), count, now);
    if (done < count) {
      break;
    }
  }
  const Cycle at = awaited();
  if (at != VirtualChannel::kOpen) {
    context_.wakes.wake(wake_, at);
  }
}

// When half of what was handed over is gone, or the tail has left; kOpen as long as that is not
// known: the port is woken then.
Cycle SendPort::awaited() const {
  const bool finished = next_ == total_;
  return link_->virtual_channel(0).await_pushed(finished ? 1 : kNiBatch + 1, wake_);
}

// Payload words first … first + count − 1, as far as there is room. Returns how many went in.
std::uint32_t SendPort::inject_words(std::uint32_t first, const Word* words, std::uint32_t count,
                                     Cycle now) {
  VirtualChannel& channel = link_->virtual_channel(0);
  std::uint32_t done = 0;
  while (done < count && channel.can_push(now)) {
    const bool last = next_ + 1 == total_;
    inject(words[done], last ? flit_kind::kBody | flit_kind::kTail : flit_kind::kBody,
           first + done);
    ++done;
    const std::uint32_t bodies =
        context_.flit_by_flit ? 0 : std::min(count - done, total_ - 1 - next_);
    const Flit body{0, packet_, first + done, flit_kind::kBody, 0};
    const std::uint32_t more = append_bodies(channel, body, words + done, bodies, next_ready_, now);
    if (context_.probe != nullptr && more > 0) {
      context_.probe->bodies_injected(context_.node, number_, body, more, next_ready_ - 1);
    }
    done += more;
    next_ += more;
    next_ready_ += more;
  }
  return done;
}

void SendPort::inject(Word word, int kind, std::uint32_t sequence) {
  const Flit flit{word, packet_, sequence, static_cast<std::uint16_t>(kind), 0};
  if (context_.probe != nullptr) {
    context_.probe->flit_injected(context_.node, number_, flit, next_ready_ - 1);
  }
  link_->deliver(flit, link_->virtual_channel(0), next_ready_, context_.wakes);
  ++next_ready_;
  ++next_;
}

void SendPort::report(Probe& probe, Cycle from) const {
  if (busy_) {
    report_sending(probe, context_.node, number_, {packet_, issued_, injected_},
                   link_->virtual_channel(0), from);
  }
}

// ---- worms that pass as a whole ----

// As often as it would have been woken by now to hand over more.
void SendPort::follow_up() {
  while (next_ < total_) {
    const Cycle at = awaited();
    if (at > context_.wakes.now()) {
      return;
    }
    fill(at);
  }
}

void SendPort::read_words(std::uint32_t first, std::uint32_t count, Word* out) {
  context_.client.read(packet_, first, count, out);
}

void SendPort::rest_taken(Cycle left) {
  next_ = total_;
  context_.wakes.wake(wake_, left);
}

}  // namespace flitcast
