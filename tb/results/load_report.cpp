#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "tb/results/report_parts.h"
#include "tb/results/text_report.h"
#include "traffic/channel_load/class_shares.h"

namespace flitcast {
namespace {

constexpr const char* kFlitRate = "flits per node and cycle";

/// "cycles ± 0.12 (0.4 %)".
std::string with_interval(const char* unit, const Estimate& estimate) {
  if (!std::isfinite(estimate.half_width)) {
    return fmt::format("{}, without an interval", unit);
  }
  constexpr double kWhole = 10;
  const double share = estimate.mean > 0 ? 100 * estimate.half_width / estimate.mean : 0;
  return fmt::format("{} ± {:.3g} ({} %)", unit, estimate.half_width,
                     share < kWhole ? fmt::format("{:.2g}", share) : fmt::format("{:.0f}", share));
}

std::string bounds_text(const LoadPlan& plan) {
  const LoadBounds& bounds = plan.prediction().bounds;
  std::string parts;
  const auto add = [&](const char* name, double bound, const std::string& where) {
    if (std::isfinite(bound)) {
      parts += fmt::format("{} {} {}{}", parts.empty() ? ":" : ",", name, decimal(bound), where);
    }
  };
  const std::string channel =
      bounds.gamma_node == kNoNode
          ? ""
          : fmt::format(" ({} -> {})", bounds.gamma_node,
                        plan.topology().neighbour(bounds.gamma_node, bounds.gamma_port));
  add("channels", bounds.channel, channel);
  add("bisection", bounds.bisection, "");
  add("injection", bounds.injection, "");
  add("ejection", bounds.ejection, "");
  add("memories", bounds.memory, "");
  // The rate is of requests, and what is accepted counts replies, too.
  const bool replies = plan.config().load.reply_flits > 0;
  return fmt::format("{}{} where all nodes have as much{}{}",
                     replies ? "flits of requests per node and cycle" : kFlitRate,
                     replies ? ", with their replies," : "", parts,
                     std::isnan(bounds.gamma_max) ? ", with any routing" : "");
}

std::string reason_for_no_estimate(const LoadPlan& plan) {
  if (plan.config().load.pattern.word == "trace") {
    return "packets of a trace do not come at random";
  }
  if (plan.config().network.memory) {
    return "requests and replies wait in memories";
  }
  const std::string unknown = unknown_routes(plan.routing());
  return unknown.empty() ? "the rate is beyond a queue of the way" : unknown;
}

void add_theory(const LoadPlan& plan, Facts& facts) {
  const LoadPrediction& prediction = plan.prediction();
  facts.add("zero load", decimal(prediction.zero_load),
            fmt::format("cycles, mean over the packets, of {} hops", decimal(prediction.hops)));
  if (!prediction.knows_channels) {
    facts.words("estimate", "not computed for so many processors, nor bounds");
    return;
  }
  if (std::isfinite(prediction.estimate)) {
    facts.add("estimate", decimal(prediction.estimate), "cycles at this rate, of queues M/G/1");
  } else {
    facts.words("estimate", "none: " + reason_for_no_estimate(plan));
  }
  facts.add("bound", decimal(prediction.bounds.smallest()), bounds_text(plan));
}

/// How much of the ways each class of virtual channels has.
void add_classes(const LoadPlan& plan, Facts& facts) {
  const Config& config = plan.config();
  if (plan.routing().classes_of(config.network.vcs) == 1) {
    return;
  }
  const auto pattern = make_pattern(plan.topology(), config.load.pattern);
  const std::vector<double> shares = class_shares(plan.routing(), *pattern);
  std::string text;
  for (std::size_t vc_class = 0; vc_class < shares.size(); ++vc_class) {
    text += fmt::format("{}{:.0f} % in class {}", text.empty() ? "" : ", ", 100 * shares[vc_class],
                        vc_class);
  }
  if (!text.empty()) {
    facts.words("classes", text + ", of all links that packets take");
  }
}

std::string limit_text(LoadLimit limit) {
  const std::string_view key = limiting_key(limit);
  return key.empty() ? "" : fmt::format("; {} were over", key);
}

/// What to give an unsettled run to settle it; nothing where that is not known.
std::string remedy_text(const LoadResult& load, const LoadSettings& settings) {
  constexpr double kMostTimes = 1e6;
  const LoadMissing& missing = load.missing;
  if (load.limit == LoadLimit::kNone) {
    return "";
  }
  if (!load.transient_over) {
    return "; it was still warming up: give it more, or load.warm_up, if it is not saturated";
  }
  if (!(missing.times > 0 && missing.times < kMostTimes)) {
    return "";
  }
  const double limit = load.limit == LoadLimit::kCycles
                           ? static_cast<double>(settings.most_cycles)
                           : static_cast<double>(std::max(settings.most_packets, load.packets));
  const double in_two_digits = std::stod(fmt::format("{:.1e}", limit * missing.times));
  const std::string wider = std::isfinite(missing.precision)
                                ? fmt::format(", or load.precision = {:.2g}", missing.precision)
                                : ", for latencies here hang together for long";
  return fmt::format("; it would take about {} = {:.0f}{}", limiting_key(load.limit), in_two_digits,
                     wider);
}

bool draws_packets(const LoadSettings& load) {
  return load.pattern.word != "trace";
}

std::string verdict_text(const LoadRun& run, const Config& config) {
  const LoadResult& load = run.load;
  switch (load.verdict) {
    case LoadVerdict::kSettled:
      if (!draws_packets(config.load)) {
        return "settled: the trace was played to its end";
      }
      return load.latency.half_width <= config.load.precision * load.latency.mean
                 ? "settled: steady, with intervals as narrow as wanted"
                 : "settled: steady, and so close to saturation that a wider interval will do";
    case LoadVerdict::kUnsettled:
      if (run.stuck) {
        return fmt::format("unsettled: the run was given up at cycle {} {}", run.stuck->verdict,
                           run.stuck->position);
      }
      return fmt::format("unsettled: {} cycles do not tell the means to {} %{}{}", load.measured_to,
                         100 * config.load.precision, limit_text(load.limit),
                         remedy_text(load, config.load));
    case LoadVerdict::kSaturated:
      return fmt::format(
          "saturated: beyond {} times the latency without load, or source queues grow{}",
          config.load.saturation, limit_text(load.limit));
    case LoadVerdict::kStalled:
      return "stalled: packets are under way and none arrives any more";
  }
  return "";
}

/// A bound is one of what all nodes have. Where some have more than it, since others have less,
/// what the least has, for its share of the rate; empty where the mean is within the bound.
std::string least_text(const LoadPlan& plan, const LoadResult& load) {
  const LoadSettings& settings = plan.config().load;
  if (!(load.accepted.mean > plan.prediction().bounds.smallest()) || settings.reply_flits > 0 ||
      !draws_packets(settings)) {
    return "";
  }
  const auto pattern = make_pattern(plan.topology(), settings.pattern);
  const auto time = static_cast<double>(load.measured_to - load.measured_from);
  double least = std::numeric_limits<double>::infinity();
  for (NodeId node = 0; node < plan.topology().processors(); ++node) {
    const double wanted = pattern->share(node) * time;
    if (wanted > 0) {
      least = std::min(least, static_cast<double>(load.nodes[node].sent_flits) / wanted);
    }
  }
  return fmt::format(", {} by the node with least", decimal(least));
}

void add_measures(const LoadPlan& plan, const LoadRun& run, Facts& facts) {
  const LoadResult& load = run.load;
  facts.words("verdict", verdict_text(run, plan.config()));
  const Scale scale = scale_of(plan.config());
  facts.add("offered", decimal(load.offered),
            fmt::format("{}, {}", kFlitRate, shown_rate(load.offered, scale)));
  facts.add("accepted", decimal(load.accepted.mean),
            fmt::format("{}, {}{}", with_interval(kFlitRate, load.accepted),
                        shown_rate(load.accepted.mean, scale), least_text(plan, load)));
  facts.add("latency", decimal(load.latency.mean),
            fmt::format("{}: {} before the network, {} in it",
                        load.verdict == LoadVerdict::kSaturated
                            ? "cycles in the time of this run, and others in a longer one"
                            : with_interval("cycles", load.latency),
                        decimal(load.queueing), decimal(load.network)));
  const LatencyResult& latency = run.latency;
  facts.words("of packets",
              load.packets == 0
                  ? "none arrived in the measured time"
                  : fmt::format("min {}, p50 {}, p95 {}, p99 {}, max {} cycles", latency.min,
                                latency.p50, latency.p95, latency.p99, latency.max));
  if (plan.config().load.reply_flits > 0) {
    facts.add("round trip", decimal(load.round_trip), "cycles from request to reply");
  }
}

void add_account(const LoadRun& run, Facts& facts) {
  const LoadResult& load = run.load;
  const LoadAccount& account = load.account;
  facts.number("packets", load.packets,
               fmt::format("measured, in cycles {} to {}", load.measured_from,
                           std::max(load.measured_from, load.measured_to - 1)));
  facts.number("flits", account.created_flits,
               fmt::format("created, {} delivered, {} in flight, {} queued at the end, cycle {}",
                           account.delivered_flits, account.in_flight_flits, account.queued_flits,
                           run.completion_cycles));
  facts.number("flit-hops", run.flit_hops);
  facts.words("links", fmt::format("busiest {:.1f} %, mean {:.1f} %, waits {}",
                                   100 * run.links.max_utilization,
                                   100 * run.links.mean_utilization, waits_text(run)));
}

std::string packets_text(const LoadSettings& load) {
  std::string text = fmt::format("packets of {}", to_string(load.sizes));
  text += load.sizes.size() == 1 && load.sizes.front().value == 1 ? " flit" : " flits";
  if (!load.destinations.empty()) {
    text += fmt::format(" to {} destinations", to_string(load.destinations));
  }
  if (load.reply_flits > 0) {
    text += fmt::format(", answered by {}", load.reply_flits);
    text +=
        load.writes > 0 ? fmt::format(", and {:g} % the other way round", 100 * load.writes) : "";
  }
  return text;
}

std::string title_of(const LoadPlan& plan, const std::string& rate) {
  const LoadSettings& load = plan.config().load;
  const Topology& topology = plan.topology();
  return fmt::format(
      "{}{} on {}, {}{}", load.pattern.word, rate, topology.describe(),
      count_of(topology.processors(), topology.has_switches() ? "processor" : "node"),
      draws_packets(load) ? ", " + packets_text(load) : "");
}

std::string rate_text(const Config& config) {
  const LoadSettings& load = config.load;
  if (load.injection == Injection::kClosed) {
    const int requests = config.memory.outstanding;
    return fmt::format(" with {} under way from every node",
                       count_of(static_cast<std::uint64_t>(requests), "request"));
  }
  return draws_packets(load) ? fmt::format(" at {} {}", load.rate, kFlitRate) : "";
}

}  // namespace

std::string title(const LoadPlan& plan) {
  return title_of(plan, rate_text(plan.config()));
}

std::string load_title(const Config& config) {
  const LoadSettings& load = config.load;
  return load.pattern.word + rate_text(config) +
         (draws_packets(load) ? ", " + packets_text(load) : "");
}

std::string title_without_rate(const LoadPlan& plan) {
  return title_of(plan, "");
}

void add_run(const LoadPlan& plan, const LoadRun& run, Facts& facts) {
  add_measures(plan, run, facts);
  facts.gap();
  add_theory(plan, facts);
  facts.gap();
  add_account(run, facts);
}

void add_check(const LoadPlan& plan, Facts& facts) {
  add_theory(plan, facts);
  add_classes(plan, facts);
  facts.gap();
  if (!plan.topology().routes().empty()) {
    facts.words("routes", plan.topology().routes());
  }
  facts.words("deadlock", fmt::format("{}: {}", plan.proof().free ? "impossible" : "possible",
                                      plan.proof().argument));
}

}  // namespace flitcast
