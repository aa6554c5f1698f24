#include "hw/ni/answering_interface.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw/ni/interfaces.h"

namespace flitcast {

const InterfaceKind& answering_interface() {
  static const InterfaceKind kind{
      "answering",
      "has a port for each virtual channel of a link, takes requests as it answers those before, "
      "and leaves others in the network",
      [](const InterfaceSite& site) -> std::unique_ptr<InterfaceCore> {
        return std::make_unique<AnsweringInterface>(site);
      }};
  return kind;
}

AnsweringInterface::AnsweringInterface(const InterfaceSite& site)
    : config_(site.config),
      rates_(site.config.rates_of(site.node)),
      context_{site.packets, site.client,         site.wakes,
               site.node,    site.config.startup, site.config.flit_by_flit},
      send_pace_(rates_.send),
      receive_pace_(rates_.receive),
      total_pace_(rates_.total),
      senders_(static_cast<std::size_t>(site.config.pipeline.message_classes)),
      injections_(static_cast<std::size_t>(site.config.ports)),
      receivers_(static_cast<std::size_t>(site.config.ports)),
      last_receiver_(receivers_.size() - 1) {
  site.wakes.enlist(alarm_, site.module);
  for (std::size_t of_class = 0; of_class < senders_.size(); ++of_class) {
    Sender& sender = senders_[of_class];
    for (int port = 0; port < config_.ports; ++port) {
      if (config_.takes(port, static_cast<int>(of_class), 0)) {
        sender.ports.push_back(static_cast<std::size_t>(port));
      }
    }
    sender.last = sender.ports.size() - 1;
  }
}

LinkParameters AnsweringInterface::ejection_link(int port) const {
  const bool limited = is_limited(static_cast<std::size_t>(port));
  return {1, 1, limited ? rates_.requests : config_.buffer_flits, 1};
}

void AnsweringInterface::attach_injection(int port, Link& link) {
  link.virtual_channel(0).open();
  injections_[static_cast<std::size_t>(port)] = &link;
}

void AnsweringInterface::attach_ejection(int port, Link& link) {
  receivers_[static_cast<std::size_t>(port)].link = &link;
  link.virtual_channel(0).attach_reader({&alarm_, 1});
}

void AnsweringInterface::report_send_ports(Probe& probe, Cycle from) const {
  for (const Sender& sender : senders_) {
    if (sender.packet != kNoPacket && sender.next > 0) {
      const std::size_t port = sender.ports[sender.last];
      report_sending(probe, context_.node, static_cast<int>(port),
                     {sender.packet, sender.issued, sender.injected},
                     injections_[port]->virtual_channel(0), from);
    }
  }
}

void AnsweringInterface::post(PacketHandle packet, Cycle now) {
  if (context_.probe != nullptr) {
    context_.probe->posted(context_.node, packet, now);
  }
  const std::size_t of_class = context_.packets[packet].message_class;
  senders_[std::min(of_class, senders_.size() - 1)].posted.push_back({packet, now});
  last_command_ = std::max(last_command_, now + 1);
  wake(now + 1);
}

void AnsweringInterface::tick(Cycle now) {
  if (alarm_.take(now) == 0) {
    return;
  }
  for (Sender& sender : senders_) {
    begin(sender, now);
  }
  const bool took = receive(now);
  const bool sent = send(now);
  if (took || sent) {
    wake(now + 1);
  }
}

// ---- what it takes ----

bool AnsweringInterface::receive(Cycle now) {
  for (std::size_t i = 1; i <= receivers_.size(); ++i) {
    const std::size_t port = (last_receiver_ + i) % receivers_.size();
    Receiver& receiver = receivers_[port];
    VirtualChannel& channel = receiver.link->virtual_channel(0);
    if (!channel.is_open() || !channel.occupied()) {
      continue;
    }
    if (!channel.ready(now)) {
      wake(channel.front_time());
    } else if (may_take(receiver, port, now)) {
      last_receiver_ = port;
      take(receiver, port, now);
      return true;
    }
  }
  return false;
}

// The flit in front of `receiver`, which has come.
bool AnsweringInterface::may_take(const Receiver& receiver, std::size_t port, Cycle now) {
  const Flit& flit = receiver.link->virtual_channel(0).front();
  if (is_limited(port) && (flit.kind & flit_kind::kHead) != 0 && receiver.waits) {
    return false;  // it is looked at again when the answer begins
  }
  const bool own = context_.packets[flit.packet].source == context_.node;
  const Cycle from = std::max(receive_pace_.earliest(now), own ? now : total_from(now));
  if (from > now) {
    wake(from);
    return false;
  }
  return own || rates_.is_separate() || sent_last_ || !could_send(now);
}

void AnsweringInterface::take(Receiver& receiver, std::size_t port, Cycle now) {
  VirtualChannel& channel = receiver.link->virtual_channel(0);
  const Flit flit = channel.front();
  const NodeId source = context_.packets[flit.packet].source;
  receive_pace_.take(now);
  if (source != context_.node) {
    total_pace_.take(now);
    sent_last_ = false;
  }
  receiver.link->release(channel, now, context_.wakes);
  if ((flit.kind & flit_kind::kHead) != 0) {
    receiver.packet = flit.packet;
    receiver.next = 0;
    receiver.head_arrived = now + 1;
    if (is_limited(port)) {
      receiver.waits = true;
      unanswered_.push_back({source, port});
    }
  } else {
    if (flit.packet != receiver.packet || flit.sequence != receiver.next) {
      throw std::logic_error("node " + std::to_string(context_.node) +
                             " received a flit out of order");
    }
    context_.client.write(flit.packet, context_.node, receiver.next++, 1, &flit.word);
  }
  if ((flit.kind & flit_kind::kTail) != 0) {
    receiver.packet = kNoPacket;
    context_.client.received(flit.packet, context_.node, receiver.head_arrived, now + 1);
  }
}

// ---- what it sends ----

// The next message of the class, if none is under way.
void AnsweringInterface::begin(Sender& sender, Cycle now) {
  if (sender.packet != kNoPacket || sender.posted.empty()) {
    return;
  }
  const PostedPacket post = sender.posted.front();
  if (post.at >= now) {
    wake(post.at + 1);
    return;
  }
  sender.posted.pop_front();
  sender.packet = post.packet;
  sender.next = 0;
  sender.total = context_.packets[post.packet].flits();
  sender.issued = std::max(post.at, sender.free_since);
  if (&sender == &senders_.back()) {
    answer(context_.packets[post.packet].destinations[0], now);
  }
}

void AnsweringInterface::answer(NodeId destination, Cycle now) {
  const auto request =
      std::find_if(unanswered_.begin(), unanswered_.end(),
                   [&](const Request& each) { return each.source == destination; });
  if (request != unanswered_.end()) {
    receivers_[request->port].waits = false;
    unanswered_.erase(request);
    wake(now + 1);
  }
}

bool AnsweringInterface::send(Cycle now) {
  for (Sender& sender : senders_) {
    if (is_ready(sender, now)) {
      send_flit(sender, now);
      return true;
    }
  }
  return false;
}

bool AnsweringInterface::could_send(Cycle now) {
  return std::any_of(senders_.begin(), senders_.end(),
                     [&](Sender& sender) { return is_ready(sender, now); });
}

// Its next flit may enter its channel; else it is woken when it might.
bool AnsweringInterface::is_ready(Sender& sender, Cycle now) {
  if (sender.packet == kNoPacket) {
    return false;
  }
  const Cycle begun = sender.next == 0 ? sender.issued + 1 + context_.startup : now;
  const Cycle from = std::max({begun, send_pace_.earliest(now), total_from(now)});
  if (from > now) {
    wake(from);
    return false;
  }
  if (sender.next == 0) {
    return choose_port(sender, now);
  }
  VirtualChannel& channel = injection(sender.ports[sender.last]);
  if (!channel.can_push(now)) {
    await_credit(channel, now);
    return false;
  }
  return true;
}

// The next port in turn with a credit is the one before which `last` is set.
bool AnsweringInterface::choose_port(Sender& sender, Cycle now) {
  for (std::size_t i = 1; i <= sender.ports.size(); ++i) {
    if (injection(sender.ports[(sender.last + i) % sender.ports.size()]).can_push(now)) {
      sender.last = (sender.last + i - 1) % sender.ports.size();
      return true;
    }
  }
  for (const std::size_t port : sender.ports) {
    await_credit(injection(port), now);
  }
  return false;
}

void AnsweringInterface::send_flit(Sender& sender, Cycle now) {
  const Packet& packet = context_.packets[sender.packet];
  if (sender.next == 0) {
    sender.last = (sender.last + 1) % sender.ports.size();
    sender.injected = now;
    last_command_ = std::max(last_command_, now + 1);
  }
  const std::size_t port = sender.ports[sender.last];
  const int tail = sender.next + 1 == sender.total ? flit_kind::kTail : 0;
  Flit flit{0, sender.packet, 0, static_cast<std::uint16_t>(flit_kind::kHead | tail), 0};
  if (sender.next == 0) {
    tell(port, SendState::kStartup, sender.packet, sender.issued);
    tell(port, SendState::kSending, sender.packet, now);
    flit.word = header_word(packet.destinations[0], sender.total);
  } else {
    flit.sequence = sender.next - 1;
    flit.kind = static_cast<std::uint16_t>(flit_kind::kBody | tail);
    context_.client.read(sender.packet, flit.sequence, 1, &flit.word);
  }
  if (context_.probe != nullptr) {
    context_.probe->flit_injected(context_.node, static_cast<int>(port), flit, now);
  }
  Link& link = *injections_[port];
  link.deliver(flit, injection(port), now + link.delay(), context_.wakes);
  send_pace_.take(now);
  total_pace_.take(now);
  sent_last_ = true;
  ++sender.next;
  if (tail != 0) {
    const PacketHandle sent = sender.packet;
    sender.packet = kNoPacket;
    sender.free_since = now;
    tell(port, SendState::kIdle, kNoPacket, now);
    context_.client.sent(sent, sender.issued, sender.injected);
  }
}

void AnsweringInterface::await_credit(VirtualChannel& channel, Cycle now) {
  Cycle room = channel.room_from(now);
  if (room == VirtualChannel::kOpen) {
    room = channel.await_room(1, {&alarm_, 1});
  }
  if (room != VirtualChannel::kOpen) {
    wake(std::max(room, now + 1));
  }
}

void AnsweringInterface::tell(std::size_t port, SendState state, PacketHandle packet,
                              Cycle at) const {
  if (context_.probe != nullptr) {
    context_.probe->send_changed(context_.node, static_cast<int>(port), state, packet, at);
  }
}

// Requests that are not let in wait for the reply that is being sent.
std::vector<HeldUp> AnsweringInterface::held_up() const {
  std::vector<HeldUp> all;
  const PacketHandle reply = senders_.back().packet;
  for (const Receiver& receiver : receivers_) {
    VirtualChannel& channel = receiver.link->virtual_channel(0);
    if (reply != kNoPacket && receiver.waits && channel.is_open() && channel.occupied()) {
      all.push_back({channel.front().packet, reply, HeldUp::Why::kSendPort});
    }
  }
  return all;
}

}  // namespace flitcast
