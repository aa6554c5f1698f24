#include "tb/show/synthesis_json.h"

#include <fmt/format.h>

#include "hw/topology/link_times.h"
#include "traffic/verify/verifier.h"

namespace flitcast::show {

Schedule schedule_of(const Synthesis& synthesis, const Config& config, const std::string& claim) {
  const LinkTimes links(*config.topology, config.network);
  Schedule schedule;
  schedule.algorithm = "synthesized, " + claim;
  schedule.operation = synthesis.operation;
  schedule.rounds = synthesis.rounds.size();
  schedule.fill = [&synthesis](std::uint64_t number, Round& out) {
    out = synthesis.rounds[number];
  };
  VerifyOptions options;
  options.model = timing_model(config.network);
  options.ports = config.network.ports;
  options.duplex = config.network.duplex;
  options.disjoint_links = true;
  options.links = &links;
  verify(schedule, *config.routing, options);
  return schedule;
}

void write_synthesis_json(const Synthesis& synthesis, const Config& config,
                          const std::string& claim, const TextSink& sink) {
  Config own = config;
  own.message_flits = synthesis.operation.parts;
  write_schedule_json(own, schedule_of(synthesis, config, claim), {}, sink);
}

std::string claim_of(const Synthesis& synthesis) {
  return synthesis.is_optimal()
             ? "proved optimal"
             : fmt::format("bound {}, found {}", synthesis.least, synthesis.time);
}

}  // namespace flitcast::show
