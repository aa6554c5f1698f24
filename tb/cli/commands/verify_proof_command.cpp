#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/config/ini/raw_config.h"
#include "tb/config/source_locations.h"
#include "tb/proof_check/proof_check.h"
#include "tb/system/console.h"
#include "tb/text/shown_text.h"

namespace flitcast::cli {
namespace {

constexpr const char* kVerifyProofHelp =
    R"(Checks a certificate that there is no schedule with so many steps and rounds,
and says what it proves. FOLDER has certificate.json with the network, the
operation and every way to split the rounds over the steps, and for each of
them clauses that cannot all hold (.cnf), which say what their variables mean,
and why (.lrat). Or it has a count: nodes that more has to enter than links
bring, a way that is too long, or growth or carriage that is too slow.

Data are chunks. In a round a link carries so many of them; in a step, which
may have several rounds, a node sends what it had before. Every clause must be
one that these rules make of the network, and every line of the refutation must
follow from those before. The checker shares no code with the search.
)";

int verify_proof(const Arguments& arguments) {
  refuse_keys(arguments);
  if (arguments.operands.size() != 1) {
    throw ConfigError("verify-proof takes one folder with a certificate; {} given",
                      arguments.operands.size());
  }
  print(printable(proof::check_certificate(arguments.operands.front())));
  return exit_code::kGood;
}

}  // namespace

Command verify_proof_command() {
  Command command{"verify-proof", verify_proof};
  command.uses = {{"flitcast verify-proof FOLDER", "checks that there is no better schedule"}};
  command.help = kVerifyProofHelp;
  return command;
}

}  // namespace flitcast::cli
