#include "hw/ni/memory_interface.h"

#include <algorithm>

#include "hw/ni/interfaces.h"

namespace flitcast {

const InterfaceKind& memory_interface() {
  static const InterfaceKind kind{
      "memory", "a memory that answers the requests of [load], see the section [memory]",
      [](const InterfaceSite& site) -> std::unique_ptr<InterfaceCore> {
        return std::make_unique<MemoryInterface>(site);
      }};
  return kind;
}

MemoryInterface::MemoryInterface(const InterfaceSite& site)
    : client_(site.client),
      context_{site.packets,        *this,
               site.wakes,          site.node,
               site.config.startup, site.config.flit_by_flit},
      config_(site.config),
      memory_(site.config.memory.value()),
      may_issue_(site.config.memory->outstanding) {
  site.wakes.enlist(alarm_, site.module);
  for (int port = 0; port < site.config.ports; ++port) {
    send_.emplace_back(context_, port);
    receive_.emplace_back(context_);
  }
  sending_.assign(send_.size(), kNoPacket);
}

void MemoryInterface::attach_injection(int port, Link& link) {
  send_[static_cast<std::size_t>(port)].attach(link, alarm_, 0);
}

void MemoryInterface::attach_ejection(int port, Link& link) {
  receive_[static_cast<std::size_t>(port)].attach(link, {&alarm_, 1});
}

void MemoryInterface::attach_probe(Probe* probe) {
  context_.probe = probe;
  for (SendPort& port : send_) {
    port.allow_worms();
  }
}

void MemoryInterface::report_send_ports(Probe& probe, Cycle from) const {
  for (const SendPort& port : send_) {
    port.report(probe, from);
  }
}

void MemoryInterface::post(PacketHandle packet, Cycle now) {
  if (is_reply(packet)) {
    memory_.ask(packet, now);
  } else {
    posted_[0].push_back({packet, now});
  }
  last_command_ = std::max(last_command_, now + 1);
  wake(now + 1);
}

void MemoryInterface::tick(Cycle now) {
  if (alarm_.take(now) == 0) {
    return;
  }
  serve_memory(now - 1);
  for (std::size_t port = 0; port < send_.size(); ++port) {
    if (send_[port].busy()) {
      send_[port].serve(now);
      sending_[port] = send_[port].busy() ? sending_[port] : kNoPacket;
    }
  }
  for (GatedPort& port : receive_) {
    port.serve(now, [&](PacketHandle packet) { return is_reply(packet) || memory_.admit(); });
  }
  start_messages(now);
}

// What the memory did at `at`, the cycle before this one: all that counted there is known now.
void MemoryInterface::serve_memory(Cycle at) {
  memory_.serve(
      at,
      [&](PacketHandle reply) {
        posted_[1].push_back({reply, at});
      },
      [&](PacketHandle reply, Cycle until) {
        replies_.push_back(reply);
        last_command_ = std::max(last_command_, until);
        wake(until + 1);
      });
}

// Gives messages to free ports, lowest port first.
void MemoryInterface::start_messages(Cycle now) {
  count_free_requests(now);
  for (std::size_t port = 0; port < send_.size(); ++port) {
    std::deque<PostedPacket>* const queue = send_[port].busy() ? nullptr : next_for(port, now);
    if (queue == nullptr) {
      continue;
    }
    const bool request = queue == posted_.data();
    const PostedPacket post = queue->front();
    queue->pop_front();
    may_issue_ -= request ? 1 : 0;
    sending_[port] = post.packet;
    const Cycle from = request ? std::max(post.at, issue_from_) : post.at;
    last_command_ = std::max(last_command_, send_[port].start(post.packet, from, now));
  }
}

// The queue whose first message a free port takes; null when there is none.
std::deque<PostedPacket>* MemoryInterface::next_for(std::size_t port, Cycle now) {
  for (const std::size_t kind : {std::size_t{1}, std::size_t{0}}) {
    std::deque<PostedPacket>& queue = posted_[kind];
    const bool of_port = config_.takes(static_cast<int>(port), static_cast<int>(kind));
    if (of_port && !queue.empty() && queue.front().at < now && (kind == 1 || may_issue_ > 0)) {
      return &queue;
    }
  }
  return nullptr;
}

void MemoryInterface::count_free_requests(Cycle now) {
  for (; !retired_.empty() && retired_.front() < now; retired_.pop_front()) {
    issue_from_ = retired_.front();
    ++may_issue_;
  }
}

void MemoryInterface::sent(PacketHandle packet, Cycle issued, Cycle injected) {
  if (is_reply(packet)) {
    memory_.leave();
    replies_.erase(std::find(replies_.begin(), replies_.end(), packet));
    wake(context_.wakes.now() + 1);
  }
  client_.sent(packet, issued, injected);
}

void MemoryInterface::received(PacketHandle packet, NodeId at, Cycle head_arrived,
                               Cycle tail_arrived) {
  if (is_reply(packet)) {
    retired_.push_back(tail_arrived);
    wake(tail_arrived + 1);
  }
  client_.received(packet, at, head_arrived, tail_arrived);
}

std::vector<HeldUp> MemoryInterface::held_up() const {
  std::vector<HeldUp> all;
  for (const GatedPort& port : receive_) {
    if (port.refused() != kNoPacket && !replies_.empty()) {
      all.push_back({port.refused(), replies_.front(), HeldUp::Why::kMemory});
    }
  }
  if (!posted_[1].empty()) {
    for (std::size_t port = 0; port < send_.size(); ++port) {
      if (sending_[port] != kNoPacket && config_.takes(static_cast<int>(port), 1)) {
        all.push_back({posted_[1].front().packet, sending_[port], HeldUp::Why::kSendPort});
        break;
      }
    }
  }
  return all;
}

}  // namespace flitcast
