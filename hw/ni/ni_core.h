#pragma once

#include <cstdint>
#include <vector>

#include "hw/link/link.h"
#include "hw/network_config.h"
#include "hw/ni/ni_client.h"
#include "hw/packet.h"
#include "hw/probe.h"

namespace flitcast {

/// The network interface of one node: `ports` injection channels, each sending one message at a
/// time with a serial start-up, and as many ejection channels that always sink. NI channels run at
/// one flit a cycle.
///
/// Timing of a message issued at cycle S (posted then, or its port became free then): the header
/// enters the injection channel at S + 1 + startup and stands in the router one cycle later; a flit
/// that the router ejects is in the NI one cycle later and in the node's memory after another.
/// Together with the command's cycle this is kFixedStartup.
class NiCore {
 public:
  /// Slots of an injection or ejection channel; the NI moves half of it at a time.
  static constexpr Cycle kChannelFlits = 32;

  NiCore(NodeId id, const NetworkConfig& config, const PacketPool& packets, NiClient& client,
         WakeQueue& wakes, std::uint32_t module);

  NiCore(const NiCore&) = delete;
  NiCore& operator=(const NiCore&) = delete;

  static LinkParameters channel_parameters() { return {1, 1, kChannelFlits, 1}; }
  void attach_injection(int port, Link& link);
  void attach_ejection(int port, Link& link);

  /// From now on `probe` is told what happens; null: nobody.
  void attach_probe(Probe* probe) { probe_ = probe; }
  /// Tells a probe that comes late what the send ports are doing and are going to do: states, and
  /// flits handed over with dates at or after `from`. Others have been told.
  void report_send_ports(Probe& probe, Cycle from) const;
  /// The message that receive port `port` is taking out of its channel, kNoPacket between messages.
  PacketHandle receiving(int port) const {
    const ReceivePort& receive = receive_[static_cast<std::size_t>(port)];
    return receive.active ? receive.packet : kNoPacket;
  }

  /// Queues a message at cycle `now`; the first free port takes it in the next cycle. Messages
  /// start in the order in which they were posted.
  void post(PacketHandle packet, Cycle now);

  /// One cycle. Does nothing when nobody woke the NI for `now`.
  void tick(Cycle now);

 private:
  // Causes: of every alarm, some for send ports and as many for receive ports; of the first, one
  // for commands.
  static constexpr int kPosted = 0;
  static constexpr int kPortsPerAlarm = 31;
  static constexpr int kFirstSend = 1;
  static constexpr int kFirstReceive = kFirstSend + kPortsPerAlarm;
  static constexpr Cycle kBatch = kChannelFlits / 2;

  struct Post {
    PacketHandle packet;
    Cycle at;
  };
  struct SendPort {
    Link* link = nullptr;
    WakeCause wake;
    bool busy = false;
    PacketHandle packet = 0;
    std::uint32_t next = 0;  // flit to be produced: addresses, then payload
    std::uint32_t total = 0;
    Cycle issued = 0;
    Cycle injected = 0;
    Cycle next_ready = 0;  // when the router may have the next flit
    Cycle free_since = 0;
  };
  struct ReceivePort {
    Link* link = nullptr;
    WakeCause wake;
    bool active = false;  // between head and tail
    PacketHandle packet = 0;
    std::uint32_t next = 0;  // payload word expected
    Cycle head_arrived = 0;
    Cycle look_at = 0;      // the NI looks at the channel again
    bool progress = false;  // something came since look_at was set
  };

  void serve_ports(std::size_t first, std::uint64_t due, Cycle now);
  void start_messages(Cycle now);
  void serve_send(std::size_t index, Cycle now);
  void fill(std::size_t index, Cycle now);
  std::uint32_t inject_words(SendPort& port, std::uint32_t first, const Word* words,
                             std::uint32_t count, Cycle now);
  void inject(SendPort& port, Word word, int kind, std::uint32_t sequence);
  void serve_receive(std::size_t index, Cycle now);
  bool drain(ReceivePort& port, std::size_t keep, Cycle now);

  std::vector<Alarm> alarms_;  // one for every kPortsPerAlarm ports
  WakeQueue& wakes_;
  const PacketPool& packets_;
  NiClient& client_;
  Probe* probe_ = nullptr;
  NodeId id_;
  Cycle startup_;
  std::vector<SendPort> send_;
  std::vector<ReceivePort> receive_;
  std::vector<Post> posted_;
  std::size_t first_posted_ = 0;
};

}  // namespace flitcast
