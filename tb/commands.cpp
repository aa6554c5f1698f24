#include "tb/commands.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "tb/config_keys.h"
#include "tb/config_value.h"
#include "tb/figures.h"
#include "tb/plan.h"
#include "tb/row_listing.h"
#include "tb/text_file.h"
#include "tb/text_report.h"
#include "tb/trace_request.h"

namespace flitcast {
namespace {

constexpr const char* kHelp =
    R"(flitcast: collective communication on a flit-level model of an interconnection network

  flitcast run CONFIG [--key=value ...]                 simulates; results on standard output
  flitcast check CONFIG [--key=value ...] [--resolved]  the same without simulating
  flitcast show CONFIG [--key=value ...] [--round=K] [--node=N] [--format=FORMAT]
                                                        the schedule itself
  flitcast show --figure=NAME                           a table or figure of the sources
  flitcast list [ID] [--format=text|json]               the algorithms
  flitcast help [COMMAND], --help, --version

Exit codes: 0 good; 1 an expectation or the data check failed; 2 bad usage, configuration or file;
3 deadlock or no progress; 4 internal error.
)";

constexpr const char* kRunHelp =
    R"(flitcast run CONFIG [--key=value ...]

Plays the algorithm of a configuration file on the simulated network, cycle by cycle, and compares
with the prediction. A key on the command line goes over the file. What is not given comes from
the row of the algorithm.
)";

constexpr const char* kCheckHelp =
    R"(flitcast check CONFIG [--key=value ...] [--resolved]

Proves without a simulation that the configuration can be played: data, ports, contention, deadlock,
and predicts its cost. --resolved prints the effective configuration instead, as a file to run.
)";

constexpr const char* kShowHelp =
    R"(flitcast show CONFIG [--key=value ...] [--round=K] [--node=N] [--format=FORMAT]
flitcast show --figure=NAME

Prints the schedule that a configuration plays, message by message, as text or as JSON: the whole
of it, one round (counted from 0), what one node sends and receives, or both. Nothing is verified.
Further formats: data is what every node holds before and after each round, links how many messages
the links carry in each, and table the one that the source of aas-hc-allport-sf or oas-hc-necklace
prints.

Figures of the sources:
)";

constexpr const char* kListHelp =
    R"(flitcast list [ID] [--format=text|json]

Every algorithm with its operation, topology, model, rounds, closed form and source; with an ID,
that one in full and a configuration to start from.
)";

}  // namespace

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw FileError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
  }
}

std::string help_text(const std::string& command) {
  if (command == "run") {
    return std::string(kRunHelp) + config_key_help();
  }
  if (command == "check") {
    return std::string(kCheckHelp) + config_key_help();
  }
  if (command == "show") {
    return kShowHelp + figure_help() + "\n" + config_key_help();
  }
  if (command == "list") {
    return kListHelp;
  }
  if (!command.empty() && command != "help") {
    throw ConfigError(fmt::format("there is no help on {}; give run, check, show or list",
                                  flitcast::quoted(command)));
  }
  return kHelp;
}

int check_command(const Arguments& arguments) {
  allow_options(arguments, {"resolved"});
  const RawConfig raw = gather_config(arguments);
  const Plan plan(raw);
  if (plan.config().trace.wanted()) {
    resolve_trace(raw, plan.config(), plan.topology(), plan.schedule());
  }
  print(arguments.resolved ? resolved_ini(plan.config()) : check_report(plan));
  return exit_code::kGood;
}

int list_command(const Arguments& arguments) {
  allow_options(arguments, {"format"});
  if (!arguments.keys.empty()) {
    throw ConfigError("list takes no configuration keys");
  }
  if (arguments.operands.size() > 1) {
    throw ConfigError(fmt::format("list takes one ID; {} is one too many",
                                  flitcast::quoted(arguments.operands[1])));
  }
  const std::string format = arguments.format.value_or("text");
  if (format != "text" && format != "json") {
    throw ConfigError(
        fmt::format("--format: {} is not known; give text or json", flitcast::quoted(format)));
  }
  if (arguments.operands.empty()) {
    print(format == "json" ? list_rows_json() : list_rows());
    return exit_code::kGood;
  }
  if (format == "json") {
    throw ConfigError("--format: json is for the whole list; leave the ID out");
  }
  try {
    print(describe_row(find_row(arguments.operands[0].substr(0, 60))));
  } catch (const ParameterError& error) {
    throw ConfigError(error.what());
  }
  return exit_code::kGood;
}

}  // namespace flitcast
