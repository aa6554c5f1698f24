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
/// The numbers of the timing model.
void to_json(nlohmann::ordered_json& json, const TimingModel& model);
/// Cycles by cause.
void to_json(nlohmann::ordered_json& json, const Waits& waits);
/// Waits by cause, and slack.
void to_json(nlohmann::ordered_json& json, const ExcessSplit& split);
/// Cycles by part, and waits.
void to_json(nlohmann::ordered_json& json, const PathSplit& split);
/// The end, and cycles by what the rank did.
void to_json(nlohmann::ordered_json& json, const RankTimes& rank);
void to_json(nlohmann::ordered_json& json, const Coefficients& terms);
void to_json(nlohmann::ordered_json& json, const LatencyResult& latency);
void to_json(nlohmann::ordered_json& json, const LinkResult& links);
/// `position`: members that say where the workload stood.
nlohmann::ordered_json stuck_json(const std::optional<StuckReport>& report,
                                  const nlohmann::ordered_json& position);
/// Where links have faults.
void to_json(nlohmann::ordered_json& json, const FaultResult& faults);
/// Where routers were compared with SystemVerilog.
void to_json(nlohmann::ordered_json& json, const RtlEquality& equality);
/// Where routers are a user's.
void to_json(nlohmann::ordered_json& json, const LockstepResult& result);

// Of random traffic, alone or beside a schedule.

/// Nothing where nothing limits it, or nothing is known.
std::optional<double> finite(double value);
void to_json(nlohmann::ordered_json& json, const Estimate& estimate);
/// The bounds but their smallest.
void to_json(nlohmann::ordered_json& json, const LoadBounds& bounds);
nlohmann::ordered_json theory_json(const LoadPrediction& prediction, const Topology& topology);
nlohmann::ordered_json load_latency_json(const LoadResult& load, const LatencyResult& latency);
void to_json(nlohmann::ordered_json& json, const LoadAccount& account);

/// A document as files have it, with a final newline.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace flitcast
