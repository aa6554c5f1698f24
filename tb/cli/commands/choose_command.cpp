#include "tb/cli/command.h"
#include "tb/cli/commands/commands.h"
#include "tb/config/keys/sweep_keys.h"

namespace flitcast::cli {
namespace {

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
fastest. With --optimal or --schedules, so are schedules that are no algorithms:
where one is faster, an algorithm is still to be found.

)help";

constexpr const char* kChooseNotes =
    R"help(
--out=DIR keeps results, so that what was simulated is not again; Slurm needs it.
DIR has choose.csv and choose.json, the map as a page, choose.html, and in
DIR/winners a configuration of every winner. Exit code 1: a simulation has no
result; its algorithm is left out there.

With --over it finds, for every pair of the algorithms, the value of a key at which the faster
one becomes the slower one, by simulations on the network of the configuration,
and prints what the theory says beside it: the same search over the predicted
cycles, or the lower bound where that is higher, and where closed forms that are
linear in the message size meet. First A, 4·A, 16·A … B are simulated. Between
neighbours of these where the order differs, bisection finds the crossing; it
assumes that there is one only. Values that an algorithm cannot be played with
are passed over.
)help";

}  // namespace

Command choose_command() {
  Command command{"choose"};
  command.program = kExploreProgram;
  command.uses = {{"flitcast choose OPERATION [CONFIG] --nodes=N [--out=DIR] [--key=LIST ...]",
                   "which algorithm is the fastest where"},
                  {"flitcast choose CONFIG --over=KEY --between=ID,ID... [--from=A] [--to=B]",
                   "where one algorithm overtakes another"}};
  command.help = kChooseHelp;
  command.options = options::with_runner(
      {{"nodes", "N", "nodes of every network; meshes and tori are as square as they can be"},
       {"dimensions", "LIST", "of these meshes and tori; default 2"},
       {"margin", "10%",
        "how much slower than the fastest something may be predicted to be, and is still "
        "simulated"},
       {"predict", "",
        "theory alone: nothing is simulated; what waits for shared links, which theory does not "
        "count, is left out and named"},
       {"optimal", "SECONDS",
        "also looks for schedules, as flitcast synthesize does, for so long in each situation; "
        "needs --out"},
       {"schedules", "FILE,FILE...", "are played beside the algorithms where they fit"},
       {"over", "KEY", "by its full name or, where only one key has it, its last part",
        keys_to_sweep},
       {"from", "A",
        "whole numbers; default 1 to 65536 for message_flits. Large messages take the "
        "longest"},
       {"to", "B", "likewise"},
       {"between", "ID,ID...",
        "algorithms of flitcast list; the name of an operation, MPI's, too, or a wildcard stands "
        "for those of its algorithms that can be played"},
       options::kFormat});
  command.notes = kChooseNotes;
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
