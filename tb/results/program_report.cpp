#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/results/report_parts.h"
#include "tb/results/text_report.h"
#include "tb/text/text_columns.h"
#include "traffic/forecast/program_bound.h"
#include "traffic/placement/placement_load.h"

namespace flitcast {
namespace {

/// By RankDeed.
constexpr std::array<const char*, kRankDeeds> kRankDeedWords{
    "compute",           "start up",     "send", "delay", "wait for data under way",
    "for data not sent", "for channels", "idle"};

std::string data_text(const ProgramPlan& plan, const ProgramRun& run) {
  switch (run.data_check) {
    case DataCheck::kPassed:
      return plan.program().promises.empty()
                 ? "passed: every word arrived as it was sent"
                 : "passed: every rank holds exactly what the collective promises";
    case DataCheck::kFailed:
      return "FAILED: " + run.data_error;
    case DataCheck::kOff:
      return "off";
  }
  return "";
}

void add_size(const ProgramPlan& plan, Facts& facts) {
  const Program& program = plan.program();
  facts.number("ranks", program.ranks());
  facts.number("operations", program.size());
  facts.number("messages", program.messages());
  facts.number("flits", program.flits(),
               "payload, " + shown_bytes(program.flits(), scale_of(plan.config())));
}

std::string percent(Cycle part, Cycle of) {
  return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(of));
}

/// What the completion is made of.
void add_path(const PathSplit& path, Facts& facts) {
  const auto add = [&](const std::string& name, Cycle cycles) {
    if (cycles != 0) {
      facts.number("  " + name, cycles, "cycles, " + percent(cycles, path.total()));
    }
  };
  facts.words("critical path", "what the completion is made of");
  for (std::size_t part = 0; part < kPathParts; ++part) {
    add(std::string(kPathPartNames[part]), path.cycles[part]);
  }
  for (std::size_t cause = 0; cause < kWaitCauses; ++cause) {
    add(fmt::format("waits: {}", kWaitCauseNames[cause]), path.waits.cycles()[cause]);
  }
  facts.gap();
}

/// What all ranks did until their ends.
std::string ranks_text(const std::vector<RankTimes>& ranks) {
  std::array<Cycle, kRankDeeds> all{};
  for (const RankTimes& rank : ranks) {
    std::transform(all.begin(), all.end(), rank.cycles.begin(), all.begin(), std::plus<>());
  }
  const Cycle total = std::accumulate(all.begin(), all.end(), Cycle{0});
  std::vector<std::string> shares;
  for (std::size_t deed = 0; deed < kRankDeeds; ++deed) {
    if (all[deed] > 0) {
      shares.push_back(fmt::format("{} {}", kRankDeedWords[deed], percent(all[deed], total)));
    }
  }
  return fmt::format("{}", fmt::join(shares, ", "));
}

/// What was measured where the program ran before, and how far off this run is.
void add_measured(const MeasuredRun& measured, const MeasuredComparison& here, Facts& facts) {
  facts.number(
      "measured", measured.end,
      fmt::format("cycles, and {} here, {:+.1f} %", here.makespan, 100 * here.makespan_error));
  if (!here.waits.empty()) {
    facts.number(
        "waits", here.waits.size(),
        fmt::format("measured, off by {:.1f} % in the median, {:.1f} % in nine of ten; rank "
                    "correlation {:.2f}",
                    100 * here.median_error, 100 * here.p90_error, here.order));
  }
  facts.gap();
}

std::string time_of(Cycle cycles, const Config& config) {
  return "cycles  " + real_time(static_cast<double>(cycles), config.clock_period_ns);
}

std::string load_text(const PlacementLoad& load) {
  const PlacementLoad::Worst worst = load.worst();
  if (worst.flits == 0) {
    return "none";
  }
  return fmt::format("worst {}, headers included, {} -> {}, mean {:.1f} of {}, along base routes",
                     count_of(worst.flits, "flit"), worst.node,
                     load.topology().neighbour(worst.node, worst.port),
                     static_cast<double>(load.flit_hops()) / static_cast<double>(load.channels()),
                     count_of(load.channels(), "channel"));
}

constexpr const char* kNeverEnds = "comes to a stand on these nodes without contention";

std::string bound_text(const ProgramBound& bound, Cycle predicted) {
  const std::string reason = bound.reason.empty() ? "" : ": " + bound.reason;
  return "cycles" + reason +
         (predicted < bound.cycles ? "; the prediction counts no contention" : "");
}

/// Whether data could be others in another order of times.
std::string races_text(const ProgramPlan& plan) {
  if (!plan.forecast().waiting.empty()) {
    return "not looked for: the program comes to a stand";
  }
  const FoundRaces races =
      find_races(plan.program(), plan.placement(), plan.routing(), plan.config().network);
  return !races.first.empty()
             ? races.first + "; data are correct in one order of times"
             : std::string(races.complete ? "none: dependencies and messages order all that counts"
                                          : "not all looked for: the program is too large; data "
                                            "are correct in one order of times");
}

}  // namespace

std::string title(const ProgramPlan& plan) {
  const Topology& topology = plan.topology();
  const std::string& placement = plan.config().placement;
  return fmt::format(
      "{}, on {}, {}{}", plan.program().title, topology.describe(),
      count_of(topology.processors(), topology.has_switches() ? "processor" : "node"),
      placement == Config().placement ? "" : ", placement " + placement);
}

void add_run(const ProgramPlan& plan, const ProgramRun& run, Facts& facts) {
  const Config& config = plan.config();
  facts.number(run.stuck ? "gave up at" : "completion", run.completion_cycles,
               time_of(run.completion_cycles, config));
  if (run.predicted_cycles) {
    facts.number("predicted", *run.predicted_cycles, "cycles without contention");
  } else {
    facts.words("predicted", kNeverEnds);
  }
  if (run.excess_cycles()) {
    facts.number("excess", *run.excess_cycles(), "cycles");
  }
  facts.gap();
  if (run.measured) {
    add_measured(plan.program().measured, *run.measured, facts);
  }
  if (run.critical_path && run.critical_path->total() > 0) {
    add_path(*run.critical_path, facts);
  }
  add_size(plan, facts);
  facts.number("flit-hops", run.flit_hops);
  facts.gap();
  const LatencyResult& latency = run.latency;
  facts.words(
      "latency",
      std::isnan(latency.mean)
          ? "no message arrived"
          : fmt::format("min {}, mean {:.1f}, p50 {}, p95 {}, p99 {}, max {} cycles", latency.min,
                        latency.mean, latency.p50, latency.p95, latency.p99, latency.max));
  facts.words("links", fmt::format("busiest {:.1f} %, mean {:.1f} %, waits {}",
                                   100 * run.links.max_utilization,
                                   100 * run.links.mean_utilization, waits_text(run)));
  if (const std::string ranks = ranks_text(run.ranks); !ranks.empty()) {
    facts.words("ranks do", ranks);
  }
  facts.words("data", data_text(plan, run));
  for (const std::string& line : run.waiting) {
    facts.words("waits", line);
  }
}

void add_check(const ProgramPlan& plan, Facts& facts) {
  const ProgramForecast& forecast = plan.forecast();
  if (forecast.prediction()) {
    const ProgramBound bound =
        program_bound(plan.program(), &plan.placement(), plan.routing(), plan.config().network);
    facts.number("predicted", forecast.cycles,
                 time_of(forecast.cycles, plan.config()) + ", without contention");
    facts.number("lower bound", bound.cycles, bound_text(bound, forecast.cycles));
  } else {
    facts.words("predicted", kNeverEnds);
  }
  facts.words("link load", load_text(PlacementLoad(rank_flows(plan.program()), plan.placement(),
                                                   plan.routing())));
  facts.gap();
  add_size(plan, facts);
  facts.gap();
  facts.words("matching", forecast.left_over == 0 && forecast.waiting.empty()
                              ? "every message is received, every receive gets one"
                              : "not all messages and receives meet");
  if (plan.program().fifo_depth > 0) {
    facts.words("channels", fmt::format("hold {}; {} would do", plan.program().fifo_depth,
                                        count_of(forecast.least_depth, "message")));
  }
  if (!plan.program().promises.empty()) {
    facts.words("data", "correct: every rank ends with what the collective promises");
    facts.words("races", races_text(plan));
  }
  facts.words("deadlock", fmt::format("{}: {}", plan.proof().free ? "impossible" : "possible",
                                      plan.proof().argument));
}

}  // namespace flitcast
