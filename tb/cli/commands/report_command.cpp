#include "tb/cli/command.h"
#include "tb/cli/commands/commands.h"

namespace flitcast::cli {
namespace {

constexpr const char* kReportSynopsis =
    R"(flitcast report RESULT... [--out=PAGE.html] [--pictures=DIR] [--x=KEY]
                [--y=MEASURE] [--color=KEYS] [--facet=KEYS]
                [--where=KEY=VALUE,...] [--gallery]
flitcast report RESULT.json --out=PAGE.html
                [--messages=FILE.csv --links=FILE.csv]
flitcast report --empty --out=PAGE.html)";

constexpr const char* kReportHelp =
    R"(Makes one page that opens in a browser, without a network. A RESULT is a file
that run wrote with output.json, or the folder of a sweep, of flitcast load or
of flitcast choose. Of one run the page shows how much every link was in use,
when every node was sending, latencies, waits and rounds; its logs, which a
result does not hold, are made by repeating the run, unless --messages and
--links give them. Two runs are shown side by side, with their difference. Of
more, of a sweep, or with one of the options below but --pictures, it shows a
measure against a parameter, with closed form, lower bound and crossovers; of
random traffic latency and accepted load against the load that is offered; of a
choice its map; of several traces of a chip how far off each is.

)";

constexpr const char* kReportNotes =
    R"(
Keys and measures are the columns of sweep.csv: traffic.message_flits,
latency.p95, or their last part, message_flits, where only one has it. Several
KEYS, joined by commas, are taken together:
--color=algorithm,ports has a colour for each pair.
)";

}  // namespace

Command report_command() {
  Command command{"report"};
  command.program = kReportProgram;
  command.uses = {{"flitcast report RESULT... --out=PAGE.html", "pictures of a run or a sweep"}};
  command.synopsis = kReportSynopsis;
  command.help = kReportHelp;
  command.options = {
      {"x", "KEY", "across; else the number that takes most values"},
      {"y", "MEASURE", "upwards; else completion_cycles"},
      {"color", "KEYS", "a colour for each value; else the algorithm, or what else varies"},
      {"facet", "KEYS", "a picture for each value; else a further parameter with few values"},
      {"where", "LIST",
       "only points, or curves, that have these values: \"ports=1, message_flits=1,4,16\""},
      {"gallery", "", "a card for every point, with its measures and its rounds over time"},
      {"empty", "",
       "a page that waits: it shows the results, or folders of them, that are dropped on it"},
      {"pictures", "DIR",
       "every picture as an SVG file, with a page or without; needs Node.js, no browser"},
      options::kQuiet,
      options::kOut,
      {"messages", "FILE.csv"},
      {"links", "FILE.csv"}};
  command.notes = kReportNotes;
  return command;
}

}  // namespace flitcast::cli
