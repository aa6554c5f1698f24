#include "tb/results/json_parts.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "tb/config/keys/config_keys.h"
#include "tb/results/report_parts.h"

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

Json worm_json(const StuckWorm& worm) {
  Json holds = Json::array();
  for (const HeldChannel& channel : worm.holds) {
    holds.push_back({{"from", channel.from}, {"to", channel.to}, {"vc", channel.vc}});
  }
  return {{"message", worm.message},
          {"src", worm.source},
          {"dst", worm.destinations},
          {"flits", worm.flits},
          {"router", worm.router},
          {"holds", holds},
          {"wants", wanted_json(worm.router, worm.wanted)},
          {"reason", to_string(worm.reason)},
          {"waits_for", worm.waits_for ? Json(*worm.waits_for) : Json(nullptr)}};
}

Json router_json(const BusyRouter& router) {
  Json inputs = Json::array();
  for (const BusyVc& vc : router.inputs) {
    inputs.push_back({{"port", vc.port},
                      {"from", vc.from == router.node ? Json(nullptr) : Json(vc.from)},
                      {"vc", vc.vc},
                      {"state", to_string(vc.state)},
                      {"message", vc.message},
                      {"wants", wanted_json(router.node, vc.wanted)},
                      {"flits", vc.flits}});
  }
  return {{"node", router.node}, {"inputs", inputs}};
}

Json pin_json(const std::optional<PinMismatch>& pin) {
  if (!pin) {
    return nullptr;
  }
  return {{"cycle", pin->cycle},
          {"node", pin->node},
          {"side", pin->is_credit ? "input" : "output"},
          {"port", pin->port},
          {"vc", pin->vc},
          {"expected", expected_words(*pin)},
          {"got", got_words(*pin)},
          {"rule", rule_words(pin->rule)}};
}

/// The number that a key shows; null as long as it shows a word for what is not known yet.
Json shown_number(const std::string& shown) {
  Json number = Json::parse(shown, nullptr, false);
  return number.is_number() ? number : Json(nullptr);
}

/// An integer where it is one.
Json ratio_json(const Ratio& ratio) {
  return ratio.denominator() == 1 ? Json(ratio.numerator()) : Json(ratio.as_double());
}

}  // namespace

Json config_json(const Config& config) {
  Json json = Json::object();
  for (const ConfigKey& key : config_keys()) {
    const auto value = key.section() == "output" ? std::nullopt : key.show(config);
    if (value) {
      json[std::string(key.name)] = key.numeric ? shown_number(*value) : Json(*value);
    }
  }
  return json;
}

Json model_json(const TimingModel& model) {
  return {{"t_s", model.t_s},
          {"t_d", model.t_d},
          {"t_m", model.t_m},
          {"t_r", model.t_r},
          {"t_op", model.t_op}};
}

Json faults_json(const FaultResult& faults) {
  Json json{{"damaged_flits", faults.damaged_flits}};
  if (faults.retransmission) {
    json["discarded"] = faults.retransmission->discarded;
    json["acknowledgements"] = faults.retransmission->acknowledgements;
    json["sent_again"] = faults.retransmission->sent_again;
    json["duplicates"] = faults.retransmission->duplicates;
    json["given_up"] = faults.retransmission->given_up.size();
  }
  return json;
}

Json rtl_json(const RtlEquality& equality) {
  return {{"verdict", "equal"},
          {"routers", equality.routers},
          {"router_cycles", equality.router_cycles}};
}

Json lockstep_json(const LockstepResult& result) {
  return {{"verdict", result.first ? "differs" : "equal"},
          {"routers", result.routers},
          {"flits", result.flits},
          {"first", pin_json(result.first)},
          {"first_flit", pin_json(result.first_flit)}};
}

Json waits_json(const Waits& waits) {
  Json json = Json::object();
  for (std::size_t cause = 0; cause < kWaitCauses; ++cause) {
    json[std::string(kWaitCauseNames[cause])] = waits.cycles()[cause];
  }
  return json;
}

Json split_json(const std::optional<ExcessSplit>& split) {
  if (!split) {
    return nullptr;
  }
  Json json = waits_json(split->waits);
  json["slack"] = split->slack;
  return json;
}

Json latency_json(const LatencyResult& latency) {
  const auto of_any = [any = !std::isnan(latency.mean)](auto value) {
    return any ? Json(value) : Json(nullptr);
  };
  return {{"min", of_any(latency.min)}, {"mean", of_any(latency.mean)},
          {"p50", of_any(latency.p50)}, {"p95", of_any(latency.p95)},
          {"p99", of_any(latency.p99)}, {"max", of_any(latency.max)}};
}

Json links_json(const LinkResult& links) {
  return {{"max_utilization", links.max_utilization},
          {"mean_utilization", links.mean_utilization},
          {"blocked_cycles", links.waits.total()},
          {"waits", waits_json(links.waits)}};
}

Json stuck_json(const StuckReport& report, const Json& position) {
  Json json{{"reason", to_string(report.reason)}};
  json.update(position);
  for (const GivenUp& lost : report.given_up) {
    json["given_up"].push_back(
        {{"message", lost.message}, {"src", lost.source}, {"dst", lost.destination}});
  }
  json["last_progress"] = report.last_progress;
  json["verdict"] = report.verdict;
  if (report.reason == StuckReport::Reason::kNoProgress) {
    json["cycle"] = report.cycle;
    json["worms"] = Json::array();
    for (const StuckWorm& worm : report.worms) {
      json["worms"].push_back(worm_json(worm));
    }
    json["routers"] = Json::array();
    for (const BusyRouter& router : report.routers) {
      json["routers"].push_back(router_json(router));
    }
  }
  return json;
}

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

Json terms_json(const std::optional<Coefficients>& terms) {
  if (!terms) {
    return nullptr;
  }
  return {{"t_s", terms->t_s},
          {"t_d", terms->t_d},
          {"mu_t_m", ratio_json(terms->mu_t_m)},
          {"t_m", terms->t_m},
          {"mu_t_r", ratio_json(terms->mu_t_r)},
          {"mu_t_op", ratio_json(terms->mu_t_op)}};
}

Json theory_json(const LoadPrediction& prediction, const Topology& topology) {
  const LoadBounds& bounds = prediction.bounds;
  const bool has_channel = bounds.gamma_node != kNoNode;
  return {{"zero_load", finite(prediction.zero_load)},
          {"estimate", finite(prediction.estimate)},
          {"hops", finite(prediction.hops)},
          {"bound", finite(bounds.smallest())},
          {"gamma_max", finite(bounds.gamma_max)},
          {"gamma_from", has_channel ? Json(bounds.gamma_node) : Json(nullptr)},
          {"gamma_to", has_channel ? Json(topology.neighbour(bounds.gamma_node, bounds.gamma_port))
                                   : Json(nullptr)},
          {"bounds",
           {{"channel", finite(bounds.channel)},
            {"bisection", finite(bounds.bisection)},
            {"injection", finite(bounds.injection)},
            {"ejection", finite(bounds.ejection)}}}};
}

Json host_json(const RunMeasures& measures) {
  return {{"wall_seconds", measures.wall_seconds},
          {"flit_hops_per_second", measures.flit_hops_per_second},
          {"peak_rss_bytes", measures.peak_rss_bytes}};
}

std::string json_text(const Json& json) {
  constexpr int kIndent = 2;
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace flitcast
