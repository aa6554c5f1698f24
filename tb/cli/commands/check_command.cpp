#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/config/keys/config_keys.h"
#include "tb/plan/planned_run.h"
#include "tb/results/text_report.h"
#include "tb/system/console.h"
#include "tb/text/shown_text.h"
#include "tb/trace/trace_request.h"

namespace flitcast::cli {
namespace {

constexpr const char* kCheckHelp =
    R"(Proves without a simulation that the configuration can be played: data, ports,
contention, deadlock, and predicts its cost. Of random traffic it tells latency
without load and the bounds of throughput.
--resolved prints the effective configuration instead, as a file to run.
)";

int check(const Arguments& arguments) {
  const PlannedRun plan = plan_on_terminal(gather_config(arguments));
  const Config& config = config_of(plan);
  if (config.trace.wanted()) {
    trace::resolve_trace(config, schedule_of(plan));
  }
  print(arguments.has("resolved") ? resolved_ini(config) : printable(check_report(plan)));
  return exit_code::kGood;
}

}  // namespace

Command check_command() {
  Command command{"check", check};
  command.uses = {
      {"flitcast check CONFIG [--key=value ...] [--resolved]", "the same without simulating"}};
  command.help = kCheckHelp;
  command.options = {{"resolved"}};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
