#include <filesystem>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/config/ini/raw_config.h"
#include "tb/config/source_locations.h"
#include "tb/proof_check/proof_check.h"
#include "tb/system/console.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"

namespace flitcast::cli {
namespace {

constexpr const char* kVerifyProofHelp =
    R"(Checks certificates that there is no schedule with so many rounds on a machine,
and says what they prove. A FOLDER has certificate.json with the machine, the
operation and why. A machine is a network by its name (hypercube, mesh, torus,
line, ring, tree), of which the checker makes links and routes itself, or a list
of links, or of ways; with ports, duplex and reception. The reason is a count:
nodes that more has to enter than links bring, a way that is too long, growth or
carriage that is too slow, ports or links that worms use too often. Or it is
formulas, for every way to split the rounds over the steps: clauses that cannot
all hold (.cnf), which say what their variables mean, and why (.lrat); long
files may be packed by bzip2 (.lrat.bz2).

In the model of hops data are chunks. In a round a link carries so many of them;
in a step, which may have several rounds, a node sends what it had before. In that
of worms a round is a set of worms that share no link. In all-to-all and scatter
every block has a worm of its own, which goes straight to where it is for; in a
multicast only those that it is for pass it on. Every clause must be one that
these rules make of the network, and every line of the refutation must follow
from those before. A schedule.json beside it has to be for the same network; it is
played by the same rules, and called optimal if it has one round more than is
proved to be too few. The checker shares no code with the search.

)";

/// A line of the table in Markdown.
std::string line_of(const std::string& folder, const proof::Proved& proved) {
  const std::filesystem::path path(folder);
  const std::string name = (path.has_filename() ? path : path.parent_path()).filename().string();
  constexpr double kMilliseconds = 1000;
  const std::string::size_type end = proved.reason.find('\n');
  return fmt::format(
      "| `{}` | {} | {} | {} | {} | {} |\n", name, proved.instance,
      proved.schedule ? count_of(*proved.schedule, "round") + (proved.optimal ? ", optimal" : "")
                      : "",
      proved.refuted, proved.reason.substr(0, end == std::string::npos ? end : end - 1),
      proved.milliseconds == 0
          ? ""
          : fmt::format("{:.2f}", static_cast<double>(proved.milliseconds) / kMilliseconds));
}

int verify_proof(const Arguments& arguments) {
  refuse_keys(arguments);
  if (arguments.operands.empty()) {
    throw ConfigError("verify-proof takes folders with certificates; none given");
  }
  const bool table = arguments.has("table");
  std::string text =
      table ? "| folder | of | schedule | refuted | by | seconds |\n|---|---|---|---|---|---|\n"
            : "";
  for (const std::string& folder : arguments.operands) {
    const proof::Proved proved = proof::check_certificate(folder);
    text += table ? line_of(folder, proved) : in_words(proved);
  }
  print(printable(text));
  return exit_code::kGood;
}

}  // namespace

Command verify_proof_command() {
  Command command{"verify-proof", verify_proof};
  command.uses = {
      {"flitcast verify-proof FOLDER... [--table]", "checks that there is no better schedule"}};
  command.help = kVerifyProofHelp;
  command.options = {{"table", "", "what is proved, in Markdown, with the time of the search"}};
  return command;
}

}  // namespace flitcast::cli
