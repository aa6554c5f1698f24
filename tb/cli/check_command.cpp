#include "tb/cli/arguments.h"
#include "tb/cli/commands.h"
#include "tb/config/config_keys.h"
#include "tb/results/text_report.h"
#include "tb/sim/progress.h"
#include "tb/system/console.h"
#include "tb/system/shown_text.h"
#include "tb/trace/trace_request.h"

namespace flitcast {
namespace {

constexpr const char* kHelp =
    R"(Proves without a simulation that the configuration can be played: data, ports, contention, deadlock,
and predicts its cost. --resolved prints the effective configuration instead, as a file to run.
)";

int check(const Arguments& arguments) {
  const Plan plan = plan_on_terminal(gather_config(arguments));
  if (plan.config().trace.wanted()) {
    resolve_trace(plan.config(), plan.schedule());
  }
  print(arguments.has("resolved") ? resolved_ini(plan.config()) : printable(check_report(plan)));
  return exit_code::kGood;
}

}  // namespace

Command check_command() {
  Command command{"check", check};
  command.uses = {
      {"flitcast check CONFIG [--key=value ...] [--resolved]", "the same without simulating"}};
  command.help = kHelp;
  command.options = {{"resolved"}};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast
