#include "tb/results/jobs_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "tb/results/json_parts.h"
#include "tb/text/json_members.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// Cycles for which something waited, by the names of the jobs that it waited for.
Json by_name(const std::vector<Cycle>& cycles, const JobsRun& run) {
  Json json = Json::object();
  for (std::size_t job = 0; job < cycles.size(); ++job) {
    if (cycles[job] > 0) {
      json[run.jobs[job].name] = cycles[job];
    }
  }
  return json;
}

Json channel_json(const BlamedChannel& channel, const JobsRun& run) {
  using Kind = BlamedChannel::Kind;
  return {{"kind", channel.kind == Kind::kLink          ? "link"
                   : channel.kind == Kind::kReceivePort ? "receive"
                   : channel.kind == Kind::kBuffer      ? "buffer"
                                                        : "send"},
          {"from", channel.from},
          {"to", channel.to},
          {"waits", channel.waits},
          {"for", by_name(channel.by_job, run)}};
}

Json job_json(const JobResult& job, const JobsRun& run) {
  const bool compared = job.complete() && (job.is_load || job.alone_cycles > 0);
  Cycle waits = 0;
  Json channels = Json::array();
  for (const BlamedChannel& channel : job.channels) {
    waits += channel.waits;
    channels.push_back(channel_json(channel, run));
  }
  Json json{{"kind", job.is_load ? "load" : "finite"}, {"start", job.start}};
  if (job.priority > 0) {
    json["priority"] = job.priority;
  }
  json.update({{"completion_cycles", known_if(job.complete(), job.completion_cycles)},
               {"alone",
                {{"completion_cycles", known_if(compared, job.alone_cycles)},
                 {"latency", job.alone_latency}}},
               {"slowdown", compared ? finite(job.slowdown()) : std::nullopt},
               {"messages", job.messages},
               {"flits", job.flits},
               {"latency", job.latency},
               {"data_check", data_check_name(job.data_check)},
               {"waits", waits},
               {"waits_for", by_name(job.waits_by_job(), run)},
               {"channels", channels}});
  return json;
}

}  // namespace

Json jobs_json(const JobsRun& run) {
  Json json = Json::object();
  for (const JobResult& job : run.jobs) {
    json[job.name] = job_json(job, run);
  }
  return json;
}

}  // namespace flitcast
