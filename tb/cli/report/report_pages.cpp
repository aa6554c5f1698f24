#include "tb/cli/report/report_pages.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "tb/config/config_value.h"
#include "tb/report/choose/choose_answer.h"
#include "tb/report/inputs/report_inputs.h"
#include "tb/report/load/load_inputs.h"
#include "tb/report/run/loaded_run.h"
#include "tb/report/run/program_run.h"
#include "tb/report/sweep/sweep_inputs.h"
#include "tb/report/sweep/where.h"
#include "tb/results/plain_result.h"
#include "tb/results/result_file.h"
#include "tb/system/files/input_file.h"
#include "tb/text/shown_text.h"

namespace flitcast::report {
namespace {

using Json = nlohmann::ordered_json;

/// What the pages of a sweep take.
std::vector<const char*> sweep_options() {
  return {"x", "y", "color", "facet", "where", "gallery"};
}

void refuse_options(const cli::Arguments& arguments, const std::vector<const char*>& options,
                    const char* why) {
  for (const char* const option : options) {
    if (arguments.has(option)) {
      throw ConfigError("--{}: {}", option, why);
    }
  }
}

bool has_any(const cli::Arguments& arguments, const std::vector<const char*>& options) {
  return std::any_of(options.begin(), options.end(),
                     [&](const char* option) { return arguments.has(option); });
}

/// What makes a page of a result; a member that is missing is blamed on the file.
template <typename Act>
decltype(auto) with_result(const std::string& file, Act&& act) {
  try {
    return act();
  } catch (const Json::exception&) {
    throw ConfigError("{}: lacks something that every result has; run it anew with flitcast run",
                      file);
  } catch (const std::invalid_argument& error) {
    throw ConfigError("{}: {}", file, error.what());
  }
}

/// The logs that are given; none where the run is to be repeated. Throws ConfigError for one alone.
std::optional<LoadedRun::Logs> given_logs(const cli::Arguments& arguments) {
  const auto messages = arguments.option("messages");
  const auto links = arguments.option("links");
  if (messages.has_value() != links.has_value()) {
    throw ConfigError(
        "--{}: goes with --{}; give both logs of the run, or none to have it repeated",
        messages ? "messages" : "links", messages ? "links" : "messages");
  }
  return messages ? std::optional(LoadedRun::Logs{*messages, *links}) : std::nullopt;
}

std::string text_of(const Json& inputs) {
  return inputs.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json inputs_of_run(const cli::Arguments& arguments, const std::string& file) {
  refuse_options(arguments, sweep_options(), "is for the results of a sweep");
  const bool once = is_pipe(file);  // it can be read
  if (!once && is_jobs_result(read_result(file))) {
    throw ConfigError(
        "{}: is of several jobs, of which there is no page; see flitcast run and diff", file);
  }
  if (!once && is_program_result(read_result(file))) {
    refuse_options(arguments, {"messages", "links"},
                   "is for the result of a schedule; the run of a program is repeated");
    return with_result(file, [&] { return program_inputs(file); });
  }
  const auto logs = given_logs(arguments);
  return with_result(file, [&] { return run_inputs(LoadedRun(file, logs)); });
}

std::string file_name(const std::string& file) {
  return printable_line(file.substr(file.find_last_of('/') + 1));
}

[[noreturn]] void refuse_load(const std::string& operand) {
  throw ConfigError(
      "{}: is of random traffic, and this page is of schedules; give either alone, and traffic as "
      "results of flitcast run or as a folder of flitcast load",
      operand);
}

Json read_schedule_result(const std::string& file) {
  Json result = read_result(file);
  if (is_load_result(result)) {
    refuse_load(file);
  }
  if (is_program_result(result)) {
    throw ConfigError(
        "{}: is of a program, and this page is of schedules; see flitcast run and diff", file);
  }
  if (is_jobs_result(result)) {
    throw ConfigError(
        "{}: is of several jobs, and this page is of one schedule; see flitcast run and diff",
        file);
  }
  return result;
}

Json inputs_of_pair(const std::string& first, const std::string& second) {
  const auto load = [](const std::string& file) {
    read_schedule_result(file);
    return with_result(file, [&] { return std::make_unique<LoadedRun>(file, std::nullopt); });
  };
  const auto a = load(first);
  const auto b = load(second);
  return pair_inputs(*a, file_name(first), *b, file_name(second));
}

/// The results of a sweep, or what is predicted of it; `rounds` of every one for a gallery.
PointTable table_of(const ReportInputs& inputs, std::vector<Json>* rounds) {
  PointTable table;
  for (const std::string& file : inputs.files) {
    const std::size_t name = file.find_last_of('/') + 1;
    const std::size_t end = file.rfind(".json");
    const std::string point =
        file.substr(name, end != std::string::npos && end > name ? end - name : end);
    const auto area = inputs.areas.find(point);
    with_result(file, [&] {
      const Json result = read_schedule_result(file);
      table.add(point, result_columns(result),
                area == inputs.areas.end() ? std::vector<ResultColumn>{} : area->second);
      if (rounds != nullptr) {
        rounds->push_back(gallery_rounds(result));
      }
    });
  }
  for (const PredictedPoint& point : inputs.predictions) {
    table.add_predicted(point.name, point.values);
  }
  table.finish();
  return table;
}

Json inputs_of_sweep(const cli::Arguments& arguments, const ReportInputs& inputs) {
  refuse_options(arguments, {"messages", "links"}, "is for the result of one run");
  if (!inputs.predictions.empty()) {
    refuse_options(arguments, {"gallery"}, "shows what was simulated, and here is theory alone");
  }
  const bool gallery = arguments.has("gallery");
  std::vector<Json> rounds;
  PointTable table = table_of(inputs, gallery ? &rounds : nullptr);
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
  const AxisRequest request{arguments.option("x"), arguments.option("y"), arguments.option("color"),
                            arguments.option("facet")};
  const OmittedPoints left_out{inputs.without_result, inputs.predicted, inputs.step};
  return gallery ? gallery_inputs(table, request, left_out, std::move(rounds))
                 : sweep_inputs(table, request, left_out);
}

/// The answer of flitcast choose, where its folder is all that is to be reported and nothing is
/// asked of a sweep.
std::optional<std::string> inputs_of_answer(const cli::Arguments& arguments) {
  const auto found =
      std::find_if(arguments.operands.begin(), arguments.operands.end(), is_answer_folder);
  if (found == arguments.operands.end() || has_any(arguments, sweep_options())) {
    return std::nullopt;
  }
  const std::string& folder = *found;
  if (arguments.operands.size() > 1) {
    throw ConfigError(
        "{}: has an answer of flitcast choose, of which a page shows one; give it alone, or "
        "--y=completion_cycles for a page of all runs, as of a sweep",
        folder);
  }
  refuse_options(arguments, {"messages", "links"}, "is for the result of one run");
  return choose_inputs(read_answer(folder));
}

/// Throws ConfigError where the page would take the place of what it is made of.
void refuse_to_overwrite(const cli::Arguments& arguments, const std::string& out,
                         std::vector<std::string> read) {
  for (const char* const option : {"messages", "links"}) {
    if (const auto log = arguments.option(option)) {
      read.push_back(*log);
    }
  }
  for (const std::string& file : read) {
    std::error_code missing;
    if (std::filesystem::equivalent(out, file, missing)) {
      throw ConfigError(
          "--out: {} is what the page is made of; give the page a file of its own, like "
          "--out=report.html",
          out);
    }
  }
}

void refuse_axes(const cli::Arguments& arguments) {
  constexpr const char* kWhy = "is for results of schedules";
  refuse_options(arguments, {"x", "y", "color", "facet", "gallery", "messages", "links"}, kWhy);
}

/// All operands are folders of flitcast load, or results of random traffic.
std::optional<Json> inputs_of_load(const cli::Arguments& arguments) {
  const std::vector<std::string>& operands = arguments.operands;
  const bool folders = std::all_of(operands.begin(), operands.end(), is_load_folder);
  LoadFiles files;
  for (const std::string& operand : operands) {
    if (folders) {
      with_result(operand, [&] { files.add_folder(operand); });
      continue;
    }
    if (std::filesystem::is_directory(operand) || is_pipe(operand)) {
      return std::nullopt;
    }
    files.names.push_back(operand);
    files.results.push_back(read_result(operand));
    if (!is_load_result(files.results.back())) {
      return std::nullopt;
    }
  }
  refuse_axes(arguments);
  if (files.results.empty()) {
    throw ConfigError("{}: has no curve yet", operands.front());
  }
  return with_result(operands.front(),
                     [&] { return load_inputs(files, arguments.option("where")); });
}

/// Two files, neither of which is that of a sweep, without what a sweep is asked for.
bool is_pair(const cli::Arguments& arguments, const ReportInputs& inputs) {
  return inputs.files.size() == 2 && inputs.files == arguments.operands &&
         !has_any(arguments, sweep_options());
}

Json inputs_of_schedules(const cli::Arguments& arguments) {
  for (const std::string& operand : arguments.operands) {
    if (is_load_folder(operand)) {
      refuse_load(operand);
    }
  }
  const ReportInputs inputs = gather_results(arguments.operands);
  if (const auto out = arguments.option("out")) {
    refuse_to_overwrite(arguments, *out, inputs.files);
  }
  if (auto traces =
          with_result(arguments.operands.front(), [&] { return traces_inputs(inputs.files); })) {
    refuse_axes(arguments);
    refuse_options(arguments, {"where"}, "is for the results of a sweep");
    return *std::move(traces);
  }
  if (is_pair(arguments, inputs)) {
    refuse_options(arguments, {"messages", "links"}, "is for the result of one run");
    return inputs_of_pair(inputs.files[0], inputs.files[1]);
  }
  return inputs.sweep ? inputs_of_sweep(arguments, inputs)
                      : inputs_of_run(arguments, inputs.files.front());
}

}  // namespace

std::string report_inputs(const cli::Arguments& arguments) {
  if (const auto out = arguments.option("out")) {
    refuse_to_overwrite(arguments, *out, arguments.operands);
  }
  if (arguments.operands.empty()) {
    return R"({"kind":"empty"})";
  }
  if (auto answer = inputs_of_answer(arguments)) {
    return *std::move(answer);
  }
  const auto under_load = inputs_of_load(arguments);
  return text_of(under_load ? *under_load : inputs_of_schedules(arguments));
}

}  // namespace flitcast::report
