#include "tb/cli/commands/run_load.h"

#include <string>
#include <vector>

#include "tb/cli/commands/lockstep_run.h"
#include "tb/plan/load_plan.h"
#include "tb/results/expectations.h"
#include "tb/results/load_json.h"
#include "tb/results/load_report.h"
#include "tb/results/lockstep_report.h"
#include "tb/results/measures_json.h"
#include "tb/sim/progress.h"
#include "tb/sim/simulate_load.h"
#include "tb/system/console.h"
#include "tb/system/exit_code.h"

namespace flitcast {
namespace {

LoadRun simulate_plan(const LoadPlan& plan, RunOutputs& outputs) {
  const auto lockstep =
      lockstep_run(plan.config(), [&](const Config& config, RunObserver& observer) {
        RunParts watched;
        watched.observers = {&observer};
        simulate_load(config, plan.topology(), plan.routing(), plan.packet_latency(), watched);
      });
  RunParts parts;
  parts.channels = true;
  LoadRun run = outputs.watched(parts, [&] {
    return simulate_load(plan.config(), plan.topology(), plan.routing(), plan.packet_latency(),
                         parts);
  });
  run.forecast = plan.forecast();
  if (lockstep) {
    run.lockstep = lockstep->result();
  }
  return run;
}

}  // namespace

int run_load(const RawConfig& raw, const OutputOptions& left_out) {
  const LoadPlan plan = load_plan_on_terminal(raw);
  const Config& config = plan.config();
  const TraceRequest trace = config.trace.wanted() ? resolve_trace(config) : TraceRequest{};
  RunOutputs outputs(config, trace, left_out);
  LoadRun run = simulate_plan(plan, outputs);
  run.tells_host = !left_out.host;
  const nlohmann::ordered_json result = load_json(config, run);
  outputs.write([&] { return json_text(result); }, run, nullptr);
  outputs.show(load_run_report(plan, run) +
               (run.lockstep ? "\n" + lockstep_report(*run.lockstep) : ""));
  if (run.stuck) {
    tell(stuck_text(*run.stuck));
    return exit_code::kStuck;
  }
  const std::vector<std::string> unmet = unmet_lines(judge_load(config, result));
  for (const std::string& line : unmet) {
    tell(line);
  }
  return unmet.empty() ? exit_code::kGood : exit_code::kUnmet;
}

}  // namespace flitcast
