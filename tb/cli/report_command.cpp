#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <unordered_set>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands.h"
#include "tb/config/config_value.h"
#include "tb/config/resolve.h"
#include "tb/report/assets/assets.h"
#include "tb/report/inputs/report_inputs.h"
#include "tb/report/load/load_page.h"
#include "tb/report/logs/repeat_run.h"
#include "tb/report/run/run_page.h"
#include "tb/report/sweep/sweep_page.h"
#include "tb/report/sweep/where.h"
#include "tb/results/result_file.h"
#include "tb/system/atomic_file.h"
#include "tb/system/input_file.h"

namespace flitcast {
namespace {

constexpr const char* kSynopsis =
    R"(flitcast report RESULT... --out=PAGE.html [--x=KEY] [--y=MEASURE] [--color=KEYS] [--facet=KEYS]
                [--where=CONDITIONS]
flitcast report RESULT.json --out=PAGE.html [--messages=FILE.csv --links=FILE.csv])";

constexpr const char* kHelp =
    R"(Makes one page that opens in a browser, without a network. A RESULT is a file that run wrote with
output.json, or the folder of a sweep or of flitcast load. Of one run the page shows how much every link was in use,
when every node was sending, latencies, waits and rounds; its logs, which a result does not hold,
are made by repeating the run, unless --messages and --links give them. Of several runs, or a
sweep, it shows a measure against a parameter, with closed form, lower bound and crossovers; of
random traffic latency and accepted load against the load that is offered.

  --x=KEY       across; else the number that takes most values
  --y=MEASURE   upwards; else completion_cycles
  --color=KEYS  a colour for each of its values; else the algorithm, or what else varies
  --facet=KEYS  a picture for each of its values; else a further parameter with few values
  --where=KEY=VALUE  only these points; several: "ports=1, message_flits=1,4,16"

Keys and measures are the columns of sweep.csv: traffic.message_flits, latency.p95, or their last
part, message_flits, where only one has it. Several KEYS, joined by commas, are taken together:
--color=algorithm,ports has a colour for each pair.
)";

using Json = nlohmann::ordered_json;

void refuse_options(const Arguments& arguments, const std::vector<const char*>& options,
                    const char* why) {
  for (const char* const option : options) {
    if (arguments.has(option)) {
      throw ConfigError(fmt::format("--{}: {}", option, why));
    }
  }
}

/// What makes a page of a result; a member that is missing is blamed on the file.
template <typename Act>
decltype(auto) with_result(const std::string& file, Act&& act) {
  try {
    return act();
  } catch (const Json::exception&) {
    throw ConfigError(fmt::format(
        "{}: lacks something that every result has; run it anew with flitcast run", file));
  } catch (const std::invalid_argument& error) {
    throw ConfigError(fmt::format("{}: {}", file, error.what()));
  }
}

/// A run that was given up counts the messages of whole rounds only.
Timeline read_timeline(const std::string& log, const Json& result, const Topology& topology) {
  const auto messages = result.at("messages").get<std::uint64_t>();
  Timeline timeline(topology.processors(), result.at("rounds").get<std::uint64_t>(), messages);
  std::unordered_set<std::uint64_t> seen;
  read_message_log(log, [&](const LoggedDelivery& delivery) {
    if (delivery.source >= topology.processors() || delivery.destination >= topology.processors()) {
      throw ConfigError(fmt::format("{}: is not of this run: it has a message {} → {}", log,
                                    delivery.source, delivery.destination));
    }
    seen.insert(delivery.id);
    timeline.add(delivery);
  });
  if (seen.size() != messages && result.at("deadlock").is_null()) {
    throw ConfigError(fmt::format("{}: is not of this run: it has {} messages, not {}", log,
                                  seen.size(), messages));
  }
  return timeline;
}

std::vector<LoggedChannel> read_channels(const std::string& log, const Topology& topology) {
  std::vector<LoggedChannel> channels = read_link_log(log);
  for (const LoggedChannel& channel : channels) {
    const bool there = channel.receive_port
                           ? channel.from == channel.to && channel.to < topology.nodes()
                           : channel.from < topology.nodes() &&
                                 topology.port_towards(channel.from, channel.to) != kNoPort;
    if (!there) {
      throw ConfigError(fmt::format("{}: is not of this run: {} has no channel {} → {}", log,
                                    topology.describe(), channel.from, channel.to));
    }
  }
  return channels;
}

std::string page_of_run(const Arguments& arguments, const std::string& file) {
  refuse_options(arguments, {"x", "y", "color", "facet", "where"}, "is for the results of a sweep");
  const auto messages = arguments.option("messages");
  const auto links = arguments.option("links");
  if (messages.has_value() != links.has_value()) {
    throw ConfigError(
        fmt::format("--{}: goes with --{}; give both logs of the run, or none to have "
                    "it repeated",
                    messages ? "messages" : "links", messages ? "links" : "messages"));
  }
  if (!messages && is_pipe(file)) {
    throw ConfigError(fmt::format(
        "{}: is a pipe, and the run is to be repeated from it; give a file that stays, or both "
        "logs with --messages and --links",
        file));
  }
  const Json result = read_result(file);
  if (result.contains("background")) {
    throw ConfigError(fmt::format(
        "{}: is of a schedule under load, of which there is no page; give the result of a schedule "
        "or of load alone, or several results, like those of a sweep over load.rate",
        file));
  }
  return with_result(file, [&] {
    const RawConfig config = config_of_result(result, file);
    const Places& places = config.places;
    if (!places.given("topology.kind") ||
        !(places.given("topology.dims") || places.given("topology.file"))) {
      throw std::invalid_argument("its config has no topology");
    }
    const auto built = topology_of(config);
    const Topology& topology = *built;
    std::optional<RepeatedRun> repeated;
    if (!messages) {
      repeated.emplace(file, result);
    }
    const Timeline timeline =
        read_timeline(messages ? *messages : repeated->messages(), result, topology);
    const std::vector<LoggedChannel> channels =
        read_channels(links ? *links : repeated->links(), topology);
    const Network network{
        topology,
        node_names(topology, plain_text(result["config"].value("topology.file", Json())))};
    return run_page({result, network, channels, timeline}).html();
  });
}

std::string page_of_sweep(const Arguments& arguments, const ReportInputs& inputs) {
  refuse_options(arguments, {"messages", "links"}, "is for the result of one run");
  PointTable table;
  for (const std::string& file : inputs.files) {
    const std::size_t name = file.find_last_of('/') + 1;
    const std::size_t end = file.rfind(".json");
    with_result(file, [&] {
      table.add(file.substr(name, end != std::string::npos && end > name ? end - name : end),
                read_result(file));
    });
  }
  table.finish();
  if (const auto conditions = arguments.option("where")) {
    keep_where(table, *conditions);
  }
  AxisRequest request{arguments.option("x"), arguments.option("y"), arguments.option("color"),
                      arguments.option("facet")};
  join_columns(table, request);
  const Axes axes = choose_axes(table, request);
  return sweep_page(table, axes, {inputs.without_result, inputs.step}).html();
}

/// Throws ConfigError where the page would take the place of what it is made of.
void refuse_to_overwrite(const Arguments& arguments, const std::string& out,
                         std::vector<std::string> read) {
  for (const char* const option : {"messages", "links"}) {
    if (const auto log = arguments.option(option)) {
      read.push_back(*log);
    }
  }
  for (const std::string& file : read) {
    std::error_code missing;
    if (std::filesystem::equivalent(out, file, missing)) {
      throw ConfigError(fmt::format(
          "--out: {} is what the page is made of; give the page a file of its own, like "
          "--out=report.html",
          out));
    }
  }
}

void refuse_axes(const Arguments& arguments) {
  refuse_options(arguments, {"x", "y", "color", "facet", "where", "messages", "links"},
                 "is for results of schedules");
}

/// All operands are folders of flitcast load, or results of random traffic.
std::optional<std::string> page_of_load(const Arguments& arguments) {
  const std::vector<std::string>& operands = arguments.operands;
  const auto make = [&](const std::vector<ReportedCurve>& curves) {
    refuse_axes(arguments);
    if (curves.empty()) {
      throw ConfigError(fmt::format("{}: has no curve yet", operands.front()));
    }
    return load_page(curves).html();
  };
  if (std::all_of(operands.begin(), operands.end(), is_load_folder)) {
    return with_result(operands.front(), [&] {
      std::vector<ReportedCurve> curves;
      for (const std::string& operand : operands) {
        for (ReportedCurve& curve : read_curves(operand)) {
          curves.push_back(std::move(curve));
        }
      }
      return make(curves);
    });
  }
  std::vector<Json> results;
  for (const std::string& operand : operands) {
    if (std::filesystem::is_directory(operand) || is_pipe(operand)) {
      return std::nullopt;
    }
    results.push_back(read_result(operand));
    if (!is_load_result(results.back())) {
      return std::nullopt;
    }
  }
  return with_result(operands.front(), [&] { return make(curves_of_results(results, operands)); });
}

int report(const Arguments& arguments) {
  if (arguments.operands.empty()) {
    throw ConfigError(
        "report needs a result of flitcast run, several, or the folder of a sweep, like flitcast "
        "report result.json --out=report.html");
  }
  const auto out = arguments.option("out");
  if (!out) {
    throw ConfigError("--out: is missing; give --out=report.html");
  }
  if (!has_drawing_library()) {
    throw ConfigError(
        "this program was built without the library that draws the pages; use tb/run report, or "
        "build with cmake -DFLITCAST_REPORT=ON, which needs npm");
  }
  refuse_to_overwrite(arguments, *out, arguments.operands);
  if (const auto page = page_of_load(arguments)) {
    write_whole_file(*out, *page);
    return exit_code::kGood;
  }
  const ReportInputs inputs = gather_results(arguments.operands);
  refuse_to_overwrite(arguments, *out, inputs.files);
  AtomicFile file(*out);
  file.write(inputs.sweep ? page_of_sweep(arguments, inputs)
                          : page_of_run(arguments, inputs.files.front()));
  file.commit();
  return exit_code::kGood;
}

}  // namespace

Command report_command() {
  Command command{"report", report};
  command.uses = {{"flitcast report RESULT... --out=PAGE.html", "pictures of a run or a sweep"}};
  command.synopsis = kSynopsis;
  command.help = kHelp;
  command.options = {options::kOut,   {"x", true},     {"y", true},        {"color", true},
                     {"facet", true}, {"where", true}, {"messages", true}, {"links", true}};
  return command;
}

}  // namespace flitcast
