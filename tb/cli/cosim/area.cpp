// flitcast area: what the routers of a configuration take as hardware.

#include <fmt/format.h>

#include "tb/area/area_report.h"
#include "tb/area/network_area.h"
#include "tb/area/router_synthesis.h"
#include "tb/cli/arguments.h"
#include "tb/cli/cosim/area_options.h"
#include "tb/cli/cosim/cosim_actions.h"
#include "tb/config/keys/config_keys.h"
#include "tb/plan/planned_run.h"
#include "tb/results/report_parts.h"
#include "tb/system/console.h"
#include "tb/text/shown_text.h"

namespace flitcast::cli {

int area_main(const Arguments& arguments) {
  const bool json = arguments.wants_json();
  const AreaOptions options = area_options(arguments);
  const Config config = config_of(plan_on_terminal(gather_config(arguments)));
  const std::vector<area::RouterKind> kinds = area::router_builds(config, options.word_bits);
  area::RouterSynthesis synthesis(area::find_area_tools(options.liberty), options.synthesis);
  find_on_terminal([&](const area::RouterSynthesis::Watcher& watcher) {
    synthesis.find(builds_of(kinds), watcher);
  });
  const area::NetworkArea network = area::network_area(kinds, synthesis);
  const std::string title = fmt::format("routers of {}, flits of {} bits",
                                        config.topology->describe(), options.word_bits);
  print(json ? area::area_report_json(config, network, synthesis.tools())
             : printable(area::area_text(heading(title, config), network, synthesis.tools(),
                                         config.clock_period_ns)));
  return exit_code::kGood;
}

}  // namespace flitcast::cli
