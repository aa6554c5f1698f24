#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

/// "row 120, noise 17, itself 3": the jobs that it waited for, most first.
std::string waits_for_text(std::vector<Cycle> waits, const JobResult& job, const JobsRun& run) {
  std::vector<std::string> parts;
  for (;;) {
    const auto most = std::max_element(waits.begin(), waits.end());
    if (most == waits.end() || *most == 0) {
      return fmt::format("{}", fmt::join(parts, ", "));
    }
    const std::string& name = run.jobs[static_cast<std::size_t>(most - waits.begin())].name;
    parts.push_back(fmt::format("{} {}", name == job.name ? "itself" : name, *most));
    *most = 0;
  }
}

std::string channel_text(const BlamedChannel& channel) {
  switch (channel.kind) {
    case BlamedChannel::Kind::kLink:
      return fmt::format("{} -> {}", channel.from, channel.to);
    case BlamedChannel::Kind::kReceivePort:
      return fmt::format("receive port of {}", channel.from);
    case BlamedChannel::Kind::kBuffer:
      return fmt::format("buffer of {} -> {}", channel.from, channel.to);
    case BlamedChannel::Kind::kSendPort:
      break;
  }
  return fmt::format("send port of {}", channel.from);
}

std::string time_text(Cycle cycles, const Config& config) {
  return real_time(static_cast<double>(cycles), config.clock_period_ns);
}

/// How long it waited, for whom, and where most.
void add_waits(const JobResult& job, const JobsRun& run, const Config& config, Facts& facts) {
  constexpr std::size_t kMost = 3;
  Cycle waits = 0;
  for (const BlamedChannel& channel : job.channels) {
    waits += channel.waits;
  }
  facts.words("  waited",
              waits == 0 ? "never"
                         : fmt::format("{} cycles, {}, for {}", waits, time_text(waits, config),
                                       waits_for_text(job.waits_by_job(), job, run)));
  for (std::size_t i = 0; i < std::min(kMost, job.channels.size()); ++i) {
    const BlamedChannel& channel = job.channels[i];
    facts.words("    at", fmt::format("{}: {} cycles, for {}", channel_text(channel), channel.waits,
                                      waits_for_text(channel.by_job, job, run)));
  }
}

std::string priority_text(int priority) {
  return priority == 0 ? "" : fmt::format(", priority {}", priority);
}

/// ", 1.250 times as long as alone".
std::string slowdown_text(const JobResult& job) {
  if (!job.complete()) {
    return ", and is not complete";
  }
  if (job.is_load) {
    return std::isnan(job.slowdown())
               ? ""
               : fmt::format("; its packets take {:.3f} times as long as alone", job.slowdown());
  }
  return job.alone_cycles == 0
             ? ""
             : fmt::format("; x {:.3f} of {} alone", job.slowdown(), job.alone_cycles);
}

void add_job(const JobResult& job, const JobsRun& run, const Config& config, Facts& facts) {
  facts.gap();
  facts.add(fmt::format("job {}", job.name),
            job.complete() ? std::to_string(job.completion_cycles) : "–",
            fmt::format("cycles  {}from cycle {} on{}{}",
                        job.complete() ? time_text(job.completion_cycles, config) + ", " : "",
                        job.start, priority_text(job.priority), slowdown_text(job)));
  facts.number(job.is_load ? "  packets" : "  messages", job.messages,
               fmt::format("of {}, {}", count_of(job.flits, "flit"),
                           shown_bytes(job.flits, scale_of(config))));
  facts.words("  latency", latency_text(job));
  if (run.jobs.size() > 1) {
    add_waits(job, run, config, facts);
  }
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
  facts.number(run.stuck ? "gave up at" : "completion", run.completion_cycles,
               "cycles  " + time_text(run.completion_cycles, config));
  for (const JobResult& job : run.jobs) {
    add_job(job, run, config, facts);
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
    facts.words(job.name, fmt::format("{}, from cycle {} on{}", title_of(job), job.start,
                                      priority_text(job.priority)));
    std::visit([&](const auto& own) { add_check(own, facts); }, *job.plan);
    facts.gap();
  }
  facts.words("all at once",
              fmt::format("deadlock {}: {}", plan.proof().free ? "impossible" : "possible",
                          plan.proof().argument));
}

}  // namespace flitcast
