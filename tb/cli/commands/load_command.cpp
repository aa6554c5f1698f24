#include "tb/cli/command.h"
#include "tb/cli/commands/commands.h"

namespace flitcast::cli {
namespace {

constexpr const char* kLoadSynopsis =
    R"(flitcast load CONFIG... --out=DIR [--rates=LIST | --points=N]
              [--key=value ...])";

constexpr const char* kLoadHelp =
    R"(Draws the latency–load curve of a configuration with a section [load]: from
hardly any load to saturation, which is found by bisection to 1 %: a mean
latency beyond load.saturation times that without load. Every point is flitcast
run in a process of its own. A [sweep] section, or several configurations, make
several curves; with skip = unfit those that cannot be played are left out.
Tables are DIR/load.csv, DIR/load.sqlite and DIR/load.json; flitcast report DIR
makes pictures. A point that has a result in DIR already is not run again, so
that a curve that was interrupted goes on when it is started again.

)";

}  // namespace

Command load_command() {
  Command command{"load"};
  command.program = kExploreProgram;
  command.uses = {{"flitcast load CONFIG... --out=DIR [--rates=LIST] [--key=value ...]",
                   "latency–load curves, to saturation"}};
  command.synopsis = kLoadSynopsis;
  command.help = kLoadHelp;
  command.options = options::with_runner(
      {{"rates", "LIST",
        "these rates instead, like 0.05..0.4 +0.05 or 1GB/s,25Gbit/s, and no bisection"},
       {"points", "N", "points of a curve, where the bisection does not take more; default 12"}});
  command.notes = "\nExit code 1: a point has no result.\n";
  command.hints = {{"skip", "give --sweep.skip=unfit"}, {"zip", "give --sweep.zip=KEY,KEY"}};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
