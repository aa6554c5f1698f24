#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/resolve/resolve.h"
#include "tb/results/report_parts.h"
#include "tb/results/text_report.h"

namespace flitcast {
namespace {

void add_prediction(const Plan& plan, Facts& facts) {
  const Prediction& prediction = plan.prediction();
  const TimingModel model = timing_model(plan.config().network);
  facts.number("predicted", prediction.cycles,
               fmt::format("cycles  {}{}{}",
                           prediction.terms ? to_string(*prediction.terms, model) : "link by link",
                           prediction.closed_form ? "" : "  (sum over the rounds)",
                           plan.config().sync == Sync::kDataflow ? "  (round by round)" : ""));
}

/// `compared`: the time that is set against the bound; none for a run that gave up, and for a
/// prediction below it.
void add_bounds(const Prediction& prediction, std::optional<Cycle> compared, Facts& facts) {
  const Cycle bound = prediction.lower_bound_cycles;
  std::string remark = "cycles";
  if (bound > 0 && compared) {
    remark +=
        fmt::format("  (x {:.2f})", static_cast<double>(*compared) / static_cast<double>(bound));
  }
  remark += prediction.below_bound() ? "  above the prediction, and holds" : "";
  facts.number("lower bound", bound, remark);
  facts.number("critical path", prediction.critical_path_cycles, "cycles");
}

/// Where `cycles` come from, when there is something to explain.
std::string split_text(const std::optional<ExcessSplit>& split, Cycle cycles) {
  if (!split || cycles == 0) {
    return "";
  }
  const auto& [waits, slack] = *split;
  std::vector<std::string> parts;
  if (waits.total() != 0) {
    parts.push_back(waits_text(waits));
  }
  if (slack != 0) {
    parts.push_back(fmt::format("less {} of slack", slack));
  }
  const Cycle rest = cycles - (waits.total() - slack);
  if (rest != 0) {
    parts.push_back(unexplained_text(rest, waits.total() != 0));
  }
  return fmt::format("  {}", fmt::join(parts, ", "));
}

/// How much longer the schedule took than alone.
void add_slowdown(const ScheduleRun& result, Facts& facts) {
  const Cycle added = result.added_cycles();
  facts.number("alone", result.background->quiet_cycles, "cycles, without load");
  facts.number("added", added,
               fmt::format("cycles  (x {:.3f}){}", result.slowdown(),
                           split_text(result.added_split(), added)));
}

void add_background(const ScheduleRun& result, Facts& facts) {
  const BackgroundResult& background = *result.background;
  const LoadResult& load = background.load;
  facts.gap();
  if (background.schedule_from < 0) {
    facts.words("load", "the schedule has not begun under load");
    return;
  }
  facts.words("load",
              fmt::format("{}; from cycle {} on, the schedule from {}", to_string(load.verdict),
                          background.traffic_from, background.schedule_from));
  facts.words("rates", fmt::format("offered {}, accepted {} flits per node and cycle",
                                   decimal(load.offered), decimal(load.accepted.mean)));
  if (load.packets > 0) {
    facts.words("packets", fmt::format("latency mean {:.4g}, p50 {}, p99 {} cycles, of {}",
                                       load.latency.mean, background.latency.p50,
                                       background.latency.p99, count_of(load.packets, "packet")));
  } else {
    facts.words("packets", "none arrived in that time");
  }
}

void add_measurements(const ScheduleRun& result, const Config& config, Facts& facts) {
  facts.number("rounds", result.rounds);
  facts.number("messages", result.messages);
  facts.number("flits", result.flits, "payload, " + shown_bytes(result.flits, scale_of(config)));
  facts.number("flit-hops", result.flit_hops);
  facts.gap();
  const LatencyResult& latency = result.latency;
  facts.words(
      "latency",
      std::isnan(latency.mean)
          ? "no message arrived"
          : fmt::format("min {}, mean {:.1f}, p50 {}, p95 {}, p99 {}, max {} cycles; mean {}",
                        latency.min, latency.mean, latency.p50, latency.p95, latency.p99,
                        latency.max, real_time(latency.mean, config.clock_period_ns)));
  facts.words("links", fmt::format("busiest {:.1f} %, mean {:.1f} %, waits {}",
                                   100 * result.links.max_utilization,
                                   100 * result.links.mean_utilization, waits_text(result)));
}

std::string data_check_text(const ScheduleRun& result) {
  switch (result.data_check) {
    case DataCheck::kPassed:
      return "passed: every node holds exactly what the operation promises";
    case DataCheck::kFailed:
      return "FAILED: " + result.data_error;
    case DataCheck::kOff:
      return "off";
  }
  return "";
}

std::string contention_text(const VerifyReport& report) {
  if (report.link_contention <= 1) {
    return "none: every round is link-disjoint";
  }
  return fmt::format("up to {} messages on a link, in {} of {}; first: {}", report.link_contention,
                     report.contended_rounds, count_of(report.rounds, "round"),
                     report.first_contention);
}

std::string deadlock_text(const VerifyReport& report, const Config& config) {
  if (may_deadlock(report, config.sync)) {
    return "possible: " + danger_of(report);
  }
  if (report.dependency_cycle.empty() && keeps_rings_going(config)) {
    return "impossible: every ring keeps a bubble, and the dependency graph of rings has no cycle";
  }
  return report.dependency_cycle.empty()
             ? "impossible: the channel dependency graph has no cycle"
             : "impossible: rounds are link-disjoint and do not overlap";
}

}  // namespace

std::string title(const Draft& draft) {
  const Config& config = draft.config();
  std::string name(config.row->id);
  name += config.variant.empty() ? "" : fmt::format(" ({})", config.variant);
  const Topology& topology = draft.topology();
  return fmt::format(
      "{}: {} on {}, {}, μ = {}{}", name, config.row->operation->name(), topology.describe(),
      count_of(topology.processors(), topology.has_switches() ? "processor" : "node"),
      count_of(config.message_flits, "flit"),
      config.background ? ", under " + load_title(config) : "");
}

void add_run(const Plan& plan, const ScheduleRun& result, Facts& facts) {
  const Config& config = plan.config();
  facts.number(result.stuck ? "gave up at" : "completion", result.completion_cycles,
               "cycles  " + real_time(static_cast<double>(result.completion_cycles),
                                      config.clock_period_ns));
  add_prediction(plan, facts);
  if (!result.stuck) {
    if (result.background) {
      add_slowdown(result, facts);
    }
    facts.number("excess", result.excess_cycles(),
                 "cycles" + split_text(result.excess_split, result.excess_cycles()));
    add_bounds(plan.prediction(), result.completion_cycles, facts);
  } else {
    add_bounds(plan.prediction(), std::nullopt, facts);
  }
  facts.gap();
  add_measurements(result, config, facts);
  facts.words("data", data_check_text(result));
  if (result.background) {
    add_background(result, facts);
  }
}

void add_check(const Plan& plan, Facts& facts) {
  const Config& config = plan.config();
  const VerifyReport& report = plan.report();
  add_prediction(plan, facts);
  const Prediction& prediction = plan.prediction();
  add_bounds(prediction,
             prediction.below_bound() ? std::nullopt : std::optional<Cycle>(prediction.cycles),
             facts);
  facts.gap();
  facts.number("rounds", report.rounds);
  facts.number("messages", report.messages);
  facts.number("flits", report.payload_flits,
               "payload, " + shown_bytes(report.payload_flits, scale_of(config)));
  facts.number("largest", report.largest_packet_flits, "flits in a packet, header included");
  facts.number("longest", report.max_hops, "hops");
  facts.gap();
  facts.words("data", fmt::format("correct: {} is complete after {}", config.row->operation->name(),
                                  count_of(report.rounds, "round")));
  facts.words("ports",
              fmt::format("respected: {} a node",
                          count_of(static_cast<std::uint64_t>(config.network.ports), "port")));
  if (!plan.topology().routes().empty()) {
    facts.words("routes", plan.topology().routes());
  }
  facts.words("contention", contention_text(report));
  facts.words("deadlock", fmt::format("{}{}", deadlock_text(report, config),
                                      config.background ? ", packets of load included" : ""));
}

}  // namespace flitcast
