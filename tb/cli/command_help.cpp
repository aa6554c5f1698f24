#include "tb/cli/command_help.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/config/config_keys.h"
#include "tb/config/config_value.h"
#include "tb/show/figures.h"

namespace flitcast {
namespace {

constexpr const char* kHelp =
    R"(flitcast: collective communication on a flit-level model of an interconnection network

  flitcast run CONFIG [--key=value ...] [--only-json]   simulates; results on standard output
  flitcast check CONFIG [--key=value ...] [--resolved]  the same without simulating
  flitcast show CONFIG [--key=value ...] [--round=K] [--node=N] [--format=FORMAT]
                                                        the schedule itself
  flitcast show --figure=NAME                           a table or figure of the sources
  flitcast list [ID] [--format=text|json]               the algorithms
  flitcast diff A.json B.json [--format=text|json]      what differs between two results
  flitcast regress PATH... [--update] [--filter=GLOB]   runs what expects something, and compares
  flitcast sweep CONFIG --out=DIR [--sweep.KEY=LIST ...] [--key=value ...]
                                                        many runs, collected in tables
  flitcast crossover CONFIG --over=KEY --between=ID,ID... [--from=A] [--to=B] [--format=FORMAT]
                                                        where one algorithm overtakes another
  flitcast report RESULT... --out=PAGE.html             pictures of a run or a sweep
  flitcast help [COMMAND], --help, --version

Exit codes: 0 good; 1 an expectation or the data check failed; 2 bad usage, configuration or file;
3 deadlock or no progress; 4 internal error.
)";

constexpr const char* kRunHelp =
    R"(flitcast run CONFIG [--key=value ...] [--only-json]

Plays the algorithm of a configuration file on the simulated network, cycle by cycle, and compares
with the prediction. A key on the command line goes over the file. What is not given comes from
the row of the algorithm. A result file (--output.json) is a configuration, too: its run is repeated.
--only-json writes no file but output.json, whatever else is asked for.
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

constexpr const char* kDiffHelp =
    R"(flitcast diff A.json B.json [--format=text|json]

What differs between two results of flitcast run: configuration, measures, rounds, notes. The part
about the host is left out. Exit code 0 when nothing differs, 1 when something does.
)";

constexpr const char* kRegressHelp =
    R"(flitcast regress PATH... [--filter=GLOB] [--jobs=N] [--time-limit=SECONDS] [--junit=FILE | --update]

Runs every configuration that has a section [expect], among the given files and the *.ini files of the
given folders, each in a process of its own, and says which expectations are not met, with what was
measured. No run writes a file. Exit code 0 when all pass, 1 when one does not.

  --filter=GLOB          only files whose path, or its end behind a slash, matches: --filter='irc-*'
  --jobs=N               runs at a time; as many as there are cores by default
  --time-limit=SECONDS   after which a run is killed; 60 by default
  --junit=FILE           writes the verdicts as JUnit XML, too
  --update               writes what was measured in the place of what is expected and not met, in the
                         files, and says what it changed
)";

constexpr const char* kSweepHelp =
    R"(flitcast sweep CONFIG --out=DIR [--sweep.KEY=LIST ...] [--key=value ...]

Runs a configuration for every combination of the values in its [sweep] section, each run in a
process of its own, and collects the results in DIR/sweep.csv and DIR/sweep.sqlite, one row per
point. What has a result in DIR already is not run again, so that a sweep that was interrupted goes
on when it is started again; what failed is tried again.

  --jobs=N              local: processes at a time; default: as many as there are cores
  --time-limit=SECONDS  of one point; default 3600
  --backend=local       where points run: local, processes on this machine; or slurm, job arrays
  --chunk=N             Slurm: points of a task; default: 10, more where there are over 256 tasks
  --slurm-options=TEXT  Slurm: what the jobs need, like "--partition=long --time=60"
  --dry-run             lists the points, without running them
  --only=FILE           runs the points that another sweep has listed in FILE, for backends

A list in [sweep]:

  message_flits = 1..1024 x2                 by factors: 1, 2, 4 … 1024
  router.delay  = 0..8 +2, 100               by steps, and one more value
  dims          = 4x4, 8x8, 16x16            a key by its last part, where only one key has it
  destinations  = (1,2,3), (5,6), all        values with commas in parentheses
  zip           = dims, message_flits        these run together; further groups behind |

Lists are crossed, the last one varies fastest. An option --sweep.KEY=LIST goes over the list of the
same name. Exit code 1: a point failed, got stuck or did not meet its expectations; the others have
their results.
)";

constexpr const char* kCrossoverHelp =
    R"(flitcast crossover CONFIG --over=KEY --between=ID,ID... [--from=A] [--to=B] [--key=value ...]

Finds, for every pair of the algorithms, the value of a key at which the faster one becomes the
slower one, by simulations on the network of the configuration, and prints what the theory says
beside it: the same search over the predicted cycles, or the lower bound where that is higher, and
where closed forms that are linear in the message size meet.

  --over=KEY            by its full name or, where only one key has it, its last part
  --from=A, --to=B      whole numbers; default 1 to 65536 for message_flits. Large messages take the
                        longest
  --between=ID,ID...    algorithms of flitcast list
  --jobs=N              simulations at a time; default: as many as there are cores
  --time-limit=SECONDS  of one simulation, not of the theory; default 3600
  --format=text|json

First A, 4·A, 16·A … B are simulated. Between neighbours of these where the order differs, bisection
finds the crossing; it assumes that there is one only. Values that an algorithm cannot be played
with are passed over.
)";

constexpr const char* kReportHelp =
    R"(flitcast report RESULT... --out=PAGE.html [--x=KEY] [--y=MEASURE] [--color=KEY] [--facet=KEY]
flitcast report RESULT.json --out=PAGE.html [--messages=FILE.csv --links=FILE.csv]

Makes one page that opens in a browser, without a network. A RESULT is a file that run wrote with
output.json, or the folder of a sweep. Of one run the page shows how much every link was in use,
when every node was sending, latencies, waits and rounds; its logs, which a result does not hold,
are made by repeating the run, unless --messages and --links give them. Of several runs, or a
sweep, it shows a measure against a parameter, with closed form, lower bound and crossovers.

  --x=KEY       across; else the number that takes most values
  --y=MEASURE   upwards; else completion_cycles
  --color=KEY   a colour for each of its values; else the algorithm, or what else varies
  --facet=KEY   a picture for each of its values; else a further parameter with few values

Keys and measures are the columns of sweep.csv: traffic.message_flits, latency.p95, or their last
part, message_flits, where only one has it.
)";

struct Help {
  std::string_view command;
  const char* text;
  bool with_figures;
  bool with_keys;
};

constexpr Help kHelps[] = {
    {"run", kRunHelp, false, true},        {"check", kCheckHelp, false, true},
    {"show", kShowHelp, true, true},       {"list", kListHelp, false, false},
    {"diff", kDiffHelp, false, false},     {"regress", kRegressHelp, false, false},
    {"sweep", kSweepHelp, false, true},    {"crossover", kCrossoverHelp, false, true},
    {"report", kReportHelp, false, false},
};

}  // namespace

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names;
  for (const Help& help : kHelps) {
    names.push_back(help.command);
  }
  return names;
}

std::string help_text(std::string_view command) {
  if (command.empty() || command == "help") {
    return kHelp;
  }
  const auto* const help =
      std::find_if(std::begin(kHelps), std::end(kHelps),
                   [&](const Help& candidate) { return candidate.command == command; });
  if (help == std::end(kHelps)) {
    throw ConfigError(fmt::format("there is no help on {}; give {}", flitcast::quoted(command),
                                  alternatives(command_names())));
  }
  return help->text + (help->with_figures ? figure_help() + "\n" : "") +
         (help->with_keys ? config_key_help() : "");
}

}  // namespace flitcast
