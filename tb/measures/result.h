#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hw/network_config.h"
#include "hw/ni/interface_core.h"
#include "hw/waits.h"
#include "tb/measures/lockstep_result.h"
#include "tb/measures/prediction.h"
#include "tb/measures/stuck_report.h"
#include "traffic/play/round_record.h"
#include "traffic/program/measured_comparison.h"
#include "traffic/program/program_path.h"
#include "traffic/program/program_record.h"
#include "traffic/program/rank_times.h"
#include "traffic/row/matrix.h"
#include "traffic/steady_state/load_result.h"

namespace flitcast {

/// Nearest-rank percentiles of tail_arrived − issued over all deliveries, cycles. Of none the mean
/// is NaN and all else 0.
struct LatencyResult {
  Cycle min = 0;
  double mean = std::numeric_limits<double>::quiet_NaN();
  Cycle p50 = 0;
  Cycle p95 = 0;
  Cycle p99 = 0;
  Cycle max = 0;
};

struct LinkResult {
  double max_utilization = 0;   ///< of the busiest network channel: flits·t_m / completion cycles
  double mean_utilization = 0;  ///< over all network channels
  Waits waits;  ///< cycles that flits stood ready without leave, all channels and receive ports
};

/// What one channel did: between two routers, or from a router into its node (a receive port).
struct ChannelResult {
  NodeId from;
  NodeId to;
  bool receive_port;
  std::uint64_t flits;
  Cycle busy_cycles;
  Waits waits;
};

/// In barrier sync: what the messages that ended the rounds had waited, and by how much they would
/// have been faster than the slowest of their rounds. excess = waits − slack where the prediction
/// is the sum over the rounds.
struct ExcessSplit {
  Waits waits;
  Cycle slack = 0;
};

/// Of a schedule that random traffic was the background of.
struct BackgroundResult {
  Cycle quiet_cycles = 0;  ///< what the schedule took alone, at the beginning of the run
  LatencyResult quiet_latency;
  std::optional<ExcessSplit> quiet_split;  ///< barrier sync only
  Cycle traffic_from = -1;                 ///< the cycle in which traffic began; -1: it did not
  Cycle schedule_from = -1;  ///< that in which the schedule under load began; -1: it did not
  LoadResult load;           ///< in cycles from traffic_from on
  LatencyResult latency;     ///< of the packets that were measured
};

/// What links with faults did, and interfaces about it.
struct FaultResult {
  std::uint64_t damaged_flits = 0;  ///< flits that came wrong out of a link
  std::string first;                ///< the first of them, in words
  /// Where interfaces send again what was lost.
  std::optional<RetransmissionCounts> retransmission;
};

enum class DataCheck { kPassed, kFailed, kOff };

/// "passed", "failed", "off".
const char* data_check_name(DataCheck check);

/// What is measured of any run, whatever the workload.
struct RunMeasures {
  TimingModel model{};
  std::uint64_t flit_hops = 0;  ///< traversals of a router output, ejection included
  /// Of a run that got stuck: the cycle in which it was given up. Of a schedule under load what
  /// that took, from its start.
  Cycle completion_cycles = 0;
  Cycle end_cycle = 0;  ///< of the simulation: the same, but of a schedule under load
  LatencyResult latency;
  LinkResult links;
  std::vector<ChannelResult> channels;  ///< where RunParts ask for them
  std::optional<FaultResult> faults;    ///< where links have any, or messages are sent again
  std::optional<RtlEquality> rtl;       ///< where routers were compared with SystemVerilog
  /// Where routers are a user's; they do not tell why flits wait in them.
  std::optional<LockstepResult> lockstep;
  std::optional<StuckReport> stuck;  ///< why the run ended before its workload had finished
  /// Of a schedule or a program that has ended.
  DataCheck data_check = DataCheck::kOff;
  std::string data_error;  ///< first violation when the data check failed

  // host, not reproducible
  double wall_seconds = 0;
  double flit_hops_per_second = 0;
  std::uint64_t peak_rss_bytes = 0;
  /// Results have the three; tables and files are reproducible to the byte without them.
  bool tells_host = true;
};

/// A schedule was played.
struct ScheduleRun : RunMeasures {
  std::uint64_t rounds = 0;    ///< that are complete
  std::uint64_t messages = 0;  ///< an IRC worm is one message
  std::uint64_t flits = 0;     ///< payload flits of all messages
  Prediction prediction;
  std::vector<RoundRecord> per_round;
  std::optional<ExcessSplit> excess_split;  ///< barrier sync only
  std::optional<BackgroundResult> background;
  std::optional<Matrix> data;  ///< what an application has computed, when the run is complete
  std::string messages_hash;   ///< of the log of messages; empty where nobody asks for it

  Cycle excess_cycles() const { return completion_cycles - prediction.cycles; }
  /// What load added to what the schedule takes alone, and the same by cause; of a complete one.
  Cycle added_cycles() const { return completion_cycles - background->quiet_cycles; }
  std::optional<ExcessSplit> added_split() const;
  /// How many times as long the schedule took under load. Only of one that is complete.
  double slowdown() const {
    return static_cast<double>(completion_cycles) / static_cast<double>(background->quiet_cycles);
  }
};

/// Cycles: how many packets.
using LatencyHistogram = std::map<Cycle, std::uint64_t>;

/// Random traffic was played. RunMeasures::latency has the percentiles of the packets measured.
struct LoadRun : RunMeasures {
  LoadPrediction prediction;
  LoadResult load;
  LatencyHistogram histogram;          ///< creation to tail in the network interface
  LatencyHistogram network_histogram;  ///< from the header's entry into the injection channel on

  bool saturated() const {
    return load.verdict == LoadVerdict::kSaturated || load.verdict == LoadVerdict::kStalled;
  }
};

/// A program was played.
struct ProgramRun : RunMeasures {
  std::vector<NodeId> placement;  ///< the node of every rank
  std::uint64_t operations = 0;   ///< that are over
  std::uint64_t messages = 0;
  std::uint64_t flits = 0;                ///< payload flits of all messages
  std::optional<Cycle> predicted_cycles;  ///< without contention; none where it does not end
  std::vector<std::string> waiting;       ///< of a run that got stuck: operations, and what for
  /// Of one that has ended, where it is known why flits wait.
  std::optional<PathSplit> critical_path;
  std::vector<RankTimes> ranks;  ///< by rank
  /// Of one that has ended, and was measured where it ran before.
  std::optional<MeasuredComparison> measured;
  std::shared_ptr<const ProgramRecord> record;

  /// Of one that has ended.
  std::optional<Cycle> excess_cycles() const {
    return stuck || !predicted_cycles ? std::nullopt
                                      : std::optional(completion_cycles - *predicted_cycles);
  }
};

/// A channel at which a job waited, and for whom.
struct BlamedChannel {
  enum class Kind { kLink, kReceivePort, kBuffer, kSendPort };
  Kind kind;
  NodeId from;
  NodeId to;  ///< of ports the same node
  /// That its flits stood ready without leave; in a buffer that its headers were not in front, at a
  /// send port that its messages had not begun.
  Cycle waits;
  std::vector<Cycle> by_job;  ///< the same, by the job whose flits were in the way
};

/// A job that was played beside others.
struct JobResult {
  std::string name;
  Cycle start = 0;              ///< the cycle in which it began
  int priority = 0;             ///< as JobsPlan::Job::priority
  Cycle completion_cycles = 0;  ///< from its start to its end; of load to its last arrival
  std::uint64_t messages = 0;   ///< packets of load
  std::uint64_t flits = 0;      ///< payload of messages, all flits of packets
  LatencyResult latency;        ///< of its messages
  DataCheck data_check = DataCheck::kOff;
  std::string data_error;
  bool is_load = false;

  /// The same alone on the same network: its cycles; of load, for as many cycles, its latency.
  Cycle alone_cycles = 0;
  LatencyResult alone_latency;
  std::vector<BlamedChannel> channels;  ///< at which it waited, the most waits first

  bool complete() const { return data_check != DataCheck::kOff; }
  /// How many times as long it took beside others; of load how many times as long its packets did,
  /// NaN where none arrived. Only of one that is complete.
  double slowdown() const {
    return is_load ? latency.mean / alone_latency.mean
                   : static_cast<double>(completion_cycles) / static_cast<double>(alone_cycles);
  }
  /// What it waited for each of the jobs, itself included: the sum over its channels.
  std::vector<Cycle> waits_by_job() const;
};

/// Several jobs were played at once. RunMeasures are of all of them together.
struct JobsRun : RunMeasures {
  std::vector<JobResult> jobs;
};

/// What was played and measured.
using RunResult = std::variant<ScheduleRun, LoadRun, ProgramRun, JobsRun>;

inline RunMeasures& measures_of(RunResult& run) {
  return std::visit([](auto& played) -> RunMeasures& { return played; }, run);
}
inline const RunMeasures& measures_of(const RunResult& run) {
  return std::visit([](const auto& played) -> const RunMeasures& { return played; }, run);
}

}  // namespace flitcast
