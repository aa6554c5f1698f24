#include "tb/cli/command.h"
#include "tb/cli/commands/commands.h"

namespace flitcast::cli {
namespace {

constexpr const char* kCharacteriseHelp =
    R"(Measures the router of a configuration by itself, between links, in short runs:
what it takes to pass a header and a flit behind it, the gap between flits and
between worms, when slots of its buffers can be taken again, and how it chooses
among headers; beside them what the timing contract has for the configuration.
First it is tried under back pressure on every port, by the turns that routes
take: a router that sends without credits, whose buffers are shallower than
credits say, or which loses or repeats flits, is told what it did, with exit
code 1.
It is that of a node of rtl.nodes, ours or that of rtl.user, or the model's
where there is none, the lowest of those with most neighbours, with the buffers
that a run has. With several virtual channels, and in shallow buffers, some
numbers cannot be measured: they are -.
)";

}  // namespace

Command characterise_command() {
  Command command{"characterise"};
  command.former = "probe";
  command.program = kCosimProgram;
  command.uses = {{"flitcast characterise CONFIG|ID [--key=value ...]",
                   "measures a router by itself: delays, gaps, credits, arbitration"}};
  command.help = kCharacteriseHelp;
  command.hints = {{"nodes", "give --rtl.nodes=K, or --topology.dims for another network"},
                   {"node", "give --rtl.nodes=K"}};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
