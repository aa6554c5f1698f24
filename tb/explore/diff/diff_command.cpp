#include <fmt/format.h>

#include "tb/cli/commands.h"
#include "tb/explore/diff/result_diff.h"
#include "tb/results/result_file.h"
#include "tb/system/console.h"
#include "tb/system/shown_text.h"

namespace flitcast {

int diff_command(const Arguments& arguments) {
  refuse_keys(arguments);
  if (arguments.operands.size() != 2) {
    throw ConfigError(
        fmt::format("diff takes two result files, like flitcast diff before.json "
                    "after.json; {} given",
                    arguments.operands.size()));
  }
  const bool json = arguments.wants_json();
  const std::string& before = arguments.operands[0];
  const std::string& after = arguments.operands[1];
  const auto first = read_result(before);
  const ResultDiff diff = diff_results(first, read_result(after));
  print(json ? diff_json(diff, before, after) : printable(diff_text(diff, before, after)));
  return diff.empty() ? exit_code::kGood : exit_code::kUnmet;
}

}  // namespace flitcast
