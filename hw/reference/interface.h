#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

#include "hw/reference/any_interface.h"
#include "hw/reference/rhythm.h"

namespace flitcast::reference {

/// The network interface of a node. A message posted at S is taken after S, in order, as soon as a
/// port is free, by the lowest one. It is issued at S, or when that port became free if that was
/// later: the tail's credit came back. It is injected 1 + startup later, a flit a cycle. The
/// interface puts a flit into memory in one cycle, and has room for ever.
///
/// One that sends serially has one message at a time, on the next port in turn that has a credit in
/// the cycle after its issue or later; startup later it goes on, a flit a cycle, each with a
/// credit. The next message is issued, at the earliest, when the tail enters its channel.
///
/// Below a flit a cycle flits are sent at a Rhythm; and taken at one, all ports together, in the
/// order in which they come: then they are in memory a cycle later, and their credits go back.
class Interface final : public AnyInterface {
 public:
  Interface(NodeId node, const NetworkConfig& config)
      : node_(node),
        startup_(config.startup),
        takes_all_(config.rates_of(node).receive.is_whole()),
        sends_at_(config.rates_of(node).send),
        takes_at_(config.rates_of(node).receive),
        serial_(config.pipeline.injects_serially()) {}

  void attach(Channel& injection, Channel& ejection) override {
    senders_.push_back({&injection});
    last_ = senders_.size() - 1;
    receivers_.push_back({&ejection});
  }
  void post(Message& message) override { posted_.push_back(&message); }

  void read(Clock& clock) override {
    note_arrivals(clock);
    for (Receiver& receiver : receivers_) {
      receiver.channel->lanes[0].flits.read(
          clock, [&](const Flit& flit) { receive(receiver, flit, clock); });
    }
    for (Sender& sender : senders_) {
      sender.channel->lanes[0].credits_back.read(clock, [&](Cycle flits) {
        sender.taken += flits;
        sender.channel->lanes[0].credits += flits;
      });
      if (!serial_ && sender.message != nullptr && sender.taken > sender.message->last()) {
        sender.message->times.issued = sender.issued;
        sender.message->times.injected = sender.issued + 1 + startup_;
        sender.message = nullptr;
        sender.free_since = clock.now();
      }
    }
  }

  void send(Clock& clock) override {
    if (serial_) {
      send_serially(clock);
      return;
    }
    for (Sender& sender : senders_) {
      if (sender.message == nullptr && !posted_.empty()) {
        take(sender, clock);
      }
      if (sender.message == nullptr || sender.sent > sender.message->last()) {
        continue;
      }
      const Cycle injected = sender.issued + 1 + startup_;
      clock.expect(injected);
      Lane& lane = sender.channel->lanes[0];
      if (clock.now() >= injected && lane.credits > 0) {
        sender.channel->accept(lane, {sender.message, sender.sent++}, clock.now());
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
  struct Arrival {
    Message* message;
    Cycle head;
    Cycle tail;
  };

  void take(Sender& sender, Clock& clock) {
    sender.message = taken(sender.free_since, clock);
    sender.issued = issued_;
    sender.sent = sender.taken = 0;
  }
  // The next message, if it is there; it is issued then, or at `free_since` if that was later.
  Message* taken(Cycle free_since, Clock& clock) {
    if (posted_.empty()) {
      return nullptr;
    }
    Message* const message = posted_.front();
    clock.expect(message->posted.post_at + 1);
    if (message->posted.post_at >= clock.now()) {
      return nullptr;
    }
    posted_.pop_front();
    issued_ = std::max(message->posted.post_at, free_since);
    clock.changed();
    return message;
  }

  void send_serially(Clock& clock) {
    if (under_way_ == nullptr) {
      under_way_ = taken(free_since_, clock);
      sender_ = nullptr;
    }
    if (under_way_ == nullptr || !has_port(clock)) {
      return;
    }
    const Cycle from = std::max(injected_, sends_at_.from());
    clock.expect(from);
    Lane& lane = sender_->channel->lanes[0];
    if (clock.now() < from || lane.credits == 0) {
      return;
    }
    sends_at_.beat(clock.now());
    const Flit flit{under_way_, sent_++};
    sender_->channel->accept(lane, flit, clock.now());
    clock.changed();
    if (flit.is_tail()) {
      free_since_ = clock.now();
      under_way_->times.issued = issued_;
      under_way_->times.injected = injected_;
      under_way_ = nullptr;
    }
  }
  // The message under way has a port, or is given one.
  bool has_port(Clock& clock) {
    clock.expect(issued_ + 1);
    for (std::size_t i = 1; sender_ == nullptr && clock.now() > issued_ && i <= senders_.size();
         ++i) {
      Sender& next = senders_[(last_ + i) % senders_.size()];
      if (next.channel->lanes[0].credits > 0) {
        last_ = (last_ + i) % senders_.size();
        sender_ = &next;
        sent_ = 0;
        injected_ = std::max(clock.now() + startup_, sends_at_.from());
      }
    }
    return sender_ != nullptr;
  }

  void receive(Receiver& receiver, const Flit& flit, Clock& clock) {
    Cycle taken = clock.now();
    if (!takes_all_) {
      taken = std::max(taken, takes_at_.from());
      takes_at_.beat(taken);
      receiver.channel->lanes[0].credits_back.put(1, taken + receiver.channel->delay);
    }
    if (flit.is_address()) {
      receiver.head = taken + 1;
    }
    if (flit.is_tail()) {
      arrivals_.put({flit.message, receiver.head, taken + 1}, taken);
      note_arrivals(clock);
    }
  }
  // Of messages whose tails have been taken.
  void note_arrivals(Clock& clock) {
    arrivals_.read(clock, [&](const Arrival& arrival) {
      arrival.message->times.head[node_] = arrival.head;
      arrival.message->times.tail[node_] = arrival.tail;
    });
  }

  NodeId node_;
  Cycle startup_;
  bool takes_all_;  // a flit a cycle at every port
  Rhythm sends_at_;
  Rhythm takes_at_;
  Wire<Arrival> arrivals_;
  std::vector<Sender> senders_;
  std::vector<Receiver> receivers_;
  std::deque<Message*> posted_;
  Cycle issued_ = 0;  // the message that was taken last

  // Serially:
  bool serial_;
  Message* under_way_ = nullptr;
  Sender* sender_ = nullptr;  // that has it, once chosen
  std::size_t last_ = 0;      // sender
  Cycle injected_ = 0;
  Cycle sent_ = 0;  // flits
  Cycle free_since_ = 0;
};

}  // namespace flitcast::reference
