#include "tb/cli/command.h"
#include "tb/cli/commands/commands.h"

namespace flitcast {
namespace {

constexpr const char* kChooseSynopsis =
    R"(flitcast choose OPERATION [CONFIG] --nodes=N [--out=DIR] [--key=LIST ...])";

constexpr const char* kChooseHelp =
    R"help(Says which algorithm of an operation is the fastest, for every message size, on
every network and hardware that is asked for:

  flitcast choose all-to-all --nodes=64 --startup=0,500 --message_flits=1..4096
  flitcast choose bcast --nodes=64 --router.irc=off,on
  flitcast choose allreduce --nodes=256 --topology.kind=torus,ring

OPERATION is its name, MPI's (alltoall, allgather, reduce_scatter, scan …), what
ids begin with (aas, oab …), or ids and wildcards (aas-hc-*). Every key may be a
list, as in flitcast sweep. Lists of hardware and networks make situations;
those of traffic.message_flits are the sizes, and of traffic.variant, radix,
partition and segments the only forms to be tried (--partition=2,2 is one value;
lists of such lists are --sweep.partition="(2,2), (3,1)" here). Where they are
not given, these are: hypercube, mesh and torus, wormhole and store and forward,
1 and all ports, no intermediate reception, full duplex, 1, 2, 4 … 4096 flits,
and all variants, radices 2 to 8 and further powers of two, partitions of a
hypercube, 1 to 256 segments, node 0 and the middle of a mesh as root.

All are predicted for every size. Simulated are the winners and runners-up at
the ends of every region, and whatever may come within the margin of the
fastest.

  --nodes=N             nodes of every network; meshes and tori are as square as
                        they can be
  --dimensions=LIST     of these meshes and tori; default 2
  --margin=10%          how much slower than the fastest something may be
                        predicted to be, and is still simulated
  --predict             theory alone: nothing is simulated; what waits for
                        shared links, which theory does not count, is left out
                        and named
  --out=DIR             keeps results, so that what was simulated is not again;
                        DIR/choose.csv and choose.json, the map as a page,
                        choose.html, and in DIR/winners a configuration of every
                        winner
  --format=text|json    on standard output
  --quiet               does not name the files that are written
  --jobs=N              local: processes at a time; default: as many as there
                        are cores
  --time-limit=SECONDS  of one simulation; default 3600
  --no-host             results tell nothing of the machine and its clock, so
                        that all files are the same in every run
  --backend=local       where they run: local, processes on this machine; or
                        slurm, with --out
  --chunk=N             Slurm: simulations of a task
  --slurm-options=TEXT  Slurm: what the jobs need, like
                        "--partition=long --time=60"

Exit code 1: a simulation has no result; its algorithm is left out there.
)help";

}  // namespace

Command choose_command() {
  Command command{"choose"};
  command.program = kExploreProgram;
  command.uses = {{"flitcast choose OPERATION [CONFIG] --nodes=N [--out=DIR] [--key=LIST ...]",
                   "which algorithm is the fastest where"}};
  command.synopsis = kChooseSynopsis;
  command.help = kChooseHelp;
  command.options = {{"nodes", true},   {"dimensions", true}, {"margin", true},
                     {"predict"},       options::kOut,        options::kFormat,
                     {"backend", true}, {"chunk", true},      {"slurm-options", true},
                     options::kJobs,    options::kTimeLimit,  options::kNoHost,
                     options::kQuiet};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast
