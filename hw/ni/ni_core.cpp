#include "hw/ni/ni_core.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "hw/bits.h"

namespace flitcast {

NiCore::NiCore(NodeId id, const NetworkConfig& config, const PacketPool& packets, NiClient& client,
               WakeQueue& wakes, std::uint32_t module)
    : alarms_(static_cast<std::size_t>((config.ports + kPortsPerAlarm - 1) / kPortsPerAlarm)),
      wakes_(wakes),
      packets_(packets),
      client_(client),
      id_(id),
      startup_(config.startup),
      send_(static_cast<std::size_t>(config.ports)),
      receive_(static_cast<std::size_t>(config.ports)) {
  if (config.ports > kMaxPorts) {
    throw std::invalid_argument("a network interface has at most " + std::to_string(kMaxPorts) +
                                " ports");
  }
  for (Alarm& alarm : alarms_) {
    wakes_.enlist(alarm, module);
  }
}

void NiCore::attach_injection(int port, Link& link) {
  SendPort& send = send_[static_cast<std::size_t>(port)];
  send.link = &link;
  send.wake = wake_cause(&alarms_[static_cast<std::size_t>(port / kPortsPerAlarm)],
                         kFirstSend + port % kPortsPerAlarm);
}

void NiCore::attach_ejection(int port, Link& link) {
  ReceivePort& receive = receive_[static_cast<std::size_t>(port)];
  Alarm& alarm = alarms_[static_cast<std::size_t>(port / kPortsPerAlarm)];
  receive.link = &link;
  receive.wake = wake_cause(&alarm, kFirstReceive + port % kPortsPerAlarm);
  link.attach_reader(&alarm, kFirstReceive + port % kPortsPerAlarm, flit_kind::kTail);
}

void NiCore::post(PacketHandle packet, Cycle now) {
  posted_.push_back({packet, now});
  wakes_.wake(wake_cause(alarms_.data(), kPosted), now + 1);
}

void NiCore::tick(Cycle now) {
  bool any = false;
  std::size_t first = 0;
  for (Alarm& alarm : alarms_) {
    if (const std::uint64_t due = alarm.take(now)) {
      serve_ports(first, due, now);
      any = true;
    }
    first += kPortsPerAlarm;
  }
  if (any) {
    start_messages(now);
  }
}

// The ports of one alarm, from `first` on, which is due for the causes `due`.
[[gnu::always_inline]] inline void NiCore::serve_ports(std::size_t first, std::uint64_t due,
                                                       Cycle now) {
  const std::uint64_t receive = due >> kFirstReceive;
  const std::uint64_t send = due >> kFirstSend & (bit(kPortsPerAlarm) - 1);
  for (std::uint64_t ports = receive | send; ports != 0; ports &= ports - 1) {
    const int place = lowest(ports);
    const std::size_t port = first + static_cast<std::size_t>(place);
    if ((receive >> place & 1U) != 0) {
      serve_receive(port, now);
    }
    if ((send >> place & 1U) != 0) {
      serve_send(port, now);
    }
  }
}

// ---- sending ----

// Gives posted messages to free ports, lowest port first. The flits go into the channel at once,
// dated to the end of the start-up.
void NiCore::start_messages(Cycle now) {
  for (std::size_t index = 0; index < send_.size(); ++index) {
    if (first_posted_ == posted_.size()) {
      posted_.clear();
      first_posted_ = 0;
      return;
    }
    const Post post = posted_[first_posted_];
    SendPort& port = send_[index];
    if (port.busy || post.at >= now) {
      continue;
    }
    ++first_posted_;
    port.busy = true;
    port.packet = post.packet;
    port.next = 0;
    port.total = packets_[post.packet].flits();
    port.issued = std::max(post.at, port.free_since);
    port.injected = port.issued + 1 + startup_;
    port.next_ready = port.injected + 1;
    if (probe_ != nullptr) {
      const auto number = static_cast<int>(index);
      probe_->send_changed(id_, number, SendState::kStartup, port.packet, port.issued);
      probe_->send_changed(id_, number, SendState::kSending, port.packet, port.injected);
    }
    fill(index, now);
  }
}

void NiCore::serve_send(std::size_t index, Cycle now) {
  SendPort& port = send_[index];
  if (port.next < port.total) {
    fill(index, now);
    return;
  }
  port.busy = false;  // the tail has left
  port.free_since = now;
  if (probe_ != nullptr) {
    probe_->send_changed(id_, static_cast<int>(index), SendState::kIdle, kNoPacket, now);
  }
  client_.sent(port.packet, port.issued, port.injected);
}

// Hands the router as many flits as the channel holds, each dated to one a cycle, and asks to be
// woken when half of them are gone or the tail has left.
void NiCore::fill(std::size_t index, Cycle now) {
  SendPort& port = send_[index];
  const Packet& packet = packets_[port.packet];
  VirtualChannel& channel = port.link->virtual_channel(0);
  channel.open();
  port.next_ready = std::max(port.next_ready, now + 1);
  while (port.next < packet.destination_count && channel.can_push(now)) {
    const bool more = port.next + 1 < packet.destination_count;
    const bool irc = packet.destination_count > 1;
    const int kind = (port.next == 0 ? flit_kind::kHead : 0) | (irc ? flit_kind::kAddress : 0) |
                     (more ? flit_kind::kMore : 0);
    inject(port, header_word(packet.destinations[port.next], port.total - port.next), kind, 0);
  }
  std::array<Word, kBatch> words;
  while (port.next < port.total && channel.can_push(now)) {
    const std::uint32_t first = port.next - packet.destination_count;
    const auto count = std::min(static_cast<std::uint32_t>(kBatch), packet.payload_flits - first);
    client_.read(port.packet, first, count, words.data());
    const std::uint32_t done = inject_words(port, first, words.data(), count, now);
    if (done < count) {
      break;
    }
  }
  const bool finished = port.next == port.total;
  const Cycle at = channel.await_pushed(finished ? 1 : kBatch + 1, port.wake);
  if (at != VirtualChannel::kOpen) {
    wakes_.wake(port.wake, at);
  }
}

// Payload words first … first + count − 1, as far as there is room. Returns how many went in.
std::uint32_t NiCore::inject_words(SendPort& port, std::uint32_t first, const Word* words,
                                   std::uint32_t count, Cycle now) {
  VirtualChannel& channel = port.link->virtual_channel(0);
  std::uint32_t done = 0;
  while (done < count && channel.can_push(now)) {
    const bool last = port.next + 1 == port.total;
    inject(port, words[done], last ? flit_kind::kBody | flit_kind::kTail : flit_kind::kBody,
           first + done);
    ++done;
    const std::uint32_t bodies = std::min(count - done, port.total - 1 - port.next);
    const Flit body{0, port.packet, first + done, flit_kind::kBody, 0};
    const std::uint32_t more =
        channel.append_bodies(body, words + done, bodies, port.next_ready, now);
    if (probe_ != nullptr && more > 0) {
      probe_->bodies_injected(id_, static_cast<int>(&port - send_.data()), body, more,
                              port.next_ready - 1);
    }
    done += more;
    port.next += more;
    port.next_ready += more;
  }
  return done;
}

void NiCore::inject(SendPort& port, Word word, int kind, std::uint32_t sequence) {
  const Flit flit{word, port.packet, sequence, static_cast<std::uint16_t>(kind), 0};
  if (probe_ != nullptr) {
    probe_->flit_injected(id_, static_cast<int>(&port - send_.data()), flit, port.next_ready - 1);
  }
  port.link->deliver(flit, port.link->virtual_channel(0), port.next_ready, wakes_);
  ++port.next_ready;
  ++port.next;
}

void NiCore::report_send_ports(Probe& probe, Cycle from) const {
  for (std::size_t index = 0; index < send_.size(); ++index) {
    const SendPort& port = send_[index];
    const auto number = static_cast<int>(index);
    if (!port.busy) {
      continue;
    }
    if (port.injected > from) {
      probe.send_changed(id_, number, SendState::kStartup, port.packet, port.issued);
    }
    probe.send_changed(id_, number, SendState::kSending, port.packet, port.injected);
    port.link->virtual_channel(0).visit_slots([&](const Flit& flit, Cycle time) {
      if (flit.kind != flit_kind::kNone && time > from) {
        probe.flit_injected(id_, number, flit, time - 1);
      }
    });
  }
}

// ---- receiving ----

// A flit left in the channel keeps the router from waking the NI for the next one: so the NI takes
// a message in batches, and all of it when its tail arrives. A channel in which nothing has moved
// for a batch's time is emptied.
void NiCore::serve_receive(std::size_t index, Cycle now) {
  ReceivePort& port = receive_[index];
  VirtualChannel& channel = port.link->virtual_channel(0);
  port.progress |= drain(port, 1, now);
  if (!channel.occupied() || port.look_at > now) {
    return;
  }
  if (port.look_at == now && !port.progress) {
    drain(port, 0, now);
    if (!channel.occupied()) {
      return;
    }
  }
  port.progress = false;
  port.look_at = std::max(now + kBatch, channel.front_time());
  wakes_.wake(port.wake, port.look_at);
}

// Takes flits while `keep` more of them are there, a tail always. Returns whether there were any.
bool NiCore::drain(ReceivePort& port, std::size_t keep, Cycle now) {
  VirtualChannel& channel = port.link->virtual_channel(0);
  std::array<Word, kChannelFlits> words;
  std::uint32_t count = 0;
  bool any = false;
  const auto flush = [&] {
    if (count > 0) {
      client_.write(port.packet, id_, port.next - count, count, words.data());
      count = 0;
    }
  };
  while (channel.ready_at(keep, now) ||
         (channel.ready(now) && (channel.front().kind & flit_kind::kTail) != 0)) {
    const Flit& flit = channel.front();
    const std::uint16_t kind = flit.kind;
    const Cycle in_memory = channel.front_time() + 1;
    any = true;
    if ((kind & flit_kind::kHead) != 0) {
      port.active = true;
      port.packet = flit.packet;
      port.next = 0;
      port.head_arrived = in_memory;
    } else {
      if (!port.active || flit.packet != port.packet || flit.sequence != port.next) {
        throw std::logic_error("node " + std::to_string(id_) + " received a flit out of order");
      }
      words[count++] = flit.word;
      ++port.next;
    }
    port.link->release(channel, now, wakes_);
    if ((kind & flit_kind::kTail) != 0) {
      flush();
      port.active = false;
      client_.received(port.packet, id_, port.head_arrived, in_memory);
      continue;
    }
    const std::uint32_t more = channel.take_bodies(port.packet, port.next, words.data() + count,
                                                   static_cast<std::uint32_t>(words.size()) - count,
                                                   now + port.link->delay(), now);
    count += more;
    port.next += more;
    if (count == words.size()) {
      flush();
    }
  }
  flush();
  return any;
}

}  // namespace flitcast
