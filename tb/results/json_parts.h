#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "hw/topology/topology.h"
#include "tb/config/config.h"
#include "tb/measures/result.h"
#include "traffic/steady_state/load_result.h"

namespace flitcast {

// Members of results (tb/RESULTS.md), whatever was played.

/// The effective configuration, without the names of outputs and traces, which change nothing.
nlohmann::ordered_json config_json(const Config& config);
nlohmann::ordered_json model_json(const TimingModel& model);
nlohmann::ordered_json waits_json(const Waits& waits);
/// Waits by cause, and slack; null where there are none.
nlohmann::ordered_json split_json(const std::optional<ExcessSplit>& split);
nlohmann::ordered_json terms_json(const std::optional<Coefficients>& terms);
nlohmann::ordered_json latency_json(const LatencyResult& latency);
nlohmann::ordered_json links_json(const LinkResult& links);
/// `position`: members that say where the workload stood.
nlohmann::ordered_json stuck_json(const StuckReport& report,
                                  const nlohmann::ordered_json& position);
/// Where links have faults.
nlohmann::ordered_json faults_json(const FaultResult& faults);
/// Where routers were compared with SystemVerilog.
nlohmann::ordered_json rtl_json(const RtlEquality& equality);
/// Where routers are a user's.
nlohmann::ordered_json lockstep_json(const LockstepResult& result);
/// Differs from run to run.
nlohmann::ordered_json host_json(const RunMeasures& measures);

// Of random traffic, alone or beside a schedule.

/// Null where nothing limits it, or nothing is known.
nlohmann::ordered_json finite(double value);
nlohmann::ordered_json estimate_json(const Estimate& estimate);
nlohmann::ordered_json theory_json(const LoadPrediction& prediction, const Topology& topology);
nlohmann::ordered_json load_latency_json(const LoadResult& load, const LatencyResult& latency);
nlohmann::ordered_json account_json(const LoadAccount& account);

/// A document as files have it, with a final newline.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace flitcast
