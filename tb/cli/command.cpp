#include "tb/cli/command.h"

#include <algorithm>

namespace flitcast::cli {

CommandOptions options::with_runner(CommandOptions own) {
  own.insert(
      own.end(),
      {kJobs,
       kTimeLimit,
       kNoHost,
       {"backend", "local",
        "where they run: local, processes on this machine; or slurm, job arrays"},
       {"chunk", "N",
        "Slurm: simulations of a task; default: 10, more where there are over 256 tasks"},
       {"slurm-options", "TEXT", "Slurm: what the jobs need, like \"--partition=long --time=60\""},
       kQuiet,
       kOut});
  return own;
}

bool Command::takes(std::string_view option) const {
  return std::any_of(options.begin(), options.end(),
                     [option](const CommandOption& other) { return other.name == option; });
}

const Command* find_command(const Commands& commands, std::string_view name) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [name](const Command& other) { return other.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

std::vector<std::string_view> names_of(const Commands& commands) {
  std::vector<std::string_view> names;
  names.reserve(commands.size());
  for (const Command& command : commands) {
    names.push_back(command.name);
  }
  return names;
}

}  // namespace flitcast::cli
