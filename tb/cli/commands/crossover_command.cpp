#include <algorithm>

#include "tb/cli/command.h"
#include "tb/cli/commands/commands.h"

namespace flitcast::cli {

/// The older word for choose --over.
Command crossover_command() {
  constexpr std::string_view kOptions[] = {"over", "from",   "to",        "between",
                                           "jobs", "format", "time-limit"};
  Command command = choose_command();
  CommandOptions& options = command.options;
  options.erase(std::remove_if(options.begin(), options.end(),
                               [&](const CommandOption& option) {
                                 return std::find(std::begin(kOptions), std::end(kOptions),
                                                  option.name) == std::end(kOptions);
                               }),
                options.end());
  command.name = "crossover";
  command.uses = {{"flitcast crossover CONFIG --over=KEY --between=ID,ID... [--from=A] [--to=B]",
                   "the same as choose --over"}};
  command.synopsis = {};
  command.help = "Is flitcast choose with --over, see flitcast help choose.\n\n";
  command.notes = {};
  return command;
}

}  // namespace flitcast::cli
