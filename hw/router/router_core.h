#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/link/arbiter.h"
#include "hw/link/link.h"
#include "hw/network_config.h"
#include "hw/occupied_vc.h"
#include "hw/packet.h"
#include "hw/probe.h"
#include "hw/routing/routing.h"

namespace flitcast {

/// One router, cycle by cycle, as plain C++: input-buffered virtual channels, credit flow control,
/// route computation, round-robin VC and switch allocation, and absorption of multi-destination
/// worms (IRC). It knows its ports and a routing function, never a topology.
///
/// Ports 0 … network ports − 1 lead to neighbours, the local ports (injection and ejection) follow.
/// tick() is called in cycles for which somebody woke the router; the cause bit of an input virtual
/// channel is port·vcs + vc. Unattached ports stay unused.
///
/// Timing: a header leaves by a network output `router_delay` cycles after it arrived (store-and-
/// forward: after its tail arrived, when it came from the network), by a local output when it
/// arrived; body flits follow as the channel's interval and the credits allow. An output VC belongs
/// to a worm from its header to its tail and goes on to the next one cycles_per_flit later.
///
/// Datelines: on networks whose routing has them, and with two virtual channels or more, those of a
/// link form two classes, and a worm takes one of the class that routing gives it.
///
/// Half duplex: a header that can go on asks for the ChannelPair in two phases of a cycle, see
/// there; tick() is called again for the second.
///
/// Lookahead: with one virtual channel, a worm that holds an output has the channel to itself up to
/// its tail. So when its flits leave follows from the dates of those that are there and of the
/// credits, and the router moves all of them at once, dated. Decisions (routes, arbitration) are
/// never taken ahead.
class RouterCore {
 public:
  /// (network ports + local ports)·vcs must not exceed this.
  static constexpr int kMaxInputVcs = 64;

  /// Throws std::invalid_argument when there are too many input VCs.
  RouterCore(NodeId id, int network_ports, const NetworkConfig& config, const Routing& routing,
             PacketPool& packets, WakeQueue& wakes, std::uint32_t module);

  RouterCore(const RouterCore&) = delete;
  RouterCore& operator=(const RouterCore&) = delete;

  void attach_input(PortId port, Link& link);
  void attach_output(PortId port, Link& link);

  /// One cycle. Does nothing when nobody woke the router for `now`.
  void tick(Cycle now);

  /// Nothing moves any more: the waits that go on are counted up to `end`.
  void end_waits(Cycle end);
  /// The input virtual channels that hold flits, in cycle `now`.
  std::vector<OccupiedVc> inspect(Cycle now) const;
  /// From now on `probe` is told what happens; null: nobody. Without one, flits that only follow
  /// their worm are moved in bulk.
  void attach_probe(Probe* probe) { probe_ = probe; }

  /// What stands in front of an input VC in cycle `now`, as far as it has been decided. `now` lies
  /// at most one cycle behind WakeQueue::lookahead_limit().
  InputVcView view(int input, Cycle now) const;

 private:
  static constexpr Cycle kNotBlocked = -1;

  struct OutputVc {
    VirtualChannel* channel = nullptr;
    Link* link = nullptr;
    Cycle free_at = 0;  // from here on the next worm may take it, unless held
    PortId port = 0;
    std::uint8_t vc = 0;
    std::uint8_t unit = 0;
    bool held = true;  // unattached ones for ever
  };
  /// The virtual channels of an output port that a header chooses from: those of one class.
  struct OutputUnit {
    OutputVc* begin = nullptr;
    OutputVc* end = nullptr;
    std::uint64_t waiters = 0;  // input VCs whose header waits for one of them
    RoundRobinArbiter arbiter;
  };
  struct alignas(64) InputVc {
    VirtualChannel* channel = nullptr;
    Link* link = nullptr;
    OutputVc* out = nullptr;         // held by the worm in passage
    OutputVc* absorb_out = nullptr;  // local output that takes a copy (IRC)
    Cycle eligible = 0;              // the header in front may not leave before
    Cycle blocked_since = kNotBlocked;
    std::uint64_t candidates = 0;  // output ports that the header in front may take; 0 = unrouted
    std::uint32_t absorbed = 0;    // flits from the front of the channel that have been copied
    std::uint16_t hops = 0;        // of the worm, up to the address that was stripped
    std::uint8_t vc_class = 0;     // that the header in front wants
    WaitCause blocked_by = WaitCause::kContention;
  };

  bool header_ready(int index, InputVc& in, Cycle now);
  bool route(InputVc& in, Cycle now);
  /// A store-and-forward router looks at packets whose tail has come.
  std::uint16_t reader_wake_kinds() const {
    return store_and_forward_ ? flit_kind::kTail : flit_kind::kNone;
  }
  bool is_network_port(int port) const { return port < network_ports_; }
  std::uint64_t allocate_outputs(std::uint64_t headers, Cycle now);
  std::uint64_t allocate_alone(int index, Cycle now);
  int unit_of(int port, int vc_class) const { return port * classes_ + vc_class; }
  int class_of(int vc) const { return vc < first_class_vcs_ ? 0 : 1; }
  static OutputVc* free_output_vc(const OutputUnit& unit, Cycle now);
  bool take_turn(int index, InputVc& in, Cycle at, Cycle now);
  void grant(int index, InputVc& in, OutputVc& out, Cycle now);
  void wait_for_output(int index, InputVc& in, Cycle now);

  void stream(int index, InputVc& in, Cycle now);
  bool may_move(int index, InputVc& in, Cycle now);
  void move(int index, InputVc& in, Cycle now);
  void allocate_switch(std::uint64_t moving, Cycle now);
  std::uint64_t grant_switch(std::uint64_t requests, Cycle now);
  RoundRobinArbiter& input_arbiter(int port) {
    return switch_arbiters_[switch_arbiters_.size() / 2 + static_cast<std::size_t>(port)];
  }
  void finish_worm(int index, InputVc& in, Cycle at);
  void release_pair(const OutputVc& out);
  void release_output(OutputVc& out, Cycle at);
  std::size_t room_needed(const Flit& flit, const OutputVc& out) const;

  bool strips(const InputVc& in) const;
  void strip(int index, InputVc& in, OutputVc& out, Cycle now);
  void absorb(int index, InputVc& in, Cycle now);

  // Reports, see router_reports.cpp; only with a probe.
  static PortId wanted_port(const InputVc& in);
  [[gnu::cold]] void report_state(const InputVc& in, VcState state, Cycle at) const;
  [[gnu::cold]] void report_holding(const InputVc& in, Cycle at) const;
  [[gnu::cold]] void report_room(const InputVc& in, Cycle at) const;
  [[gnu::cold]] void report_wait(const InputVc& in, PortId port, Cycle at) const;
  [[gnu::cold]] void report_idle(const InputVc& in, Cycle at) const;
  [[gnu::cold]] void report_move(const InputVc& in, const Flit& flit, const OutputVc& out,
                                 Cycle at) const;
  [[gnu::cold]] void stream_reported(const InputVc& in, const OutputVc& out) const;
  [[gnu::cold]] void report_strip(const InputVc& in, const Flit& copy, Cycle at) const;
  int index_of(const InputVc& in) const { return static_cast<int>(&in - inputs_.data()); }
  VcState blocked_state(const InputVc& in) const {
    return (in.candidates & local_mask_) != 0 ? VcState::kBlockedOnPort : VcState::kBlockedOnVc;
  }

  void wake_self(int index, Cycle at) { wakes_.wake(alarm_, std::uint64_t{1} << index, at); }
  static void block(InputVc& in, WaitCause cause, Cycle now) {
    if (in.blocked_since == kNotBlocked) {
      in.blocked_since = now;
      in.blocked_by = cause;
    }
  }
  /// The flit in front of `in` goes on, to `link`, at `at`.
  void unblock(InputVc& in, Link& link, Cycle at) {
    if (in.blocked_since != kNotBlocked) {
      count_wait(in, link, at);
    }
  }
  void count_wait(InputVc& in, Link& link, Cycle at);

  Alarm alarm_;
  WakeQueue& wakes_;
  const Routing& routing_;
  PacketPool& packets_;
  Probe* probe_ = nullptr;
  NodeId id_;
  int network_ports_;
  int vcs_;
  int classes_;          // 2 with datelines
  int first_class_vcs_;  // virtual channels of a link in class 0
  bool half_duplex_;
  bool whole_packets_;  // a packet moves on only where all of it has room
  bool store_and_forward_;
  Cycle delay_;
  std::uint64_t local_mask_;
  Cycle switched_at_ = -1;                          // last cycle of switch allocation
  std::uint64_t switched_ports_ = 0;                // input ports that sent a flit in it
  std::vector<InputVc> inputs_;                     // port-major
  std::vector<OutputVc> outputs_;                   // port-major
  std::vector<OutputUnit> units_;                   // port-major
  std::vector<std::uint64_t> requests_;             // per unit or output port, scratch
  std::vector<RoundRobinArbiter> switch_arbiters_;  // per output port, then per input port
};

// Flits of room that the flit needs before it may go on: all of its packet for a header under
// cut-through. Under store-and-forward with half duplex too, where the buffer takes a packet: one
// that waited half-way would keep the pair of channels from those that could make room.
inline std::size_t RouterCore::room_needed(const Flit& flit, const OutputVc& out) const {
  const bool whole =
      whole_packets_ && (flit.kind & flit_kind::kHead) != 0 && out.port < network_ports_;
  if (!whole) {
    return 1;
  }
  const std::size_t flits = header_flits(flit.word);
  if (flits > out.channel->capacity() && store_and_forward_) {
    return 1;
  }
  if (flits > out.channel->capacity()) {
    throw std::logic_error("a packet of " + std::to_string(flits) +
                           " flits does not fit into a buffer of " +
                           std::to_string(out.channel->capacity()));
  }
  return flits;
}

}  // namespace flitcast
