#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <flitcast/network.h>

#include "hw/fabric/fabric.h"
#include "hw/ni/ni_client.h"
#include "hw/packet.h"
#include "hw/time/sequencer.h"
#include "hw/time/wake_queue.h"
#include "tb/config/config.h"
#include "tb/library/dated_activity.h"
#include "tb/library/network_ends.h"
#include "tb/library/network_events.h"
#include "tb/library/network_meter.h"
#include "tb/library/packet_rules.h"
#include "traffic/open_loop/in_flight_packets.h"
#include "traffic/open_loop/route_lengths.h"

namespace flitcast {

/// The hardware of a Network, the packets in it, and its time. What a cycle is, and when things are
/// told, is said there.
class NetworkModel final : private NiClient {
 public:
  using Packet = Network::Packet;
  using Arrival = Network::Arrival;

  /// Throws std::invalid_argument.
  NetworkModel(const Config& config, const Network::Options& options);

  const Config& config() const { return config_; }
  NodeId nodes() const { return config_.topology->processors(); }
  NetworkEnds& ends() { return ends_; }
  const NetworkEnds& ends() const { return ends_; }
  void set_received(std::function<void(const Arrival&)> act) {
    require_quiet("callbacks stay");
    received_ = std::move(act);
  }
  void set_sent(std::function<void(const Packet&)> act) {
    require_quiet("callbacks stay");
    sent_ = std::move(act);
  }

  bool full(NodeId source) const {
    require_node(source, nodes());
    return sources_[source].packets >= source_queue_;
  }
  bool fits(std::uint32_t flits) const { return rules_.fits(flits); }
  bool post(const Packet& packet);

  Cycle now() const { return now_; }
  void step() {
    if (now_ + 1 < quiet_until_ && now_ < kMostCycles && !telling_) {
      ++now_;
    } else {
      run_until(now_ + 1);
    }
  }
  void run_until(Cycle cycle);
  bool run_to_next_event();
  Cycle next_event() const { return in_flight_ == 0 ? WakeQueue::kNever : quiet_until_; }

  std::uint64_t in_flight() const { return in_flight_; }
  /// Nothing moves any more: why; else empty.
  std::string stuck() const;

  Network::Statistics statistics() const { return meter_.statistics(now_); }
  Network::Activity activity() const;

 private:
  static constexpr Cycle kMostCycles = WakeQueue::kNever / 2;

  struct Record {
    Arrival packet;
    std::vector<PortId>* way = nullptr;  ///< null: its header carries none
    PacketHandle next = kNoPacket;       ///< in the queue of its source
    bool is_reply = false;               ///< of a memory
  };
  /// The packets of a node that have not left it; the first of them are at its interface.
  struct Source {
    std::uint32_t packets = 0;
    std::uint32_t at_interface = 0;
    PacketHandle first = kNoPacket;
    PacketHandle last = kNoPacket;
  };

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override;
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override;
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override;
  void received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) override;

  PacketHandle make(const Packet& packet);
  void queue(PacketHandle handle);
  void hand_over(Source& source, Cycle now);

  void require_quiet(const char* what) const;
  void go_to(Cycle cycle);
  void look_ahead();
  bool tell();
  void tell_arrival(PacketHandle handle);

  /// A callback is under way.
  class Telling {
   public:
    explicit Telling(bool& telling) : telling_(telling) { telling_ = true; }
    ~Telling() { telling_ = false; }
    Telling(const Telling&) = delete;
    Telling& operator=(const Telling&) = delete;

   private:
    bool& telling_;
  };

  Config config_;
  std::uint32_t source_queue_;
  PacketRules rules_;
  PacketPool packets_;
  WakeQueue wakes_;
  Sequencer sequencer_;
  Fabric fabric_;
  std::unique_ptr<DatedActivity> activity_;  // null: not wanted

  std::vector<NodeId> names_;  // of the processors: what packets point to
  RouteLengths lengths_;
  std::vector<Record> records_;  // by packet
  SlotPool<std::vector<PortId>> ways_;
  std::vector<Source> sources_;

  NetworkEvents events_;
  NetworkEnds ends_;
  NetworkMeter meter_;
  std::function<void(const Arrival&)> received_;
  std::function<void(const Packet&)> sent_;
  Cycle now_ = 0;
  Cycle quiet_until_ = 1;              // in no cycle before it is anything told, or done
  Cycle verdict_ = WakeQueue::kNever;  // when it is given up, of a network that is stuck
  Cycle last_post_ = -1;
  bool telling_ = false;
  std::uint64_t numbers_ = 0;
  std::uint64_t in_flight_ = 0;
};

}  // namespace flitcast
