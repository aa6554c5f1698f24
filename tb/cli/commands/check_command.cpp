#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/config/keys/config_key_text.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/load_plan.h"
#include "tb/results/load_report.h"
#include "tb/results/text_report.h"
#include "tb/sim/progress.h"
#include "tb/system/console.h"
#include "tb/text/shown_text.h"
#include "tb/trace/trace_request.h"

namespace flitcast {
namespace {

constexpr const char* kCheckHelp =
    R"(Proves without a simulation that the configuration can be played: data, ports,
contention, deadlock, and predicts its cost. Of random traffic it tells latency
without load and the bounds of throughput.
--resolved prints the effective configuration instead, as a file to run.
)";

std::string checked_load(const RawConfig& raw, bool resolved) {
  const LoadPlan plan = load_plan_on_terminal(raw);
  if (plan.config().trace.wanted()) {
    resolve_trace(plan.config());
  }
  return resolved ? resolved_ini(plan.config()) : printable(load_check_report(plan));
}

std::string checked_schedule(const RawConfig& raw, bool resolved) {
  const Plan plan = plan_on_terminal(raw);
  if (plan.config().trace.wanted()) {
    resolve_trace(plan.config(), plan.schedule());
  }
  return resolved ? resolved_ini(plan.config()) : printable(check_report(plan));
}

int check(const Arguments& arguments) {
  const RawConfig raw = gather_config(arguments);
  const bool resolved = arguments.has("resolved");
  print(gives_load_alone(raw) ? checked_load(raw, resolved) : checked_schedule(raw, resolved));
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

}  // namespace flitcast
