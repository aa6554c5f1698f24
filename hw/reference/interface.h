#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

#include "hw/reference/channel.h"

namespace flitcast::reference {

/// The network interface of a node. A message posted at S is taken after S, in order, as soon as a
/// port is free, by the lowest one. It is issued at S, or when that port became free if that was
/// later: the tail's credit came back. It is injected 1 + startup later, a flit a cycle. The
/// interface puts a flit into memory in one cycle, and has room for ever.
class Interface {
 public:
  Interface(NodeId node, Cycle startup) : node_(node), startup_(startup) {}

  void attach(Channel& injection, Channel& ejection) {
    senders_.push_back({&injection});
    receivers_.push_back({&ejection});
  }
  void post(Message& message) { posted_.push_back(&message); }

  void read(Clock& clock) {
    for (Receiver& receiver : receivers_) {
      receiver.channel->lanes[0].flits.read(
          clock, [&](const Flit& flit) { receive(receiver, flit, clock); });
    }
    for (Sender& sender : senders_) {
      sender.channel->lanes[0].credits_back.read(clock,
                                                 [&](Cycle flits) { sender.taken += flits; });
      if (sender.message != nullptr && sender.taken > sender.message->last()) {
        sender.message->times.issued = sender.issued;
        sender.message->times.injected = sender.issued + 1 + startup_;
        sender.message = nullptr;
        sender.free_since = clock.now();
      }
    }
  }

  void send(Clock& clock) {
    for (Sender& sender : senders_) {
      if (sender.message == nullptr && !posted_.empty()) {
        take(sender, clock);
      }
      if (sender.message == nullptr || sender.sent > sender.message->last()) {
        continue;
      }
      const Cycle injected = sender.issued + 1 + startup_;
      clock.expect(injected);
      if (clock.now() >= injected) {
        sender.channel->accept(sender.channel->lanes[0], {sender.message, sender.sent++},
                               clock.now());
        clock.changed();
      }
    }
  }

 private:
  struct Sender {
    Channel* channel;
    Message* message = nullptr;
    Cycle issued = 0;
    Cycle sent = 0;   // flits
    Cycle taken = 0;  // by the router
    Cycle free_since = 0;
  };
  struct Receiver {
    Channel* channel;
    Cycle head = 0;
  };

  void take(Sender& sender, Clock& clock) {
    Message* const message = posted_.front();
    clock.expect(message->posted.post_at + 1);
    if (message->posted.post_at >= clock.now()) {
      return;
    }
    posted_.pop_front();
    sender.message = message;
    sender.issued = std::max(message->posted.post_at, sender.free_since);
    sender.sent = sender.taken = 0;
    clock.changed();
  }
  void receive(Receiver& receiver, const Flit& flit, const Clock& clock) {
    const Cycle in_memory = clock.now() + 1;
    if (flit.is_address()) {
      receiver.head = in_memory;
    }
    if (flit.is_tail()) {
      flit.message->times.head[node_] = receiver.head;
      flit.message->times.tail[node_] = in_memory;
    }
  }

  NodeId node_;
  Cycle startup_;
  std::vector<Sender> senders_;
  std::vector<Receiver> receivers_;
  std::deque<Message*> posted_;
};

}  // namespace flitcast::reference
