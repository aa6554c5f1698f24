#include "tb/results/load_parts_json.h"

#include <cmath>

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json finite(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json estimate_json(const Estimate& estimate) {
  return {{"mean", finite(estimate.mean)}, {"half_width", finite(estimate.half_width)}};
}

Json load_latency_json(const LoadResult& load, const LatencyResult& latency) {
  const auto of_packets = [&load](Cycle cycles) {
    return load.packets > 0 ? Json(cycles) : Json(nullptr);
  };
  return {{"mean", finite(load.latency.mean)}, {"half_width", finite(load.latency.half_width)},
          {"queueing", finite(load.queueing)}, {"network", finite(load.network)},
          {"min", of_packets(latency.min)},    {"p50", of_packets(latency.p50)},
          {"p95", of_packets(latency.p95)},    {"p99", of_packets(latency.p99)},
          {"max", of_packets(latency.max)}};
}

Json account_json(const LoadAccount& account) {
  return {{"created_packets", account.created_packets},
          {"created_flits", account.created_flits},
          {"delivered_packets", account.delivered_packets},
          {"delivered_flits", account.delivered_flits},
          {"in_flight_packets", account.in_flight_packets},
          {"in_flight_flits", account.in_flight_flits},
          {"queued_packets", account.queued_packets},
          {"queued_flits", account.queued_flits}};
}

}  // namespace flitcast
