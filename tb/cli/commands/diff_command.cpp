
#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/explore/diff/result_diff.h"
#include "tb/system/console.h"
#include "tb/text/shown_text.h"

namespace flitcast::cli {
namespace {

constexpr const char* kDiffHelp =
    R"(What differs between two results of flitcast run: configuration, measures,
rounds, notes. The part about the host is left out. Exit code 0 when nothing
differs, 1 when something does.
)";

int diff(const Arguments& arguments) {
  if (arguments.operands.size() != 2) {
    throw ConfigError(
        "diff takes two result files, like flitcast diff before.json after.json; {} given",
        arguments.operands.size());
  }
  const bool json = arguments.wants_json();
  const std::string& before = arguments.operands[0];
  const std::string& after = arguments.operands[1];
  const explore::ResultDiff diff = explore::diff_files(before, after);
  print(json ? explore::diff_json(diff, before, after)
             : printable(explore::diff_text(diff, before, after)));
  return diff.empty() ? exit_code::kGood : exit_code::kUnmet;
}

}  // namespace

Command diff_command() {
  Command command{"diff", diff};
  command.uses = {
      {"flitcast diff A.json B.json [--format=text|json]", "what differs between two results"}};
  command.help = kDiffHelp;
  command.options = {{"format", "text|json"}};
  return command;
}

}  // namespace flitcast::cli
