#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/plan/planned_run.h"
#include "tb/programs/program_file.h"
#include "tb/sim/simulated_run.h"
#include "tb/system/console.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"

namespace flitcast::cli {
namespace {

constexpr const char* kCompareHelp =
    R"(Plays traces of a chip, see tb/programs, and compares: for each its makespan,
measured and here, and how far off the waits of its processors are, in the median
and in nine of ten. Then which of two traces is the faster one, of all pairs whose
names are alike up to _TO_ and whose measured times differ by more than 1 %.

)";

/// Makespans that differ by no more are taken for equal.
constexpr double kAlike = 0.01;

struct Compared {
  std::string name;
  Cycle measured;
  MeasuredComparison here;

  std::string source() const {
    const std::size_t end = name.find("_TO_");
    return end == std::string::npos ? "" : name.substr(0, end);
  }
};

Compared play(const Arguments& arguments, const std::string& trace) {
  RawConfig raw = gather_config(arguments);
  give(raw, "traffic.program", trace);
  const PlannedRun plan = plan_run(raw);
  const auto run = std::get<ProgramRun>(simulate(plan, {}));
  if (!run.measured) {
    throw ConfigError("{}: gave up after {} cycles: {}", trace, run.completion_cycles,
                      fmt::join(run.waiting, "; "));
  }
  if (!run.data_error.empty()) {
    throw ConfigError("{}: {}", trace, run.data_error);
  }
  return {std::filesystem::path(trace).stem().string(),
          std::get<ProgramPlan>(plan).program().measured.end, *run.measured};
}

std::string percent(double share) {
  return fmt::format("{:.1f}", 100 * share);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

/// A line for all: `of` the values of a column.
std::vector<std::string> over_all(const char* name, const std::vector<Compared>& all,
                                  double (*of)(std::vector<double>)) {
  std::vector<double> makespans;
  std::vector<double> medians;
  std::vector<double> nine_of_ten;
  for (const Compared& each : all) {
    makespans.push_back(std::abs(each.here.makespan_error));
    medians.push_back(each.here.median_error);
    nine_of_ten.push_back(each.here.p90_error);
  }
  return {name,
          "",
          "",
          percent(of(std::move(makespans))),
          "",
          percent(of(std::move(medians))),
          percent(of(std::move(nine_of_ten))),
          ""};
}

std::string table(const std::vector<Compared>& all) {
  std::vector<std::vector<std::string>> rows{
      {"trace", "measured", "here", "error %", "waits", "median %", "nine of ten %", "order"}};
  for (const Compared& each : all) {
    rows.push_back({each.name, std::to_string(each.measured), std::to_string(each.here.makespan),
                    fmt::format("{:+.1f}", 100 * each.here.makespan_error),
                    std::to_string(each.here.waits.size()), percent(each.here.median_error),
                    percent(each.here.p90_error), fmt::format("{:.2f}", each.here.order)});
  }
  rows.push_back(over_all("median", all, median));
  rows.push_back(over_all("worst", all, [](std::vector<double> values) {
    return *std::max_element(values.begin(), values.end());
  }));
  return aligned(rows);
}

/// Of pairs from one source, in how many the faster one is so here, too.
std::string pairs_text(const std::vector<Compared>& all) {
  std::uint64_t pairs = 0;
  std::uint64_t right = 0;
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = a + 1; b < all.size(); ++b) {
      const auto [least, most] = std::minmax(all[a].measured, all[b].measured);
      const bool differ = static_cast<double>(most - least) > kAlike * static_cast<double>(least);
      if (differ && !all[a].source().empty() && all[a].source() == all[b].source()) {
        ++pairs;
        const bool faster = all[a].measured < all[b].measured;
        right += all[a].here.makespan != all[b].here.makespan &&
                         (all[a].here.makespan < all[b].here.makespan) == faster
                     ? 1U
                     : 0U;
      }
    }
  }
  return pairs == 0 ? ""
                    : fmt::format("\nof {} from one source the faster one is so here in {}\n",
                                  count_of(pairs, "pair"), right);
}

int compare(const Arguments& arguments) {
  Arguments base = arguments;
  std::vector<std::string> traces;
  const auto is_trace = [](const std::string& operand) {
    return format_of(operand) == ProgramFormat::kNocTrace;
  };
  std::copy_if(arguments.operands.begin(), arguments.operands.end(), std::back_inserter(traces),
               is_trace);
  base.operands.erase(std::remove_if(base.operands.begin(), base.operands.end(), is_trace),
                      base.operands.end());
  if (traces.empty()) {
    for (const std::string& operand : base.operands) {
      if (!std::filesystem::exists(operand)) {
        throw ConfigError("cannot read {}: there is no such file", operand);
      }
    }
    throw ConfigError(
        "compare is for traces of a chip; give some, like flitcast compare "
        "configs/silicon/chip.ini TRACE.json...");
  }
  std::vector<Compared> all;
  all.reserve(traces.size());
  for (const std::string& trace : traces) {
    all.push_back(play(base, trace));
  }
  print(printable(table(all) + pairs_text(all)));
  return exit_code::kGood;
}

}  // namespace

Command compare_command() {
  Command command{"compare", compare};
  command.uses = {{"flitcast compare [FILE] TRACE... [--key=value ...]",
                   "traces of a chip, measured and here"}};
  command.help = kCompareHelp;
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
