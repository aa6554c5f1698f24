#include "hw/ni/ni_core.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "hw/bits.h"
#include "hw/ni/interfaces.h"

namespace flitcast {

const InterfaceKind& plain_interface() {
  static const InterfaceKind kind{"plain",
                                  "sends the messages of its node, and has room for all that comes",
                                  [](const InterfaceSite& site) -> std::unique_ptr<InterfaceCore> {
                                    return std::make_unique<NiCore>(site);
                                  }};
  return kind;
}

NiCore::NiCore(const InterfaceSite& site)
    : context_{site.packets, site.client,         site.wakes,
               site.node,    site.config.startup, site.config.flit_by_flit},
      injection_(injection_parameters(site.config)),
      ejection_(channel_parameters()),
      alarms_(static_cast<std::size_t>((site.config.ports + kPortsPerAlarm - 1) / kPortsPerAlarm)) {
  const NetworkConfig& config = site.config;
  if (config.ports > kMaxPorts) {
    throw std::invalid_argument("a network interface has at most " + std::to_string(kMaxPorts) +
                                " ports");
  }
  for (Alarm& alarm : alarms_) {
    site.wakes.enlist(alarm, site.module);
  }
  const InterfaceRates rates = config.rates_of(site.node);
  if (!rates.receive.is_whole()) {
    receive_pace_ = std::make_unique<FlitPace>(rates.receive);
    ejection_.buffer_flits = config.buffer_flits;
  }
  if (config.pipeline.injects_serially()) {
    serial_ =
        std::make_unique<SerialSender>(context_, rates.send, wake_cause(alarms_.data(), kPosted));
  } else {
    send_.reserve(static_cast<std::size_t>(config.ports));
  }
  receive_.reserve(static_cast<std::size_t>(config.ports));
  for (int port = 0; port < config.ports; ++port) {
    if (serial_ == nullptr) {
      send_.emplace_back(context_, port);
    }
    receive_.emplace_back(context_, receive_pace_.get());
  }
}

void NiCore::attach_injection(int port, Link& link) {
  if (serial_ != nullptr) {
    serial_->attach(link);
    return;
  }
  send_[static_cast<std::size_t>(port)].attach(link, alarm_of(port),
                                               kFirstSend + port % kPortsPerAlarm);
}

void NiCore::attach_ejection(int port, Link& link) {
  receive_[static_cast<std::size_t>(port)].attach(link, alarm_of(port),
                                                  kFirstReceive + port % kPortsPerAlarm);
}

void NiCore::attach_probe(Probe* probe) {
  context_.probe = probe;
  for (SendPort& port : send_) {
    port.allow_worms();
  }
  for (ReceivePort& port : receive_) {
    port.allow_worms();
  }
}

void NiCore::report_send_ports(Probe& probe, Cycle from) const {
  if (serial_ != nullptr) {
    serial_->report(probe, from);
  }
  for (const SendPort& port : send_) {
    port.report(probe, from);
  }
}

// A message has been posted.
[[gnu::always_inline]] inline void NiCore::expect(PacketHandle packet, Cycle now) {
  if (context_.probe != nullptr) {
    context_.probe->posted(context_.node, packet, now);
  }
  last_command_ = std::max(last_command_, now + 1);
  context_.wakes.wake(wake_cause(alarms_.data(), kPosted), now + 1);
}

void NiCore::post(PacketHandle packet, Cycle now) {
  posted_.insert(packet, now, context_.packets);
  expect(packet, now);
}

void NiCore::post_last(PacketHandle packet, Cycle now) {
  posted_.append(packet, now);
  expect(packet, now);
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
    if (serial_ != nullptr) {
      send_in_turn(now);
    } else if (!posted_.empty()) {
      start_messages(now);
    }
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
      receive_[port].serve(now);
    }
    if ((send >> place & 1U) != 0) {
      send_[port].serve(now);
    }
  }
}

// Gives posted messages to free ports, lowest port first.
void NiCore::start_messages(Cycle now) {
  for (SendPort& port : send_) {
    if (port.busy()) {
      continue;
    }
    const PostedPacket* const next = posted_.next(now);
    if (next == nullptr) {
      return;
    }
    const PostedPacket post = posted_.take(next);
    last_command_ = std::max(last_command_, port.start(post.packet, post.at, now));
  }
}

// Goes on with the message under way, then with the next one.
void NiCore::send_in_turn(Cycle now) {
  serial_->serve(now);
  while (!serial_->busy()) {
    const PostedPacket* const next = posted_.next(now);
    if (next == nullptr) {
      break;
    }
    const PostedPacket post = posted_.take(next);
    serial_->start(post.packet, post.at, now);
  }
  last_command_ = std::max(last_command_, serial_->last_header());
}

}  // namespace flitcast
