#include "tb/results/json_parts.h"

#include <cmath>

#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/job_keys.h"
#include "tb/config/keys/node_keys.h"
#include "tb/results/report_parts.h"
#include "tb/text/json_members.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// A router's next link, the receive ports of its node, or neither.
Json wanted_json(NodeId router, NodeId wanted) {
  if (wanted == kNoNode) {
    return nullptr;
  }
  return wanted == router ? Json{{"receive", router}} : Json{{"from", router}, {"to", wanted}};
}

/// The number that a key shows; null as long as it shows a word for what is not known yet.
Json shown_number(const std::string& shown) {
  Json number = Json::parse(shown, nullptr, false);
  return number.is_number() ? number : Json(nullptr);
}

}  // namespace

FLITCAST_JSON_MEMBERS(HeldChannel, from, to, vc)

Json message_json(const StuckReport& report, std::uint64_t message) {
  return report.jobs.empty() ? Json(message) : Json(report.name_of(message));
}

Json worm_json(const StuckReport& report, const StuckWorm& worm) {
  return {{"message", message_json(report, worm.message)},
          {"src", worm.source},
          {"dst", worm.destinations},
          {"flits", worm.flits},
          {"router", worm.router},
          {"holds", worm.holds},
          {"wants", wanted_json(worm.router, worm.wanted)},
          {"reason", to_string(worm.reason)},
          {"waits_for", worm.waits_for ? message_json(report, *worm.waits_for) : Json(nullptr)}};
}

Json router_json(const StuckReport& report, const BusyRouter& router) {
  Json inputs = Json::array();
  for (const BusyVc& vc : router.inputs) {
    inputs.push_back({{"port", vc.port},
                      {"from", known_if(vc.from != router.node, vc.from)},
                      {"vc", vc.vc},
                      {"state", to_string(vc.state)},
                      {"message", message_json(report, vc.message)},
                      {"wants", wanted_json(router.node, vc.wanted)},
                      {"flits", vc.flits}});
  }
  return {{"node", router.node}, {"inputs", inputs}};
}

void to_json(Json& json, const GivenUp& lost) {
  json = {{"message", lost.message}, {"src", lost.source}, {"dst", lost.destination}};
}

void to_json(Json& json, const PinMismatch& pin) {
  json = {{"cycle", pin.cycle},
          {"node", pin.node},
          {"side", pin.is_credit ? "input" : "output"},
          {"port", pin.port},
          {"vc", pin.vc},
          {"expected", expected_words(pin)},
          {"got", got_words(pin)},
          {"rule", rule_words(pin.rule)}};
}

/// An integer where it is one.
void to_json(Json& json, const Ratio& ratio) {
  json = ratio.denominator() == 1 ? Json(ratio.numerator()) : Json(ratio.as_double());
}

Json config_json(const Config& config) {
  Json json = Json::object();
  for (const ConfigKey& key : config_keys()) {
    const auto value = key.section() == "output" ? std::nullopt : key.show(config);
    if (value) {
      json[std::string(key.name)] = key.numeric ? shown_number(*value) : Json(*value);
    }
  }
  for (const auto& given : {given_node_keys(config), given_job_keys(config)}) {
    for (const auto& [key, value] : given) {
      json[std::string(key->name)] = key->numeric ? shown_number(value) : Json(value);
    }
  }
  return json;
}

FLITCAST_JSON_MEMBERS(TimingModel, t_s, t_d, t_m, t_r, t_op)

void to_json(Json& json, const FaultResult& faults) {
  json = {{"damaged_flits", faults.damaged_flits}};
  if (faults.retransmission) {
    json["discarded"] = faults.retransmission->discarded;
    json["acknowledgements"] = faults.retransmission->acknowledgements;
    json["sent_again"] = faults.retransmission->sent_again;
    json["duplicates"] = faults.retransmission->duplicates;
    json["given_up"] = faults.retransmission->given_up.size();
  }
}

void to_json(Json& json, const RtlEquality& equality) {
  json = {{"verdict", "equal"},
          {"routers", equality.routers},
          {"router_cycles", equality.router_cycles}};
}

void to_json(Json& json, const LockstepResult& result) {
  json = {{"verdict", result.first ? "differs" : "equal"},
          {"routers", result.routers},
          {"flits", result.flits},
          {"first", result.first},
          {"first_flit", result.first_flit}};
}

void to_json(Json& json, const Waits& waits) {
  json = Json::object();
  for (std::size_t cause = 0; cause < kWaitCauses; ++cause) {
    json[std::string(kWaitCauseNames[cause])] = waits.cycles()[cause];
  }
}

void to_json(Json& json, const ExcessSplit& split) {
  json = split.waits;
  json["slack"] = split.slack;
}

void to_json(Json& json, const PathSplit& split) {
  json = Json::object();
  for (std::size_t part = 0; part < kPathParts; ++part) {
    json[std::string(kPathPartNames[part])] = split.cycles[part];
  }
  json["waits"] = split.waits;
}

void to_json(Json& json, const RankTimes& rank) {
  json = {{"end", rank.end}};
  for (std::size_t deed = 0; deed < kRankDeeds; ++deed) {
    json[std::string(kRankDeedNames[deed])] = rank.cycles[deed];
  }
}

void to_json(Json& json, const LatencyResult& latency) {
  const bool any = !std::isnan(latency.mean);
  json = {{"min", known_if(any, latency.min)}, {"mean", finite(latency.mean)},
          {"p50", known_if(any, latency.p50)}, {"p95", known_if(any, latency.p95)},
          {"p99", known_if(any, latency.p99)}, {"max", known_if(any, latency.max)}};
}

void to_json(Json& json, const LinkResult& links) {
  json = {{"max_utilization", links.max_utilization},
          {"mean_utilization", links.mean_utilization},
          {"blocked_cycles", links.waits.total()},
          {"waits", links.waits}};
}

Json stuck_json(const std::optional<StuckReport>& report, const Json& position) {
  if (!report) {
    return nullptr;
  }
  Json json{{"reason", to_string(report->reason)}};
  json.update(position);
  if (!report->given_up.empty()) {
    json["given_up"] = report->given_up;
  }
  json["last_progress"] = report->last_progress;
  json["verdict"] = report->verdict;
  if (report->reason == StuckReport::Reason::kNoProgress) {
    Json& circle = json["cycle"] = Json::array();
    for (const std::uint64_t message : report->cycle) {
      circle.push_back(message_json(*report, message));
    }
    Json& worms = json["worms"] = Json::array();
    for (const StuckWorm& worm : report->worms) {
      worms.push_back(worm_json(*report, worm));
    }
    Json& routers = json["routers"] = Json::array();
    for (const BusyRouter& router : report->routers) {
      routers.push_back(router_json(*report, router));
    }
  }
  return json;
}

std::optional<double> finite(double value) {
  return known_if(std::isfinite(value), value);
}

void to_json(Json& json, const Estimate& estimate) {
  json = {{"mean", finite(estimate.mean)}, {"half_width", finite(estimate.half_width)}};
}

Json load_latency_json(const LoadResult& load, const LatencyResult& latency) {
  const bool any = load.packets > 0;
  Json json = load.latency;
  json["queueing"] = finite(load.queueing);
  json["network"] = finite(load.network);
  json["min"] = known_if(any, latency.min);
  json["p50"] = known_if(any, latency.p50);
  json["p95"] = known_if(any, latency.p95);
  json["p99"] = known_if(any, latency.p99);
  json["max"] = known_if(any, latency.max);
  return json;
}

FLITCAST_JSON_MEMBERS(LoadAccount, created_packets, created_flits, delivered_packets,
                      delivered_flits, in_flight_packets, in_flight_flits, queued_packets,
                      queued_flits)

FLITCAST_JSON_MEMBERS(Coefficients, t_s, t_d, mu_t_m, t_m, mu_t_r, mu_t_op)

void to_json(Json& json, const LoadBounds& bounds) {
  json = {{"channel", finite(bounds.channel)},
          {"bisection", finite(bounds.bisection)},
          {"injection", finite(bounds.injection)},
          {"ejection", finite(bounds.ejection)}};
}

Json theory_json(const LoadPrediction& prediction, const Topology& topology) {
  const LoadBounds& bounds = prediction.bounds;
  Json json{{"zero_load", finite(prediction.zero_load)},
            {"estimate", finite(prediction.estimate)},
            {"hops", finite(prediction.hops)},
            {"bound", finite(bounds.smallest())},
            {"gamma_max", finite(bounds.gamma_max)},
            {"gamma_from", nullptr},
            {"gamma_to", nullptr},
            {"bounds", bounds}};
  if (bounds.gamma_node != kNoNode) {
    json["gamma_from"] = bounds.gamma_node;
    json["gamma_to"] = topology.neighbour(bounds.gamma_node, bounds.gamma_port);
  }
  return json;
}

std::string json_text(const Json& json) {
  constexpr int kIndent = 2;
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace flitcast
