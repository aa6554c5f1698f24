#include "tb/results/result_json.h"

#include "tb/config/config_keys.h"
#include "tb/results/expectations.h"
#include "tb/results/result_file.h"
#include "tb/results/whole_result.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// An integer where it is one.
Json ratio_json(const Coefficients::Ratio& ratio) {
  return ratio.denominator() == 1 ? Json(ratio.numerator())
                                  : Json(boost::rational_cast<double>(ratio));
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

Json rounds_json(const std::vector<RoundRecord>& rounds) {
  Json json = Json::array();
  for (const RoundRecord& round : rounds) {
    json.push_back({{"start", round.start},
                    {"end", round.end},
                    {"messages", round.messages},
                    {"max_hops", round.max_hops},
                    {"max_flits", round.max_flits},
                    {"lockstep", round.lockstep},
                    {"waits", waits_json(round.waits)},
                    {"slack", round.slack}});
  }
  return json;
}

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

/// `round`: the first that is not complete.
Json stuck_json(const StuckReport& report, std::uint64_t round) {
  Json json{{"reason", to_string(report.reason)},
            {"round", round},
            {"last_progress", report.last_progress},
            {"verdict", report.verdict}};
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

Json expectations_json(const std::vector<Judgement>& judgements) {
  Json json = Json::array();
  for (const Judgement& judgement : judgements) {
    json.push_back({{"key", judgement.key},
                    {"expected", judgement.expected},
                    {"measured", judgement.measured},
                    {"met", judgement.met}});
  }
  return json;
}

/// The number that a key shows; null as long as it shows a word for what is not known yet.
Json shown_number(const std::string& shown) {
  Json number = Json::parse(shown, nullptr, false);
  return number.is_number() ? number : Json(nullptr);
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

std::string result_json(const Config& config, const RunResult& result) {
  Json json;
  json["schema"] = kResultSchema;
  json["config"] = config_json(config);
  json["model"] = {{"t_s", result.model.t_s},
                   {"t_d", result.model.t_d},
                   {"t_m", result.model.t_m},
                   {"t_r", result.model.t_r},
                   {"t_op", result.model.t_op}};
  json["rounds"] = result.rounds;
  json["messages"] = result.messages;
  json["flits"] = result.flits;
  json["flit_hops"] = result.flit_hops;
  json["completion_cycles"] = result.completion_cycles;
  json["predicted_cycles"] = result.predicted_cycles;
  json["excess_cycles"] = result.stuck ? Json(nullptr) : Json(result.excess_cycles());
  json["excess_split"] = split_json(result.excess_split);
  json["predicted_terms"] = terms_json(result.predicted_terms);
  json["lower_bound_cycles"] = result.lower_bound_cycles;
  json["critical_path_cycles"] = result.critical_path_cycles;
  json["per_round"] = rounds_json(result.per_round);
  json["latency"] = {{"min", result.latency.min}, {"mean", result.latency.mean},
                     {"p50", result.latency.p50}, {"p95", result.latency.p95},
                     {"p99", result.latency.p99}, {"max", result.latency.max}};
  json["links"] = {{"max_utilization", result.links.max_utilization},
                   {"mean_utilization", result.links.mean_utilization},
                   {"blocked_cycles", result.links.waits.total()},
                   {"waits", waits_json(result.links.waits)}};
  json["data_check"] = data_check_name(result.data_check);
  json["messages_hash"] = result.messages_hash.empty() ? Json(nullptr) : Json(result.messages_hash);
  json["deadlock"] = result.stuck ? stuck_json(*result.stuck, result.rounds) : Json(nullptr);
  json["expectations"] = expectations_json(judge(config, result));
  json["notes"] = config.notes;
  json["checksum"] = result_checksum(json);
  json["host"] = {{"wall_seconds", result.wall_seconds},
                  {"flit_hops_per_second", result.flit_hops_per_second},
                  {"peak_rss_bytes", result.peak_rss_bytes}};
  constexpr int kIndent = 2;
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace flitcast
