#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands.h"
#include "tb/config/config_value.h"
#include "tb/report/assets/assets.h"
#include "tb/report/files/picture_files.h"
#include "tb/report/inputs/report_inputs.h"
#include "tb/report/load/load_page.h"
#include "tb/report/pair/pair_page.h"
#include "tb/report/run/loaded_run.h"
#include "tb/report/run/run_page.h"
#include "tb/report/sweep/gallery_page.h"
#include "tb/report/sweep/sweep_page.h"
#include "tb/report/sweep/where.h"
#include "tb/results/result_file.h"
#include "tb/system/atomic_file.h"
#include "tb/system/input_file.h"
#include "tb/system/shown_text.h"

namespace flitcast {
namespace {

/// What the pages of a sweep take.
std::vector<const char*> sweep_options() {
  return {"x", "y", "color", "facet", "where", "gallery"};
}

constexpr const char* kSynopsis =
    R"(flitcast report RESULT... [--out=PAGE.html] [--pictures=DIR] [--x=KEY] [--y=MEASURE]
                [--color=KEYS] [--facet=KEYS] [--where=KEY=VALUE,...] [--gallery]
flitcast report RESULT.json --out=PAGE.html [--messages=FILE.csv --links=FILE.csv])";

constexpr const char* kHelp =
    R"(Makes one page that opens in a browser, without a network. A RESULT is a file that run wrote with
output.json, or the folder of a sweep or of flitcast load. Of one run the page shows how much every
link was in use, when every node was sending, latencies, waits and rounds; its logs, which a result
does not hold, are made by repeating the run, unless --messages and --links give them. Two runs are
shown side by side, with their difference. Of more, of a sweep, or with one of the options below but
--pictures, it shows a measure against a parameter, with closed form, lower bound and crossovers; of
random traffic latency and accepted load against the load that is offered.

  --x=KEY         across; else the number that takes most values
  --y=MEASURE     upwards; else completion_cycles
  --color=KEYS    a colour for each value; else the algorithm, or what else varies
  --facet=KEYS    a picture for each value; else a further parameter with few values
  --where=KEY=VALUE  only points that have it; several: "ports=1, message_flits=1,4,16"
  --gallery       a card for every point, with its measures and its rounds over time
  --pictures=DIR  every picture as an SVG file, with a page or without; needs Node.js, no browser

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

/// The logs that are given; none where the run is to be repeated. Throws ConfigError for one alone.
std::optional<LoadedRun::Logs> given_logs(const Arguments& arguments) {
  const auto messages = arguments.option("messages");
  const auto links = arguments.option("links");
  if (messages.has_value() != links.has_value()) {
    throw ConfigError(
        fmt::format("--{}: goes with --{}; give both logs of the run, or none to have "
                    "it repeated",
                    messages ? "messages" : "links", messages ? "links" : "messages"));
  }
  return messages ? std::optional(LoadedRun::Logs{*messages, *links}) : std::nullopt;
}

Page page_of_run(const Arguments& arguments, const std::string& file) {
  refuse_options(arguments, sweep_options(), "is for the results of a sweep");
  const auto logs = given_logs(arguments);
  return with_result(file, [&] { return run_page(LoadedRun(file, logs).story()); });
}

std::string file_name(const std::string& file) {
  return printable_line(file.substr(file.find_last_of('/') + 1));
}

Page page_of_pair(const std::string& first, const std::string& second) {
  const auto load = [](const std::string& file) {
    return with_result(file, [&] { return std::make_unique<LoadedRun>(file, std::nullopt); });
  };
  const auto a = load(first);
  const auto b = load(second);
  return with_result(first, [&] {
    return pair_page({file_name(first), a->story()}, {file_name(second), b->story()});
  });
}

Page page_of_sweep(const Arguments& arguments, const ReportInputs& inputs) {
  refuse_options(arguments, {"messages", "links"}, "is for the result of one run");
  PointTable table;
  std::vector<Json> rounds;
  for (const std::string& file : inputs.files) {
    const std::size_t name = file.find_last_of('/') + 1;
    const std::size_t end = file.rfind(".json");
    with_result(file, [&] {
      const Json result = read_result(file);
      table.add(file.substr(name, end != std::string::npos && end > name ? end - name : end),
                result);
      if (arguments.has("gallery")) {
        rounds.push_back(gallery_rounds(result));
      }
    });
  }
  table.finish();
  if (const auto conditions = arguments.option("where")) {
    const std::vector<bool> kept = keep_where(table, *conditions);
    std::vector<Json> left;
    for (std::size_t point = 0; point < rounds.size(); ++point) {
      if (kept[point]) {
        left.push_back(std::move(rounds[point]));
      }
    }
    rounds = std::move(left);
  }
  AxisRequest request{arguments.option("x"), arguments.option("y"), arguments.option("color"),
                      arguments.option("facet")};
  join_columns(table, request);
  const Axes axes = choose_axes(table, request);
  const LeftOut left_out{inputs.without_result, inputs.step};
  return arguments.has("gallery") ? gallery_page(table, axes, left_out, rounds)
                                  : sweep_page(table, axes, left_out);
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
  constexpr const char* kWhy = "is for results of schedules";
  refuse_options(arguments, sweep_options(), kWhy);
  refuse_options(arguments, {"messages", "links"}, kWhy);
}

/// All operands are folders of flitcast load, or results of random traffic.
std::optional<Page> page_of_load(const Arguments& arguments) {
  const std::vector<std::string>& operands = arguments.operands;
  const auto make = [&](const std::vector<ReportedCurve>& curves) {
    refuse_axes(arguments);
    if (curves.empty()) {
      throw ConfigError(fmt::format("{}: has no curve yet", operands.front()));
    }
    return load_page(curves);
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

bool has_any(const Arguments& arguments, const std::vector<const char*>& options) {
  return std::any_of(options.begin(), options.end(),
                     [&](const char* option) { return arguments.has(option); });
}

/// Two files, neither of which is that of a sweep, without what a sweep is asked for.
bool is_pair(const Arguments& arguments, const ReportInputs& inputs) {
  return inputs.files.size() == 2 && inputs.files == arguments.operands &&
         !has_any(arguments, sweep_options());
}

Page page_of_schedules(const Arguments& arguments, const std::optional<std::string>& out) {
  const ReportInputs inputs = gather_results(arguments.operands);
  if (out) {
    refuse_to_overwrite(arguments, *out, inputs.files);
  }
  if (is_pair(arguments, inputs)) {
    refuse_options(arguments, {"messages", "links"}, "is for the result of one run");
    return page_of_pair(inputs.files[0], inputs.files[1]);
  }
  return inputs.sweep ? page_of_sweep(arguments, inputs)
                      : page_of_run(arguments, inputs.files.front());
}

int report(const Arguments& arguments) {
  if (arguments.operands.empty()) {
    throw ConfigError(
        "report needs a result of flitcast run, several, or the folder of a sweep, like flitcast "
        "report result.json --out=report.html");
  }
  const auto out = arguments.option("out");
  const auto pictures = arguments.option("pictures");
  if (!out && !pictures) {
    throw ConfigError("--out: is missing; give --out=report.html");
  }
  if (!has_drawing_library()) {
    throw ConfigError(
        "this program was built without the library that draws the pages; use tb/run report, or "
        "build with cmake -DFLITCAST_REPORT=ON, which needs npm");
  }
  if (out) {
    refuse_to_overwrite(arguments, *out, arguments.operands);
  }
  std::optional<AtomicFile> file;
  if (out) {
    file.emplace(*out);
  }
  const auto under_load = page_of_load(arguments);
  const Page page = under_load ? *under_load : page_of_schedules(arguments, out);
  if (pictures) {
    write_pictures(page, *pictures);
  }
  if (file) {
    file->write(page.html());
    file->commit();
  }
  return exit_code::kGood;
}

}  // namespace

Command report_command() {
  Command command{"report", report};
  command.uses = {{"flitcast report RESULT... --out=PAGE.html", "pictures of a run or a sweep"}};
  command.synopsis = kSynopsis;
  command.help = kHelp;
  command.options = {options::kOut,      {"x", true},     {"y", true},        {"color", true},
                     {"facet", true},    {"where", true}, {"gallery", false}, {"pictures", true},
                     {"messages", true}, {"links", true}};
  return command;
}

}  // namespace flitcast
