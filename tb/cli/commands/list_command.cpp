#include <algorithm>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/show/row_listing.h"
#include "tb/system/console.h"

namespace flitcast::cli {
namespace {

constexpr const char* kListSynopsis =
    R"(flitcast list [ID | WORD...] [--operation=NAME] [--topology=KIND]
              [--ports=K|all] [--switching=WORD] [--long]
              [--format=text|json])";

constexpr const char* kListHelp =
    R"(The algorithms, a line each; with an ID, that one in full and a configuration to
start from.

  WORD              an operation, an id or a wildcard like aas-hc-*, a topology,
                    or any text in what there is to say of a row: what has all
                    of them is listed; of operations, and of ids and wildcards,
                    any
)";

const Row* row_called(const std::vector<std::string>& words) {
  const auto found = std::find_if(catalogue().begin(), catalogue().end(), [&](const Row& row) {
    return words.size() == 1 && row.id == words[0];
  });
  return found == catalogue().end() ? nullptr : &*found;
}

int list(const Arguments& arguments) {
  const bool json = arguments.wants_json();
  const bool filtered = arguments.options.size() > (json ? 1U : 0U);
  if (const Row* const row = row_called(arguments.operands); row != nullptr && !filtered) {
    print(json ? show::list_rows_json({row}) : show::describe_row(*row, output_width()));
    return exit_code::kGood;
  }
  const auto option = [&](std::string_view name) { return arguments.option(name).value_or(""); };
  const std::vector<const Row*> rows =
      show::chosen_rows({option("operation"), option("topology"), option("ports"),
                         option("switching"), arguments.operands});
  if (json) {
    print(show::list_rows_json(rows));
  } else {
    print((arguments.has("long") ? show::list_rows_long : show::list_rows)(rows, output_width()));
  }
  return exit_code::kGood;
}

}  // namespace

Command list_command() {
  Command command{"list", list};
  command.uses = {{"flitcast list [ID | WORD...] [--long]", "the algorithms"}};
  command.synopsis = kListSynopsis;
  command.help = kListHelp;
  command.options = {
      {"operation", "NAME", "like all-to-all, alltoall, MPI_Bcast, reduce_scatter, aas"},
      {"topology", "KIND", "algorithms that run on it: a word of topology.kind"},
      {"ports", "K|all", "of the model that they are written for"},
      {"switching", "WORD", "likewise: wormhole, cut_through, store_and_forward, or WH, VCT, SF"},
      {"long", "", "with rounds, closed form and source"},
      {"format", "json", "everything about them"}};
  return command;
}

}  // namespace flitcast::cli
