#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "hw/ni/flit_pace.h"
#include "hw/ni/interface_core.h"
#include "hw/ni/port_context.h"
#include "hw/ni/sending.h"

namespace flitcast {

/// The network interface of a node that answers requests, messages of class 0, with replies, those
/// of the last class. It has a port for each virtual channel of a link, and sends a message of each
/// class at a time, by the next of the ports of that class and of the first class of routing that
/// has a credit. In a cycle it takes a flit, from the next port in turn that has one, and sends a
/// flit, of the lowest class that can.
///
/// With a limit (InterfaceRates::requests) as many flits of requests stand at a port, and it takes
/// a request there only when it has begun to answer the one before: others stay in the network. A
/// reply answers the first request of its destination that has none.
///
/// InterfaceRates::total is of flits that it sends and takes, together; those that it has sent
/// itself it takes besides. Where either could go, it takes one and sends one in turn.
///
/// Timing: as of the plain interface, for a message that meets no others.
class AnsweringInterface final : public InterfaceCore {
 public:
  explicit AnsweringInterface(const InterfaceSite& site);

  LinkParameters injection_link() const override { return {1, 1, config_.buffer_flits, 1}; }
  LinkParameters ejection_link(int port) const override;
  void attach_injection(int port, Link& link) override;
  void attach_ejection(int port, Link& link) override;

  void attach_probe(Probe* probe) override { context_.probe = probe; }
  void report_send_ports(Probe& probe, Cycle from) const override;
  Cycle last_command() const override { return last_command_; }
  PacketHandle receiving(int port) const override {
    return receivers_[static_cast<std::size_t>(port)].packet;
  }

  void post(PacketHandle packet, Cycle now) override;
  void tick(Cycle now) override;
  std::vector<HeldUp> held_up() const override;

 private:
  /// Of the messages of a class.
  struct Sender {
    std::vector<std::size_t> ports = {};
    std::size_t last = 0;  // of them, that had a message
    std::deque<PostedPacket> posted = {};
    PacketHandle packet = kNoPacket;  // under way
    std::uint32_t next = 0;           // flit
    std::uint32_t total = 0;
    Cycle issued = 0;
    Cycle injected = 0;
    Cycle free_since = 0;
  };
  struct Receiver {
    Link* link = nullptr;
    bool waits = false;               // for an answer, before it takes the next request
    PacketHandle packet = kNoPacket;  // that it takes out of its channel
    std::uint32_t next = 0;           // payload word
    Cycle head_arrived = 0;
  };
  struct Request {
    NodeId source;
    std::size_t port;
  };

  void wake(Cycle at) { context_.wakes.wake(alarm_, 1, at); }
  bool is_limited(std::size_t port) const {
    return rates_.requests > 0 && config_.takes(static_cast<int>(port), 0);
  }
  Cycle total_from(Cycle now) const {
    return rates_.is_separate() ? now : total_pace_.earliest(now);
  }
  VirtualChannel& injection(std::size_t port) { return injections_[port]->virtual_channel(0); }

  bool receive(Cycle now);
  bool may_take(const Receiver& receiver, std::size_t port, Cycle now);
  void take(Receiver& receiver, std::size_t port, Cycle now);
  bool send(Cycle now);
  void begin(Sender& sender, Cycle now);
  void answer(NodeId destination, Cycle now);
  bool choose_port(Sender& sender, Cycle now);
  bool could_send(Cycle now);
  bool is_ready(Sender& sender, Cycle now);
  void send_flit(Sender& sender, Cycle now);
  void await_credit(VirtualChannel& channel, Cycle now);
  void tell(std::size_t port, SendState state, PacketHandle packet, Cycle at) const;

  const NetworkConfig& config_;
  InterfaceRates rates_;
  PortContext context_;
  Alarm alarm_;
  FlitPace send_pace_;
  FlitPace receive_pace_;
  FlitPace total_pace_;
  std::vector<Sender> senders_;  // by class
  std::vector<Link*> injections_;
  std::vector<Receiver> receivers_;
  std::size_t last_receiver_ = 0;
  std::deque<Request> unanswered_;
  bool sent_last_ = true;  // of what shares the pace, a flit was sent, not taken
  Cycle last_command_ = -1;
};

}  // namespace flitcast
