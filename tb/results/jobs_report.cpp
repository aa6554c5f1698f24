#include <cmath>

#include <fmt/format.h>

#include "tb/results/report_parts.h"
#include "tb/results/text_report.h"

namespace flitcast {
namespace {

std::string title_of(const JobsPlan::Job& job) {
  return std::visit([](const auto& plan) { return title(plan); }, *job.plan);
}

std::string latency_text(const JobResult& job) {
  const LatencyResult& latency = job.latency;
  return std::isnan(latency.mean)
             ? (job.is_load ? "no packet arrived while others went on" : "no message arrived")
             : fmt::format("min {}, mean {:.1f}, p99 {}, max {} cycles", latency.min, latency.mean,
                           latency.p99, latency.max);
}

void add_job(const JobResult& job, Facts& facts) {
  const bool complete = job.data_check != DataCheck::kOff;
  facts.gap();
  facts.add(
      fmt::format("job {}", job.name), complete ? std::to_string(job.completion_cycles) : "–",
      fmt::format("cycles from cycle {} on{}", job.start, complete ? "" : ", and is not complete"));
  facts.number(job.is_load ? "  packets" : "  messages", job.messages,
               fmt::format("of {}", count_of(job.flits, "flit")));
  facts.words("  latency", latency_text(job));
}

}  // namespace

std::string title(const JobsPlan& plan) {
  const Topology& topology = plan.topology();
  std::string text =
      fmt::format("{} on {}, {}", count_of(plan.jobs().size(), "job"), topology.describe(),
                  count_of(topology.processors(), topology.has_switches() ? "processor" : "node"));
  for (const JobsPlan::Job& job : plan.jobs()) {
    text += fmt::format("\n  {}: {}", job.name, title_of(job));
  }
  return text;
}

void add_run(const JobsPlan& plan, const JobsRun& run, Facts& facts) {
  const Config& config = plan.config();
  facts.number(
      run.stuck ? "gave up at" : "completion", run.completion_cycles,
      "cycles  " + real_time(static_cast<double>(run.completion_cycles), config.clock_period_ns));
  for (const JobResult& job : run.jobs) {
    add_job(job, facts);
  }
  facts.gap();
  facts.number("flit-hops", run.flit_hops);
  facts.words("links", fmt::format("busiest {:.1f} %, mean {:.1f} %, waits {}",
                                   100 * run.links.max_utilization,
                                   100 * run.links.mean_utilization, waits_text(run)));
  facts.words("data", run.data_check == DataCheck::kFailed ? "FAILED: " + run.data_error
                      : run.data_check == DataCheck::kOff
                          ? "off"
                          : "passed: every job holds what it should");
}

void add_check(const JobsPlan& plan, Facts& facts) {
  for (const JobsPlan::Job& job : plan.jobs()) {
    facts.words(job.name, fmt::format("{}, from cycle {} on", title_of(job), job.start));
    std::visit([&](const auto& own) { add_check(own, facts); }, *job.plan);
    facts.gap();
  }
  facts.words("deadlock", fmt::format("{}: {}", plan.proof().free ? "impossible" : "possible",
                                      plan.proof().argument));
}

}  // namespace flitcast
