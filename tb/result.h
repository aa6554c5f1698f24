#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/network_config.h"
#include "tb/stuck_report.h"
#include "traffic/cost_model.h"

namespace flitcast {

struct RoundResult {
  Cycle start;
  Cycle end;
  std::uint64_t messages;
  std::uint64_t max_hops;
  std::uint64_t max_flits;  ///< payload flits of the largest message
};

/// Nearest-rank percentiles of tail_arrived − issued over all deliveries, cycles.
struct LatencyResult {
  Cycle min = 0;
  double mean = 0;
  Cycle p50 = 0;
  Cycle p95 = 0;
  Cycle p99 = 0;
  Cycle max = 0;
};

struct LinkResult {
  double max_utilization = 0;   ///< of the busiest network channel: flits·t_m / completion cycles
  double mean_utilization = 0;  ///< over all network channels
  std::int64_t blocked_cycles =
      0;  ///< cycles that flits stood at a channel or its buffer without leave
};

enum class DataCheck { kPassed, kFailed, kOff };

/// What a run measured, and what the theory says of it.
struct RunResult {
  TimingModel model{};
  std::uint64_t rounds = 0;
  std::uint64_t messages = 0;   ///< an IRC worm is one message
  std::uint64_t flits = 0;      ///< payload flits of all messages
  std::uint64_t flit_hops = 0;  ///< traversals of a router output, ejection included
  Cycle completion_cycles = 0;
  Cycle predicted_cycles = 0;
  Coefficients predicted_terms;
  Cycle lower_bound_cycles = 0;
  Cycle critical_path_cycles = 0;
  std::vector<RoundResult> per_round;
  LatencyResult latency;
  LinkResult links;
  DataCheck data_check = DataCheck::kOff;
  std::string data_error;            ///< first violation when the data check failed
  std::optional<StuckReport> stuck;  ///< why the run ended without completing

  // host, not reproducible
  double wall_seconds = 0;
  double flit_hops_per_second = 0;
  std::uint64_t peak_rss_bytes = 0;

  Cycle excess_cycles() const { return completion_cycles - predicted_cycles; }
};

}  // namespace flitcast
