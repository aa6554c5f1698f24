#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "traffic/load/injection_process.h"
#include "traffic/load/load_meter.h"
#include "traffic/load/load_result.h"
#include "traffic/load/load_settings.h"
#include "traffic/load/multicast_way.h"
#include "traffic/load/packet_classes.h"
#include "traffic/load/packet_latency.h"
#include "traffic/load/packet_mix.h"
#include "traffic/load/packets_under_way.h"
#include "traffic/load/route_lengths.h"
#include "traffic/load/source_queues.h"
#include "traffic/load/steady_run.h"
#include "traffic/pattern/traffic_pattern.h"
#include "traffic/play/workload.h"

namespace flitcast {

/// Open-loop traffic (Dally and Towles, "Principles and Practices of Interconnection Networks",
/// 2004, ch. 23): every processor creates packets as its injection process says, whatever becomes
/// of them, and keeps those that its network interface cannot take yet in a queue without bound.
///
/// After a warm-up it measures until mean latency and accepted rate are known as precisely as
/// wanted, the network turns out to be saturated, or the most cycles are over; then the network
/// drains, or the run ends. A trace is played to its end, and measured from load.warm_up on. Every
/// word is checked on arrival, and so are the order of words, the
/// destination and the number of arrivals: std::logic_error.
class OpenLoad final : public Workload {
 public:
  /// `routing` must outlive it. Throws std::invalid_argument for settings that are out of range or
  /// do not fit the network.
  OpenLoad(const Routing& routing, const NetworkConfig& config, const LoadSettings& settings,
           const PacketLatency& zero_load);

  bool finished() const override;
  Cycle completion() const override;
  WorkloadProgress progress() const override;
  std::string position() const override;
  /// 0 while warming up, 1 while measuring, 2 while draining.
  std::uint64_t phase() const override;

  /// Of the packets measured; latencies() has the histogram of their latencies. When the run is
  /// over, finished or stuck. Throws std::logic_error when a packet is not accounted for.
  LoadResult result() const;
  /// Histogram of the cycles from the injection channel on.
  std::map<Cycle, std::uint64_t> network_latencies() const {
    return meter_.network_latencies().by_cycles();
  }

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override;
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override;
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override;
  void received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) override;

 private:
  /// A reply that is created in a cycle to come.
  struct Reply {
    Cycle at;
    NodeId source;
    NodeId destination;
    Cycle asked;
    bool operator>(const Reply& other) const {
      return std::tie(at, source, destination, asked) >
             std::tie(other.at, other.source, other.destination, other.asked);
    }
  };

  void start() override;
  void act(Cycle now) override;

  void look(Cycle now);
  void end(Cycle now);
  void create_requests(Cycle now);
  void create_from_trace(Cycle now);
  void create_replies(Cycle now);
  void create(NodeId source, const CreatedPacket& packet);
  void hand_over(NodeId source, Cycle now);
  void put_under_way(NodeId source, const CreatedPacket& created, Cycle now);
  void wake_for_next(Cycle now);
  void count(const Arrival& arrival);
  void arrive(PacketHandle packet, NodeId at, Cycle tail_arrived);
  void end_if_empty();
  double packets_per_cycle() const;
  const LoadClass& class_of(const CreatedPacket& packet) const {
    return classes_.all()[packet.kind];
  }

  const Routing& routing_;
  LoadSettings settings_;
  NetworkConfig config_;
  std::unique_ptr<TrafficPattern> pattern_;
  const std::vector<TracePacket>* trace_;
  PacketMix mix_;
  PacketClasses classes_;
  RouteLengths lengths_;
  std::optional<MulticastWay> multicast_;
  SplitMix64 random_;  // destinations and sizes
  SplitMix64 when_;    // creations
  std::unique_ptr<InjectionProcess> injection_;
  SteadyRun run_;
  LoadMeter meter_;

  SourceQueues queues_;
  std::vector<std::uint32_t> at_interface_;  // packets of a source that its interface has
  std::vector<NodeId> names_;                // of the processors: what packets point to
  PacketsUnderWay under_way_;
  std::priority_queue<Reply, std::vector<Reply>, std::greater<>> replies_;
  std::vector<Arrival> later_;  // told of before they are to be counted
  std::size_t next_of_trace_ = 0;
  std::uint64_t packets_ = 0;  // handed to the interfaces so far
  LoadAccount account_;
  bool silent_ = false;  // nothing is created any more but replies
  bool finished_ = false;
  Cycle last_arrival_ = 0;
  std::uint64_t backlog_flits_ = 0;
};

}  // namespace flitcast
