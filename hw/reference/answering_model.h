#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

#include "hw/network_config.h"
#include "hw/reference/any_interface.h"
#include "hw/reference/rhythm.h"

namespace flitcast::reference {

/// The network interface of a node that answers requests, a flit in and a flit out in a cycle.
///
/// Sends: a message of each class is under way at a time. One posted at S may begin after S, when
/// the one before it has left, and counts as issued then; 1 + startup after that its header enters,
/// by the next port of the class, and of routing class 0, that has a credit. The lowest class that
/// can sends its next flit.
///
/// Takes: the next port in turn that can. A request at a port with a limit is not taken before a
/// reply to each that came there has begun; a reply to a node is one to the first request of that
/// node without any.
///
/// All keep their Rhythm. Flits from other nodes and those that are sent keep one together; a flit
/// is not taken right after another where one could be sent.
class AnsweringModel final : public AnyInterface {
 public:
  AnsweringModel(NodeId node, const NetworkConfig& config)
      : node_(node),
        config_(config),
        rates_(config.rates_of(node)),
        sends_at_(rates_.send),
        takes_at_(rates_.receive),
        together_at_(rates_.total),
        classes_(static_cast<std::size_t>(config.pipeline.message_classes)) {}

  /// Slots of an ejection channel.
  static Cycle slots(NodeId node, int port, const NetworkConfig& config) {
    const int requests = config.rates_of(node).requests;
    return requests > 0 && config.takes(port, 0) ? requests : config.buffer_flits;
  }

  void attach(Channel& injection, Channel& ejection) override {
    const auto port = static_cast<int>(ports_.size());
    const bool limited = rates_.requests > 0 && config_.takes(port, 0);
    ports_.push_back({&injection, &ejection, limited});
    last_taken_ = ports_.size() - 1;
    for (std::size_t kind = 0; kind < classes_.size(); ++kind) {
      if (config_.takes(port, static_cast<int>(kind), 0)) {
        classes_[kind].ports.push_back(ports_.size() - 1);
        classes_[kind].last = classes_[kind].ports.size() - 1;
      }
    }
  }
  void post(Message& message) override {
    const std::size_t kind = message.posted.message_class;
    classes_[std::min(kind, classes_.size() - 1)].posted.push_back(&message);
  }

  void read(Clock& clock) override {
    for (Port& port : ports_) {
      Lane& in = port.injection->lanes[0];
      in.credits_back.read(clock, [&](Cycle credits) { in.credits += credits; });
      port.ejection->lanes[0].flits.read(clock,
                                         [&](const Flit& flit) { port.flits.push_back(flit); });
    }
  }
  void send(Clock& clock) override {
    for (Class& kind : classes_) {
      begin(kind, clock);
    }
    for (std::size_t i = 1; i <= ports_.size(); ++i) {
      const std::size_t number = (last_taken_ + i) % ports_.size();
      if (may_take(ports_[number], clock)) {
        last_taken_ = number;
        take(ports_[number], number, clock);
        break;
      }
    }
    const auto kind = std::find_if(classes_.begin(), classes_.end(),
                                   [&](Class& each) { return port_for(each, clock) != nullptr; });
    if (kind != classes_.end()) {
      send_flit(*kind, clock);
    }
  }

 private:
  struct Port {
    Channel* injection;
    Channel* ejection;
    bool limited;
    std::deque<Flit> flits = {};  // that have come
    Cycle head = 0;
  };
  struct Class {
    std::vector<std::size_t> ports = {};
    std::size_t last = 0;  // of them
    std::deque<Message*> posted = {};
    Message* under_way = nullptr;
    Port* port = nullptr;  // from its header on
    Cycle sent = 0;        // flits
    Cycle issued = 0;
    Cycle injected = 0;
    Cycle free_since = 0;
  };
  struct Request {
    NodeId source;
    std::size_t port;
  };

  void begin(Class& kind, Clock& clock) {
    if (kind.under_way != nullptr || kind.posted.empty()) {
      return;
    }
    Message* const message = kind.posted.front();
    clock.expect(message->posted.post_at + 1);
    if (message->posted.post_at >= clock.now()) {
      return;
    }
    kind.posted.pop_front();
    kind.under_way = message;
    kind.port = nullptr;
    kind.sent = 0;
    kind.issued = std::max(message->posted.post_at, kind.free_since);
    clock.changed();
    if (&kind == &classes_.back()) {
      const auto answered =
          std::find_if(requests_.begin(), requests_.end(), [&](const Request& request) {
            return request.source == message->posted.destinations[0];
          });
      if (answered != requests_.end()) {
        requests_.erase(answered);
      }
    }
  }

  bool may_take(const Port& port, Clock& clock) {
    if (port.flits.empty()) {
      return false;
    }
    const Flit& flit = port.flits.front();
    const bool waits = std::any_of(requests_.begin(), requests_.end(), [&](const Request& each) {
      return &ports_[each.port] == &port;
    });
    if (flit.is_address() && waits) {
      return false;
    }
    const bool own = is_own(flit);
    const Cycle from = std::max(takes_at_.from(), own ? 0 : together_from());
    clock.expect(from);
    if (from > clock.now()) {
      return false;
    }
    const bool could_send = std::any_of(classes_.begin(), classes_.end(), [&](Class& kind) {
      return port_for(kind, clock) != nullptr;
    });
    return own || rates_.is_separate() || sent_last_ || !could_send;
  }
  void take(Port& port, std::size_t number, Clock& clock) {
    const Flit flit = port.flits.front();
    port.flits.pop_front();
    takes_at_.beat(clock.now());
    if (!is_own(flit)) {
      together_at_.beat(clock.now());
      sent_last_ = false;
    }
    port.ejection->lanes[0].credits_back.put(1, clock.now() + port.ejection->delay);
    if (flit.is_address()) {
      port.head = clock.now() + 1;
      if (port.limited) {
        requests_.push_back({flit.message->posted.source, number});
      }
    }
    if (flit.is_tail()) {
      flit.message->times.head[node_] = port.head;
      flit.message->times.tail[node_] = clock.now() + 1;
    }
    clock.changed();
  }
  bool is_own(const Flit& flit) const { return flit.message->posted.source == node_; }
  Cycle together_from() const { return rates_.is_separate() ? 0 : together_at_.from(); }

  // Where the next flit of the class may enter now; null: nowhere.
  Port* port_for(Class& kind, Clock& clock) {
    if (kind.under_way == nullptr) {
      return nullptr;
    }
    const Cycle begins = kind.sent == 0 ? kind.issued + 1 + config_.startup : 0;
    const Cycle from = std::max({begins, sends_at_.from(), together_from()});
    clock.expect(from);
    if (from > clock.now()) {
      return nullptr;
    }
    const auto has_credit = [](const Port& port) { return port.injection->lanes[0].credits > 0; };
    if (kind.port != nullptr) {
      return has_credit(*kind.port) ? kind.port : nullptr;
    }
    for (std::size_t i = 1; i <= kind.ports.size(); ++i) {
      Port& port = ports_[kind.ports[(kind.last + i) % kind.ports.size()]];
      if (has_credit(port)) {
        return &port;
      }
    }
    return nullptr;
  }
  void send_flit(Class& kind, Clock& clock) {
    Port* const port = port_for(kind, clock);
    if (kind.port == nullptr) {
      kind.port = port;
      const auto number = static_cast<std::size_t>(port - ports_.data());
      kind.last = static_cast<std::size_t>(std::find(kind.ports.begin(), kind.ports.end(), number) -
                                           kind.ports.begin());
      kind.injected = clock.now();
    }
    const Flit flit{kind.under_way, kind.sent++};
    port->injection->accept(port->injection->lanes[0], flit, clock.now());
    sends_at_.beat(clock.now());
    together_at_.beat(clock.now());
    sent_last_ = true;
    if (flit.is_tail()) {
      kind.free_since = clock.now();
      kind.under_way->times.issued = kind.issued;
      kind.under_way->times.injected = kind.injected;
      kind.under_way = nullptr;
    }
    clock.changed();
  }

  NodeId node_;
  const NetworkConfig& config_;
  InterfaceRates rates_;
  Rhythm sends_at_;
  Rhythm takes_at_;
  Rhythm together_at_;
  std::vector<Class> classes_;  // of messages
  std::vector<Port> ports_;
  std::size_t last_taken_ = 0;
  std::deque<Request> requests_;  // that have been taken, and no reply to which has begun
  bool sent_last_ = true;
};

}  // namespace flitcast::reference
