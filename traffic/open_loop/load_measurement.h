#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "traffic/channel_load/packet_latency.h"
#include "traffic/load/load_settings.h"
#include "traffic/open_loop/packet_source.h"
#include "traffic/steady_state/load_meter.h"
#include "traffic/steady_state/load_result.h"
#include "traffic/steady_state/steady_run.h"

namespace flitcast {

/// What a run of open-loop traffic knows of its packets: of all of them where they are, and of the
/// measured ones what they took. Cycles are from its beginning.
///
/// Creations and arrivals are told of as they happen, some before the cycle in which they are to be
/// counted, and what is dated behind the next look at the run is counted after that.
class LoadMeasurement {
 public:
  /// Of the traffic of `source` on a network of so many processors; `measured` is told the latency
  /// of every packet that is measured.
  LoadMeasurement(const LoadSettings& settings, const PacketSource& source, NodeId processors,
                  const PacketLatency& zero_load, std::function<void(Cycle)> measured);

  SteadyRun& run() { return run_; }
  const SteadyRun& run() const { return run_; }
  bool over() const { return run_.stage() == SteadyRun::Stage::kOver; }
  bool warms_up() const { return run_.stage() == SteadyRun::Stage::kWarmUp; }

  /// It may be over at any time, when nothing of what is later may be counted.
  void run_in_background();
  bool in_background() const { return background_; }
  /// It is over at `now`: everything before that is counted.
  void end(Cycle now);
  /// The same, but it was to go on.
  void cut_off(Cycle now);

  /// Packets to so many destinations, of so many flits in all, are created,
  void create(Cycle at, std::uint32_t copies, std::uint64_t flits);
  /// leave their source's queue,
  void start(std::uint32_t copies, std::uint64_t flits);
  /// and arrive, one by one. It is cycle `now`.
  void arrive(const Arrival& arrival, Cycle now);
  /// Counts what is dated before `now`: the rest belongs to what begins now.
  void count_until(Cycle now);

  /// Nothing is under way, and nothing waits at its source.
  bool empty() const { return account_.in_flight_packets == 0 && account_.queued_packets == 0; }
  /// Cycle after the last arrival.
  Cycle last_arrival() const { return last_arrival_; }
  /// What waits at sources now is the backlog of the result.
  void note_backlog() { backlog_flits_ = account_.queued_flits; }

  /// When the run is over. Throws std::logic_error when a packet is not accounted for.
  LoadResult result() const;
  /// Cycles that measured packets took from the injection channel on: how often.
  const CycleCounts& network_latencies() const { return meter_.network_latencies(); }

 private:
  /// All that was created in a cycle.
  struct Creation {
    Cycle at = 0;
    std::uint64_t packets = 0;
    std::uint64_t flits = 0;
  };

  void count(const Arrival& arrival, Cycle now);
  void count_creations();

  const PacketClasses& classes_;
  NodeId processors_;
  SteadyRun run_;
  LoadMeter meter_;
  std::function<void(Cycle)> measured_;
  LoadAccount account_;
  std::vector<Arrival> later_;  // told of before they are to be counted
  Creation newest_;             // counted when its cycle is over
  bool background_ = false;
  Cycle last_arrival_ = 0;
  std::uint64_t backlog_flits_ = 0;
};

}  // namespace flitcast
