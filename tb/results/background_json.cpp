#include "tb/results/background_json.h"

#include "tb/results/load_parts_json.h"
#include "tb/results/measures_json.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

Json quiet_json(const BackgroundResult& background) {
  return {{"completion_cycles", background.quiet_cycles},
          {"excess_split", split_json(background.quiet_split)},
          {"latency", latency_json(background.quiet_latency)}};
}

}  // namespace

Json split_json(const std::optional<ExcessSplit>& split) {
  if (!split) {
    return nullptr;
  }
  Json json = waits_json(split->waits);
  json["slack"] = split->slack;
  return json;
}

Json latency_json(const LatencyResult& latency) {
  return {{"min", latency.min}, {"mean", latency.mean}, {"p50", latency.p50},
          {"p95", latency.p95}, {"p99", latency.p99},   {"max", latency.max}};
}

Json background_json(const RunResult& result) {
  const BackgroundResult& background = *result.background;
  const LoadResult& load = background.load;
  const bool complete = !result.stuck;
  const bool begun = background.schedule_from >= 0;
  return {{"quiet", quiet_json(background)},
          {"slowdown", complete ? Json(result.slowdown()) : Json(nullptr)},
          {"added_cycles", complete ? Json(result.added_cycles()) : Json(nullptr)},
          {"added", complete ? split_json(result.added_split()) : Json(nullptr)},
          {"traffic_from", background.traffic_from >= 0 ? Json(background.traffic_from) : Json()},
          {"schedule_from", begun ? Json(background.schedule_from) : Json(nullptr)},
          {"verdict", begun ? Json(to_string(load.verdict)) : Json(nullptr)},
          {"offered", finite(load.offered)},
          {"accepted", finite(load.accepted.mean)},
          {"latency", load_latency_json(load, background.latency)},
          {"packets", load.packets},
          {"account", account_json(load.account)}};
}

}  // namespace flitcast
