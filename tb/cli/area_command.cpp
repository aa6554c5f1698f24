// flitcast area: what the routers of a configuration take as hardware.

#include <fmt/format.h>

#include "tb/area/area_report.h"
#include "tb/area/network_area.h"
#include "tb/area/router_synthesis.h"
#include "tb/cli/area_options.h"
#include "tb/cli/arguments.h"
#include "tb/cli/commands.h"
#include "tb/config/config_keys.h"
#include "tb/results/report_parts.h"
#include "tb/sim/progress.h"
#include "tb/system/console.h"
#include "tb/system/shown_text.h"

namespace flitcast {
namespace {

constexpr const char* kHelp =
    R"(Synthesizes the router of the configuration, which is in SystemVerilog, by
yosys: cells, flip-flops, look-up tables of an FPGA, and with a liberty file
gate equivalents and, by OpenSTA, the shortest period of the clock. Where the
routers of the network have different numbers of links, all of these are, and
the one with most comes first; rtl.user in the nodes of rtl.nodes. What has
been synthesized is kept and not done again.

  --liberty=FILE        standard cells; default: those of Debian's
                        qflow-tech-osu018, -osu035 or -osu050
  --word-bits=N         bits of a flit; default 64
  --cache=DIR           where results are kept; default
                        $XDG_CACHE_HOME/flitcast/area, or the like in ~/.cache
  --jobs=N              routers at a time; default: as many as there are cores
  --time-limit=SECONDS  of a program; default 3600
  --format=text|json

Numbers are before layout and without wires: only ratios between configurations
mean anything.

)";

int area(const Arguments& arguments) {
  const bool json = arguments.wants_json();
  const AreaOptions options = area_options(arguments);
  const Config config = planned_on_terminal(gather_config(arguments));
  const std::vector<RouterKind> kinds = router_builds(config, options.word_bits);
  RouterSynthesis synthesis(find_area_tools(options.liberty), options.synthesis);
  find_on_terminal(
      [&](const RouterSynthesis::Watcher& watcher) { synthesis.find(builds_of(kinds), watcher); });
  const NetworkArea network = network_area(kinds, synthesis);
  const std::string title = fmt::format("routers of {}, flits of {} bits",
                                        config.topology->describe(), options.word_bits);
  print(json ? area_report_json(config, network, synthesis.tools())
             : printable(area_text(heading(title, config), network, synthesis.tools(),
                                   config.clock_period_ns)));
  return exit_code::kGood;
}

}  // namespace

Command area_command() {
  Command command{"area", area};
  command.uses = {{"flitcast area CONFIG [--key=value ...] [--liberty=FILE] [--format=FORMAT]",
                   "the routers as hardware: gates and clock"}};
  command.help = kHelp;
  command.options = {{"liberty", true}, {"word-bits", true}, {"cache", true},
                     options::kJobs,    options::kTimeLimit, options::kFormat};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast
