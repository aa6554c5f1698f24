#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/config/config.h"
#include "tb/measures/result.h"
#include "tb/results/expectations.h"

namespace flitcast {

// Members that results of any workload have (tb/RESULTS.md).

/// The effective configuration, without the names of outputs and traces, which change nothing.
nlohmann::ordered_json config_json(const Config& config);
nlohmann::ordered_json model_json(const TimingModel& model);
nlohmann::ordered_json waits_json(const Waits& waits);
nlohmann::ordered_json links_json(const LinkResult& links);
/// `position`: members that say where the workload stood.
nlohmann::ordered_json stuck_json(const StuckReport& report,
                                  const nlohmann::ordered_json& position);
nlohmann::ordered_json expectations_json(const std::vector<Judgement>& judgements);
/// Where routers were compared with SystemVerilog.
nlohmann::ordered_json rtl_json(const RtlEquality& equality);
/// Where routers are a user's.
nlohmann::ordered_json lockstep_json(const LockstepResult& result);
/// Differs from run to run.
nlohmann::ordered_json host_json(const RunMeasures& measures);

/// A document as files have it, with a final newline.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace flitcast
