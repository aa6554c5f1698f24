#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands.h"
#include "tb/config/config_value.h"
#include "tb/show/row_listing.h"
#include "tb/system/console.h"

namespace flitcast {
namespace {

constexpr const char* kHelp =
    R"(Every algorithm with its operation, topology, model, rounds, closed form and source; with an ID,
that one in full and a configuration to start from.
)";

int list(const Arguments& arguments) {
  if (arguments.operands.size() > 1) {
    throw ConfigError(
        fmt::format("list takes one ID; {} is one too many", in_quotes(arguments.operands[1])));
  }
  const bool json = arguments.wants_json();
  if (arguments.operands.empty()) {
    print(json ? list_rows_json() : list_rows());
    return exit_code::kGood;
  }
  if (json) {
    throw ConfigError("--format: json is for the whole list; leave the ID out");
  }
  try {
    print(describe_row(find_row(arguments.operands[0].substr(0, 60))));
  } catch (const ParameterError& error) {
    throw ConfigError(error.what());
  }
  return exit_code::kGood;
}

}  // namespace

Command list_command() {
  Command command{"list", list};
  command.uses = {{"flitcast list [ID] [--format=text|json]", "the algorithms"}};
  command.help = kHelp;
  command.options = {options::kFormat};
  return command;
}

}  // namespace flitcast
