#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "traffic/load/load_result.h"
#include "traffic/load/load_settings.h"
#include "traffic/load/packet_latency.h"
#include "traffic/pattern/traffic_pattern.h"
#include "traffic/play/workload.h"

namespace flitcast {

/// Open-loop traffic (Dally and Towles, "Principles and Practices of Interconnection Networks",
/// 2004, ch. 23): every processor creates packets as its injection process says, whatever becomes
/// of them, and keeps those that its network interface cannot take yet in a queue without bound.
///
/// After a warm-up it measures until mean latency and accepted rate are known as precisely as
/// wanted, the network turns out to be saturated, or the most cycles are over; then the network
/// drains, or the run ends. Every word is checked on arrival, and so are the order of words, the
/// destination and the number of arrivals: std::logic_error.
class OpenLoad final : public Workload {
 public:
  /// `routing` must outlive it. Throws std::invalid_argument for settings that are out of range or
  /// do not fit the network.
  OpenLoad(const Routing& routing, const NetworkConfig& config, const LoadSettings& settings,
           const PacketLatency& zero_load);
  ~OpenLoad() override;

  bool finished() const override;
  Cycle completion() const override;
  WorkloadProgress progress() const override;
  std::string position() const override;
  /// 0 while warming up, 1 while measuring, 2 while draining.
  std::uint64_t phase() const override;

  /// Of the packets measured; latencies() has the histogram of their latencies. Only when the run
  /// is over, finished or stuck.
  LoadResult result() const;
  /// Histogram of the cycles in the network alone.
  std::map<Cycle, std::uint64_t> network_latencies() const;

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override;
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override;
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override;
  void received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) override;

 private:
  void start() override;
  void act(Cycle now) override;

  class State;
  std::unique_ptr<State> state_;
};

}  // namespace flitcast
