#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "hw/fabric/fabric.h"
#include "hw/probe.h"
#include "hw/topology/link_times.h"
#include "tb/trace/trace_calendar.h"
#include "tb/trace/trace_signals.h"
#include "tb/trace/vcd_writer.h"

namespace flitcast {

/// Turns what the hardware reports into a waveform. Reports come ahead of their dates, so they are
/// collected by cycle; a cycle is written when nothing more can be reported for it.
///
/// What a cycle shows: a flit is on a channel in the cycle that accepts it and the t_m − 1 after;
/// in a buffer from its arrival to the cycle in which it leaves, that included; a credit is the
/// writer's until the cycle in which it is used, that included. A received message is shown from
/// its header in the network interface to its tail there.
class Tracer final : public Probe {
 public:
  /// All references must outlive the tracer. `period` is the length of a cycle in picoseconds.
  Tracer(VcdWriter& vcd, const Topology& topology, const NetworkConfig& config,
         const TraceScope& scope, const PacketPool& packets, const WakeQueue& wakes,
         std::uint64_t period);

  /// Starts with the hardware as it stands: everything before cycle `at` has been simulated, of it
  /// nothing, or nothing that matters to a network at rest. From here on this is the probe of all
  /// modules that matter to the signals.
  void open(Fabric& fabric, Cycle at, std::uint64_t round);
  void detach(Fabric& fabric) { fabric.detach_probe(*this); }

  /// Writing starts with cycle `from`.
  void write_from(Cycle from) { from_ = from; }
  /// Writing starts with the first start-up of these messages and ends when all have arrived. All
  /// modules are watched for that, whatever is shown. Before open().
  void write_messages(std::uint64_t first, std::uint64_t count);
  /// Writing ends before cycle `to`, which lies ahead, if it would not end earlier.
  void write_to(Cycle to) { to_ = to < to_ ? to : to_; }

  void round_is(std::uint64_t round, Cycle at) { on(at).round = round; }
  void stuck(Cycle at) { on(at).stuck = true; }
  /// The first cycle after everything reported so far.
  Cycle end_of_reports() const { return calendar_.last(wakes_.now()) + 1; }

  /// Everything before cycle `to` has been reported: the waveform ends there.
  void close(Cycle to);

  bool closed() const { return closed_; }
  /// The longest that a flit is on its channel.
  Cycle longest_interval() const { return links_.largest().cycles_per_flit; }
  const TraceSignals& signals() const { return signals_; }
  /// The first cycle written and the first after them; both the same when there were none.
  std::pair<Cycle, Cycle> written() const { return {begun_ ? from_ : end_, end_}; }

  void flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) override;
  void flit_left(NodeId node, int input, Cycle at) override;
  void vc_changed(NodeId node, int input, const InputVcView& view, Cycle at) override;
  void bodies_moved(NodeId node, int input, PortId port, const Flit& first, std::uint32_t count,
                    Cycle at, Cycle interval) override;
  void bodies_injected(NodeId node, int port, const Flit& first, std::uint32_t count,
                       Cycle at) override;
  void flit_injected(NodeId node, int port, const Flit& flit, Cycle at) override;
  void send_changed(NodeId node, int port, SendState state, PacketHandle packet, Cycle at) override;

 private:
  static constexpr std::uint32_t kAbsent = TraceSignals::kAbsent;

  /// A flit on a channel that looks different from the one before.
  struct Shown {
    std::uint32_t channel;
    std::uint32_t message;
    NodeId source;
    NodeId destination;
    std::uint8_t kind;
    std::uint8_t vc;
    bool injected;  ///< on an injection channel, which shows less
  };
  /// What has been reported for a channel: its last run of flits without a gap, the look of the
  /// last flit, and the ends of earlier runs that have not come yet.
  struct Reported {
    Cycle end = -1;  ///< first cycle after the run
    PacketHandle packet = kNoPacket;
    std::uint16_t kind = flit_kind::kNone;
    std::uint16_t vc = 0;
    bool running = false;  ///< the end has not come yet
    std::deque<Cycle> earlier_ends;
  };
  /// How the flits in a buffer and their credits change in a cycle, and by how much from then on
  /// they change in every cycle.
  struct Moved {
    std::uint32_t input;
    std::int8_t occupancy;
    std::int8_t credits;
    std::int8_t occupancy_rate;
    std::int8_t credit_rate;
  };
  struct Rate {
    std::int8_t occupancy = 0;
    std::int8_t credits = 0;
    bool listed = false;  ///< in flowing_
  };
  /// Where the last report of this kind for an input VC was put: what comes and what goes in one
  /// cycle often cancels out.
  struct LastMoved {
    Cycle cycle = -1;
    std::uint32_t index = 0;
  };
  /// Values for the first signals of a group, per kind of group.
  struct Changed {
    std::uint32_t group;
    std::uint8_t state;
    std::uint8_t wanted;
    std::uint32_t message;
    NodeId node;
  };
  struct Bucket {
    std::vector<Shown> shown;
    std::vector<std::uint32_t> ended;  // channels, some run
    std::vector<Moved> moved;
    std::vector<Changed> inputs, sends, receives;
    std::uint64_t round = kUnchanged;
    bool stuck = false;
    void clear();
  };
  static constexpr std::uint64_t kUnchanged = ~std::uint64_t{0};

  /// Where reports for cycle `at` are collected. Writes the cycles that are complete.
  Bucket& on(Cycle at) {
    if (wakes_.now() != seen_) {
      seen_ = wakes_.now();
      advance(seen_ - 1);
    }
    return calendar_.at(at);
  }
  Moved& moved(std::uint32_t input, Cycle at);
  void move(std::uint32_t input, int occupancy, int credits, Cycle at);
  /// The same `count` times, `interval` cycles apart.
  void move_run(std::uint32_t input, int occupancy, int credits, Cycle at, std::uint32_t count,
                Cycle interval);
  void advance(Cycle end);
  void play(Cycle cycle, Bucket& bucket);
  /// A channel is taken by `flit` for `interval` cycles. True when that looks different from the
  /// flit before.
  bool take(std::uint32_t channel, const Flit& flit, Cycle at, Cycle interval);
  void show_from(std::uint32_t channel, const Flit& flit, Cycle at, bool injected);
  void arrive(NodeId node, PortId port, std::uint16_t vc, Cycle at, std::uint32_t count);
  /// Of the link that leads to an input virtual channel from another router.
  [[gnu::noinline]] Cycle delay_to(NodeId node, int input) const;
  void leave(NodeId node, int input, Cycle at, std::uint32_t count, Cycle interval);
  void change(std::uint32_t input, int occupancy, int credits);
  void flow(Cycle cycle);
  void show(const Bucket& bucket);
  void end_run(std::uint32_t channel, Cycle cycle);
  void apply(const Bucket& bucket);
  /// The values of a group that are about to change.
  SignalGroup& touch(std::uint32_t group);
  void forget_touched();
  void write_touched(Cycle cycle);
  static std::uint32_t message_number(const Packet& packet) {
    return static_cast<std::uint32_t>(packet.id);
  }
  void begin();
  void stamp(Cycle cycle);

  ProbedModules modules_that_matter() const;
  bool router_matters(NodeId node) const;
  bool watches(const Packet& packet) const { return packet.id - first_watched_ < watched_; }
  void watch_arrival(const Flit& flit, NodeId node, Cycle at);
  void open_router(const Fabric& fabric, NodeId node, Cycle at);
  void open_channel(const Link& link, int vc, std::uint32_t input, Cycle at);
  void receive(std::uint32_t group, const Flit& flit, Cycle at);

  VcdWriter& vcd_;
  const Topology& topology_;
  TraceScope scope_;
  const PacketPool& packets_;
  const WakeQueue& wakes_;
  TraceSignals signals_;
  std::uint64_t period_;
  int network_ports_;
  int local_ports_;
  int vcs_;
  LinkTimes links_;
  TraceCalendar<Bucket> calendar_;
  std::vector<std::uint32_t> fed_;      // per node and network port: group of VC 0 that it feeds
  std::vector<std::uint32_t> touched_;  // groups, each once
  std::vector<std::uint8_t> is_touched_;
  std::vector<Reported> reported_;      // per group of a channel
  std::vector<LastMoved> moved_;        // per group of an input VC
  std::vector<Rate> rates_;             // likewise
  std::vector<std::uint32_t> flowing_;  // groups that may have a rate
  Cycle seen_ = -1;                     // last value of now()
  Cycle from_ = 0;
  Cycle to_ = WakeQueue::kNever;
  Cycle end_ = 0;                      // first cycle not written
  std::uint64_t first_watched_ = 0;    // messages
  std::uint64_t watched_ = 0;          // how many
  std::uint64_t watched_to_come_ = 0;  // have not arrived yet
  Cycle watched_until_ = 0;            // those that have
  bool begun_ = false;
  bool closed_ = false;
  bool stamped_ = false;
  Cycle last_stamp_ = 0;  // cycle written last
};

// What comes and what goes in one cycle is one entry, which often cancels out.
inline Tracer::Moved& Tracer::moved(std::uint32_t input, Cycle at) {
  Bucket& bucket = on(at);
  LastMoved& last = moved_[input];
  if (last.cycle != at) {
    last = {at, static_cast<std::uint32_t>(bucket.moved.size())};
    bucket.moved.push_back({input, 0, 0, 0, 0});
  }
  return bucket.moved[last.index];
}

inline void Tracer::move(std::uint32_t input, int occupancy, int credits, Cycle at) {
  Moved& change = moved(input, at);
  change.occupancy = static_cast<std::int8_t>(change.occupancy + occupancy);
  change.credits = static_cast<std::int8_t>(change.credits + credits);
}

}  // namespace flitcast
