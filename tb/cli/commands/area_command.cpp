#include "tb/cli/command.h"
#include "tb/cli/commands/commands.h"

namespace flitcast::cli {
namespace {

constexpr const char* kAreaHelp =
    R"(Synthesizes the router of the configuration, which is in SystemVerilog, by
yosys: cells, flip-flops, look-up tables of an FPGA, and with a liberty file
gate equivalents and, by OpenSTA, the shortest period of the clock. Where the
routers of the network have different numbers of links, all of these are, and
the one with most comes first; rtl.user in the nodes of rtl.nodes. What has
been synthesized is kept and not done again.

)";

constexpr const char* kAreaNotes =
    R"(
Numbers are before layout and without wires: only ratios between configurations
mean anything.

)";

}  // namespace

Command area_command() {
  Command command{"area"};
  command.program = kCosimProgram;
  command.uses = {{"flitcast area CONFIG [--key=value ...] [--liberty=FILE] [--format=FORMAT]",
                   "the routers as hardware: gates and clock"}};
  command.help = kAreaHelp;
  command.options = {options::kSynthesis[0],
                     options::kSynthesis[1],
                     options::kSynthesis[2],
                     {"jobs", "N", "routers at a time; default: as many as there are cores"},
                     {"time-limit", "SECONDS", "of a program; default 3600"},
                     options::kFormat};
  command.notes = kAreaNotes;
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
