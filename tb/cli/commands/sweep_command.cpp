#include "tb/cli/command.h"
#include "tb/cli/commands/commands.h"

namespace flitcast::cli {
namespace {

constexpr const char* kSweepHelp =
    R"(Runs a configuration for every combination of the values in its [sweep] section,
each run in a process of its own, and collects the results in DIR/sweep.csv and
DIR/sweep.sqlite, one row per point. What has a result in DIR already is not run
again, so that a sweep that was interrupted goes on when it is started again;
what failed is tried again.

)";

constexpr const char* kSweepNotes =
    R"(
A list in [sweep]:

  message_flits = 1..1024 x2                 by factors: 1, 2, 4 … 1024
  router.delay  = 0..8 +2, 100               by steps, and one more value
  dims          = 4x4, 8x8, 16x16            a key by its last part, where only
                                             one key has it
  destinations  = (1,2,3), (5,6), all        values with commas in parentheses
  algorithm     = all-to-all, oab-hc-*       operations, by MPI's names, too,
                                             and wildcards
  zip           = dims, message_flits        these run together; further groups
                                             behind |
  skip          = unfit                      leaves out what cannot be run, and
                                             says why

Lists are crossed, the last one varies fastest. An option --sweep.KEY=LIST goes
over the list of the same name. Exit code 1: a point does not fit, failed, got
stuck or did not meet its expectations; the others have their results.
)";

}  // namespace

Command sweep_command() {
  Command command{"sweep"};
  command.program = kExploreProgram;
  command.uses = {{"flitcast sweep CONFIG --out=DIR [--sweep.KEY=LIST ...] [--key=value ...]",
                   "many runs, collected in tables"}};
  command.help = kSweepHelp;
  command.options = options::with_runner(
      {{"dry-run", "",
        "lists the points, without running them: which fit, nodes, ports and cycles by closed "
        "form; "
        "needs no --out"},
       {"predict", "", "fills the tables from theory, without running anything"},
       {"area", "",
        "synthesizes the routers of all points, each once, as flitcast area does, for columns of "
        "area, clock period and time in ns; with its options"},
       options::kSynthesis[0],
       options::kSynthesis[1],
       options::kSynthesis[2],
       {"only", "FILE", "runs the points that another sweep has listed in FILE, for backends"}});
  command.notes = kSweepNotes;
  command.hints = {{"skip", "give --sweep.skip=unfit"}, {"zip", "give --sweep.zip=KEY,KEY"}};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
