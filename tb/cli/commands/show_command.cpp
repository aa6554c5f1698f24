#include <algorithm>
#include <csignal>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/config/config_value.h"
#include "tb/plan/plan.h"
#include "tb/show/schedule_writers.h"
#include "tb/show/source_figures.h"
#include "tb/system/console.h"

namespace flitcast::cli {
namespace {

constexpr const char* kShowHelp =
    R"(Prints the schedule that a configuration plays, message by message, as text or
as JSON: the whole of it, one round (counted from 0), what one node sends and
receives, or both. Nothing is verified. Further formats: data is what every node
holds before and after each round, links how many messages the links carry in
each, and table the one that the source of aas-hc-allport-sf or oas-hc-necklace
prints.

Figures of the sources:
)";

std::string shown_figures() {
  return show::figure_help() + "\n";
}

constexpr std::string_view kFormatNames[] = {"text", "json", "data", "links", "table"};
std::vector<std::string> format_names() {
  return {std::begin(kFormatNames), std::end(kFormatNames)};
}
constexpr NodeId kMostNodesOfData = 256;

/// The value of --round or --node, one of 0 … count − 1.
std::optional<std::int64_t> parse_limit(const Arguments& arguments, std::string_view option,
                                        std::uint64_t count) {
  if (arguments.has(option) && count == 0) {
    throw ConfigError("--{}: the schedule has none; leave the option out", option);
  }
  return arguments.number(option, 0, static_cast<std::int64_t>(count) - 1);
}

show::ScheduleLimits parse_limits(const Arguments& arguments, const Draft& draft) {
  show::ScheduleLimits limits;
  limits.round = parse_limit(arguments, "round", draft.schedule().rounds);
  const auto node = parse_limit(arguments, "node", draft.topology().processors());
  if (node) {
    limits.node = static_cast<NodeId>(*node);
  }
  return limits;
}

/// The table that a row's source prints.
void show_table(const Draft& draft) {
  const std::string_view row = draft.config().row->id;
  const int n = draft.topology().dimensions();
  if (row == "aas-hc-allport-sf") {
    show::write_allport_table(n, print);
  } else if (row == "oas-hc-necklace") {
    show::write_necklace_table(n, print);
  } else {
    throw ConfigError(
        "--format: table is for aas-hc-allport-sf and oas-hc-necklace; {} has text, json, data and "
        "links",
        row);
  }
}

void check_data(const Draft& draft) {
  if (draft.topology().processors() > kMostNodesOfData) {
    throw ConfigError("--format: data is for at most {} nodes; {} has {}", kMostNodesOfData,
                      draft.topology().describe(), draft.topology().processors());
  }
}

/// One of the formats, to standard output.
void show(const Draft& draft, const std::string& format, const show::ScheduleLimits& limits) {
  if (format == "json") {
    show::write_schedule_json(draft, limits, print);
  } else if (format == "text") {
    show::write_schedule_text(draft, limits, print);
  } else if (limits.any()) {
    throw ConfigError("--format: {} is of the whole schedule; leave --round and --node out",
                      format);
  } else if (format == "data") {
    check_data(draft);
    show::write_holdings(draft, print);
  } else if (format == "links") {
    show::write_link_load(draft, print);
  } else {
    show_table(draft);
  }
}

void show_figure(const show::Figure& figure) {
  print(fmt::format("{}: {}\n", figure.source, figure.title));
  for (const show::Figure::Keys& keys : figure.configs) {
    RawConfig raw;
    for (const auto& [key, value] : keys) {
      give(raw, key, value);
    }
    print("\n");
    show(Draft(raw), std::string(figure.format), {});
  }
}

int show_schedule(const Arguments& arguments) {
  // A reader that has seen enough, as head has, ends the program without a word.
  std::signal(SIGPIPE, SIG_DFL);
  if (const auto figure = arguments.option("figure")) {
    if (!arguments.operands.empty() || !arguments.keys.empty() || arguments.options.size() > 1) {
      throw ConfigError("--figure: takes no configuration and no other option");
    }
    show_figure(show::find_figure(*figure));
    return exit_code::kGood;
  }
  const std::string format = arguments.option("format").value_or("text");
  if (std::find(std::begin(kFormatNames), std::end(kFormatNames), format) ==
      std::end(kFormatNames)) {
    throw ConfigError("--format: {} is not known; give text, json, data, links or table",
                      in_quotes(format));
  }
  const Draft draft(gather_config(arguments));
  show(draft, format, parse_limits(arguments, draft));
  return exit_code::kGood;
}

}  // namespace

Command show_command() {
  Command command{"show", show_schedule};
  command.uses = {
      {"flitcast show CONFIG [--key=value ...] [--round=K] [--node=N] [--format=FORMAT]",
       "the schedule itself"},
      {"flitcast show --figure=NAME", "a table or figure of the sources"}};
  command.help = kShowHelp;
  command.appendix = shown_figures;
  command.options = {{"round", "K"},
                     {"node", "N"},
                     {"figure", "NAME", {}, show::figure_names},
                     {"format", "FORMAT", {}, format_names}};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
