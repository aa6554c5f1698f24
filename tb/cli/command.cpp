#include "tb/cli/command.h"

#include <algorithm>

namespace flitcast {

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

}  // namespace flitcast
