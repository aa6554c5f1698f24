#include "tb/cli/command.h"
#include "tb/cli/commands/commands.h"

namespace flitcast {
namespace {

constexpr const char* kCrossoverSynopsis =
    R"(flitcast crossover CONFIG --over=KEY --between=ID,ID... [--from=A] [--to=B]
                   [--key=value ...])";

constexpr const char* kCrossoverHelp =
    R"(Finds, for every pair of the algorithms, the value of a key at which the faster
one becomes the slower one, by simulations on the network of the configuration,
and prints what the theory says beside it: the same search over the predicted
cycles, or the lower bound where that is higher, and where closed forms that are
linear in the message size meet.

  --over=KEY            by its full name or, where only one key has it, its last
                        part
  --from=A, --to=B      whole numbers; default 1 to 65536 for message_flits.
                        Large messages take the longest
  --between=ID,ID...    algorithms of flitcast list; the name of an operation,
                        MPI's, too, or a wildcard stands for those of its
                        algorithms that can be played
  --jobs=N              simulations at a time; default: as many as there are
                        cores
  --time-limit=SECONDS  of one simulation, not of the theory; default 3600
  --format=text|json

First A, 4·A, 16·A … B are simulated. Between neighbours of these where the
order differs, bisection finds the crossing; it assumes that there is one only.
Values that an algorithm cannot be played with are passed over.
)";

}  // namespace

Command crossover_command() {
  Command command{"crossover"};
  command.program = kExploreProgram;
  command.uses = {
      {"flitcast crossover CONFIG --over=KEY --between=ID,ID... [--from=A] [--to=B] "
       "[--format=FORMAT]",
       "where one algorithm overtakes another"}};
  command.synopsis = kCrossoverSynopsis;
  command.help = kCrossoverHelp;
  command.options = {{"over", true},   {"between", true}, {"from", true},     {"to", true},
                     options::kFormat, options::kJobs,    options::kTimeLimit};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast
