#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "traffic/channel_load/packet_latency.h"
#include "traffic/load/load_settings.h"
#include "traffic/open_loop/in_flight_packets.h"
#include "traffic/open_loop/load_measurement.h"
#include "traffic/open_loop/packet_source.h"
#include "traffic/open_loop/route_lengths.h"
#include "traffic/open_loop/source_queues.h"
#include "traffic/play/workload.h"
#include "traffic/steady_state/load_result.h"

namespace flitcast {

/// Open-loop traffic (Dally and Towles, "Principles and Practices of Interconnection Networks",
/// 2004, ch. 23): every processor creates packets as its injection process says, whatever becomes
/// of them, and keeps those that its network interface cannot take yet in a queue without bound.
///
/// After a warm-up it measures until mean latency and accepted rate are known as precisely as
/// wanted, the network turns out to be saturated, or the most cycles are over; then the network
/// drains, or the run ends. A trace is played to its end, and measured from load.warm_up on. What
/// it reports is in cycles from its own beginning, 0 unless it is part of another workload. Every
/// word is checked on arrival, and so are the order of words, the destination and the number of
/// arrivals: std::logic_error.
class OpenLoopTraffic final : public Workload {
 public:
  /// `routing` must outlive it. Throws std::invalid_argument for settings that are out of range or
  /// do not fit the network.
  OpenLoopTraffic(const Routing& routing, const NetworkConfig& config, const LoadSettings& settings,
                  const PacketLatency& zero_load);

  /// Numbers of packets in the background of another workload begin here.
  static constexpr std::uint64_t kBackground = std::uint64_t{1} << 63U;
  /// It is a part of another workload, which tells it when to stop: before it begins.
  void run_in_background();
  /// It is cycle `now` of the simulation: everything before it has been measured, nothing more is
  /// created.
  void stop(Cycle now);
  /// The simulation was given up after cycle `last`, in the middle of what the load was about to
  /// do.
  void cut_off(Cycle last);
  /// The cycle of the simulation in which it began; -1 before.
  Cycle origin() const { return origin_; }

  bool finished() const override;
  Cycle completion() const override;
  WorkloadProgress progress() const override;
  std::string position() const override;
  /// 0 while warming up, 1 while measuring, 2 while draining.
  std::uint64_t phase() const override;
  std::string phase_name(std::uint64_t phase) const override;

  /// Of the packets measured; latencies() has the histogram of their latencies. When the run is
  /// over, finished or stuck. Throws std::logic_error when a packet is not accounted for.
  LoadResult result() const;
  /// Histogram of the cycles from the injection channel on.
  std::map<Cycle, std::uint64_t> network_latencies() const {
    return measurement_.network_latencies().by_cycles();
  }

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override;
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override;
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override;
  void received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) override;

 private:
  void start() override;
  void act(Cycle at) override;

  void foresee_end();
  bool ends_when_told() const;
  bool drains() const;
  void end(Cycle now);
  void create(NodeId source, CreatedPacket packet);
  void hand_over(NodeId source);
  void put_in_flight(NodeId source, const CreatedPacket& created);
  void wake_for_next(Cycle now);
  void arrive(PacketHandle packet, NodeId at, Cycle tail_arrived);
  void end_if_empty();
  Cycle own_now() const { return now() - origin_; }
  const LoadClass& class_of(const CreatedPacket& packet) const {
    return source_.classes().all()[packet.kind];
  }

  bool is_in_memory(const CreatedPacket& packet) const {
    return memory_ && class_of(packet).kind == LoadClass::Kind::kReply;
  }

  const Routing& routing_;
  LoadSettings settings_;
  std::uint32_t most_at_interface_;
  bool memory_;  // replies wait there, which takes all that there are
  PacketSource source_;
  RouteLengths lengths_;
  LoadMeasurement measurement_;

  SourceQueues queues_;
  std::vector<std::uint32_t> at_interface_;  // packets of a source that its interface has
  std::vector<NodeId> names_;                // of the processors: what packets point to
  InFlightPackets in_flight_;
  std::uint64_t packets_ = 0;  // created so far
  bool finished_ = false;
  Cycle origin_ = -1;
};

}  // namespace flitcast
