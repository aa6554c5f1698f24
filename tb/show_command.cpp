#include <csignal>

#include <fmt/format.h>

#include "tb/commands.h"
#include "tb/config_value.h"
#include "tb/plan.h"
#include "tb/schedule_json.h"
#include "tb/schedule_text.h"

namespace flitcast {
namespace {

constexpr std::string_view kTableRow = "aas-hc-allport-sf";

/// The value of --round or --node, one of 0 … count − 1.
std::optional<std::uint64_t> parse_limit(const char* option, const std::optional<std::string>& text,
                                         std::uint64_t count) {
  if (!text) {
    return std::nullopt;
  }
  if (count == 0) {
    throw ConfigError(fmt::format("{}: the schedule has none; leave the option out", option));
  }
  try {
    return static_cast<std::uint64_t>(
        parse_integer(*text, kNoUnit, 0, static_cast<std::int64_t>(count) - 1));
  } catch (const ValueError& error) {
    throw ConfigError(fmt::format("{}: {}", option, error.what()));
  }
}

ScheduleLimits parse_limits(const Arguments& arguments, const Draft& draft) {
  ScheduleLimits limits;
  limits.round = parse_limit("--round", arguments.round, draft.schedule().rounds);
  const auto node = parse_limit("--node", arguments.node, draft.topology().processors());
  if (node) {
    limits.node = static_cast<NodeId>(*node);
  }
  return limits;
}

void check_table(const Config& config, const ScheduleLimits& limits) {
  if (config.row->id != kTableRow) {
    throw ConfigError(
        fmt::format("--format: table is for {}; {} has text and json", kTableRow, config.row->id));
  }
  if (limits.any()) {
    throw ConfigError("--format: table is of the whole schedule; leave --round and --node out");
  }
}

}  // namespace

int show_command(const Arguments& arguments) {
  allow_options(arguments, false, true, true);
  const std::string format = arguments.format.value_or("text");
  if (format != "text" && format != "json" && format != "table") {
    throw ConfigError(fmt::format("--format: {} is not known; give text, json or table",
                                  flitcast::quoted(format)));
  }
  const Draft draft(gather_config(arguments));
  const ScheduleLimits limits = parse_limits(arguments, draft);
  // A reader that has seen enough, as head has, ends the program without a word.
  std::signal(SIGPIPE, SIG_DFL);
  if (format == "json") {
    write_schedule_json(draft, limits, print);
  } else if (format == "text") {
    write_schedule_text(draft, limits, print);
  } else {
    check_table(draft.config(), limits);
    write_allport_table(draft.topology().dimensions(), print);
  }
  return exit_code::kGood;
}

}  // namespace flitcast
