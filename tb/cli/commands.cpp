#include "tb/cli/commands.h"

#include <fmt/format.h>

#include "tb/config/config_keys.h"
#include "tb/config/config_value.h"
#include "tb/plan/plan.h"
#include "tb/results/text_report.h"
#include "tb/show/row_listing.h"
#include "tb/sim/progress.h"
#include "tb/system/console.h"
#include "tb/system/shown_text.h"
#include "tb/trace/trace_request.h"

namespace flitcast {

int check_command(const Arguments& arguments) {
  const Plan plan = plan_on_terminal(gather_config(arguments));
  if (plan.config().trace.wanted()) {
    resolve_trace(plan.config(), plan.schedule());
  }
  print(arguments.has("resolved") ? resolved_ini(plan.config()) : printable(check_report(plan)));
  return exit_code::kGood;
}

int list_command(const Arguments& arguments) {
  refuse_keys(arguments);
  if (arguments.operands.size() > 1) {
    throw ConfigError(fmt::format("list takes one ID; {} is one too many",
                                  flitcast::quoted(arguments.operands[1])));
  }
  const bool json = arguments.wants_json();
  if (arguments.operands.empty()) {
    print(json ? list_rows_json() : list_rows());
    return exit_code::kGood;
  }
  if (json) {
    throw ConfigError("--format: json is for the whole list; leave the ID out");
  }
  try {
    print(describe_row(find_row(arguments.operands[0].substr(0, 60))));
  } catch (const ParameterError& error) {
    throw ConfigError(error.what());
  }
  return exit_code::kGood;
}

}  // namespace flitcast
