#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/link/link.h"
#include "hw/network_config.h"
#include "hw/ni/ni_client.h"
#include "hw/packet.h"
#include "hw/probe.h"
#include "hw/time/sequenced_module.h"
#include "hw/time/wake_queue.h"

namespace flitcast {

/// Where a network interface stands, and what it works with, which must outlive it.
struct InterfaceSite {
  NodeId node;
  std::uint32_t module;  ///< its number in `wakes`
  const NetworkConfig& config;
  PacketPool& packets;
  NiClient& client;
  WakeQueue& wakes;
};

/// A message of the node that waits in its interface, and when it was posted.
struct PostedPacket {
  PacketHandle packet;
  Cycle at;
};

/// A message that does not go on in a network interface, and the one that has to leave it first.
struct HeldUp {
  enum class Why {
    kMemory,    ///< there is no room for it in the memory
    kSendPort,  ///< the other has the send port
  };
  PacketHandle packet;
  PacketHandle by;
  Why why;
};

/// A message that was sent again too often, and never acknowledged.
struct GivenUp {
  std::uint64_t message;  ///< its number
  NodeId source;
  NodeId destination;
};

/// What interfaces that send messages again have done.
struct RetransmissionCounts {
  std::uint64_t discarded = 0;         ///< packets that came wrong
  std::uint64_t acknowledgements = 0;  ///< sent
  std::uint64_t sent_again = 0;        ///< messages, each time
  std::uint64_t duplicates = 0;        ///< messages that had come before
  std::vector<GivenUp> given_up = {};

  RetransmissionCounts& operator+=(const RetransmissionCounts& other) {
    discarded += other.discarded;
    acknowledgements += other.acknowledgements;
    sent_again += other.sent_again;
    duplicates += other.duplicates;
    given_up.insert(given_up.end(), other.given_up.begin(), other.given_up.end());
    return *this;
  }
};

/// The network interface of one node, as plain C++: what a network and its workload know of any.
/// NetworkConfig::ports links lead to its router, and as many come from there, all of one virtual
/// channel. It keeps the contract of VirtualChannel and Link: flits and credits carry dates.
class InterfaceCore : public SequencedModule {
 public:
  /// What an injection and an ejection link of it are like.
  virtual LinkParameters injection_link() const = 0;
  virtual LinkParameters ejection_link(int port) const = 0;
  virtual void attach_injection(int port, Link& link) = 0;
  virtual void attach_ejection(int port, Link& link) = 0;

  /// From now on `probe` is told what happens; null: nobody.
  virtual void attach_probe(Probe* probe) = 0;
  /// Tells a probe that comes late what the send ports are doing and are going to do: states, and
  /// flits handed over with dates at or after `from`. Others have been told.
  virtual void report_send_ports(Probe& probe, Cycle from) const = 0;
  /// The last cycle in which it was told of a message, or the router could read the header of one;
  /// -1 when there was none.
  virtual Cycle last_command() const = 0;
  /// The message that receive port `port` is taking out of its channel, kNoPacket between messages.
  virtual PacketHandle receiving(int port) const = 0;

  virtual RetransmissionCounts retransmissions() const { return {}; }

  /// Queues a message at cycle `now`.
  virtual void post(PacketHandle packet, Cycle now) = 0;

  /// Messages that could go on but for others of the node. None where it has room for all that
  /// comes.
  virtual std::vector<HeldUp> held_up() const { return {}; }
};

/// The core that `site.config` asks for, see NetworkConfig::interface.
std::unique_ptr<InterfaceCore> make_interface(const InterfaceSite& site);

}  // namespace flitcast
