// flitcast load: latency–load curves.

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/explore/explore_options.h"
#include "tb/config/config_value.h"
#include "tb/explore/load/load_curve.h"
#include "tb/explore/sweep/make_backend.h"
#include "tb/explore/sweep/sweep_lists.h"
#include "tb/explore/sweep/sweep_runs.h"
#include "tb/explore/sweep/sweep_table.h"
#include "tb/system/console.h"
#include "tb/system/files/written_files.h"
#include "tb/text/shown_text.h"

namespace flitcast::explore {
namespace {

/// Those of a file are of the point that it names; on the command line they would be without
/// effect. Throws ConfigError.
void refuse_keys_of_a_point(const cli::Arguments& arguments) {
  for (const auto& [key, value] : arguments.keys) {
    if (key == "load.rate") {
      throw ConfigError("--load.rate: a curve goes over all rates by itself; give --rates");
    }
    for (const std::string_view section : {"output.", "trace.", "expect."}) {
      if (std::string_view(key).substr(0, section.size()) == section) {
        throw ConfigError("--{}: is of one run, and a curve has many; give it to flitcast run",
                          key);
      }
    }
  }
}

/// The values of --rates; none without.
std::vector<std::string> given_rates(const cli::Arguments& arguments) {
  const auto list = arguments.option("rates");
  if (!list) {
    return {};
  }
  if (arguments.has("points")) {
    throw ConfigError("--points: is for rates that are chosen here; leave out --rates, or this");
  }
  try {
    return parse_sweep_values(*list);
  } catch (const ValueError& error) {
    throw ConfigError("--rates: {}", error.what());
  }
}

/// The same as rates of a curve, ascending; "1GB/s" is one by its clock.period and link.flit_bytes.
std::vector<Rate> chosen_rates(const std::vector<std::string>& given, const LoadCurve& curve) {
  std::set<Rate> rates;
  for (const std::string& text : given) {
    const bool quantity = has_quantity(Dimension::kRate, text);
    try {
      rates.insert(
          parse_rate(quantity ? plain_numbers(Dimension::kRate, text, curve.scale) : text));
    } catch (const ValueError& error) {
      throw ConfigError("--rates: {}{}", quantity ? text + ": " : "", error.what());
    }
  }
  return {rates.begin(), rates.end()};
}

/// Of all configurations, each with the keys of the command line.
std::vector<LoadCurve> gather_curves(const cli::Arguments& arguments) {
  std::vector<LoadCurve> curves;
  std::vector<std::string> operands = arguments.operands;
  if (operands.empty()) {
    operands.emplace_back();
  }
  for (const std::string& operand : operands) {
    cli::Arguments one = arguments;
    one.operands.clear();
    if (!operand.empty()) {
      one.operands.push_back(operand);
    }
    const RawConfig raw = cli::gather_sweep(one);
    std::vector<std::string> notes;
    for (LoadCurve& curve : curves_of(raw, operand.empty() ? "load" : operand, notes)) {
      curves.push_back(std::move(curve));
    }
    for (const std::string& note : notes) {
      tell("note: " + note);
    }
  }
  return curves;
}

/// Throws ConfigError where a curve has no point at a rate that was chosen.
void check_rates(const std::vector<std::string>& given, const std::vector<LoadCurve>& curves) {
  for (const LoadCurve& curve : curves) {
    const std::vector<Rate> chosen = chosen_rates(given, curve);
    if (!chosen.empty() && chosen.back() > curve.most) {
      throw ConfigError("--rates: {} is more than nodes can send in {}; give up to {}",
                        rate_text(chosen.back()), curve.name, rate_text(curve.most));
    }
  }
}

/// The rates of a curve that are to be simulated next.
std::vector<Rate> next_rates(const LoadCurve& curve, const std::vector<Rate>& chosen,
                             std::size_t points) {
  if (curve.failed > 0) {
    return {};
  }
  if (!chosen.empty()) {
    return curve.points.empty() ? chosen : std::vector<Rate>{};
  }
  const CurveSearch search({curve.prediction.zero_load, curve.prediction.bounds.smallest(),
                            curve.most, curve.saturation, points});
  return search.next(curve.points);
}

/// Enters what the results say of points that have been run.
void take_results(const Sweep& sweep, const SweepFolder& folder, LoadCurve& curve) {
  PointReader reader(folder);
  for (const SweepPoint& point : sweep.points) {
    if (const auto result = reader.read(point.name, sweep.expectations)) {
      curve.points[parse_rate(point.values.back())] = curve_point(*result, curve);
    } else {
      ++curve.failed;
    }
  }
}

/// Runs the points of all curves, step by step, until each is done.
void draw_curves(const cli::Arguments& arguments, const std::vector<std::string>& given,
                 PointRunner& runner, const SweepFolder& folder, std::vector<LoadCurve>& curves) {
  constexpr std::int64_t kUsualPoints = 12;
  constexpr std::int64_t kMostPoints = 1000;
  const auto wanted =
      static_cast<std::size_t>(arguments.number("points", 1, kMostPoints).value_or(kUsualPoints));
  for (;;) {
    std::vector<Sweep> step;
    std::vector<LoadCurve*> going;
    for (LoadCurve& curve : curves) {
      const std::vector<Rate> rates = next_rates(curve, chosen_rates(given, curve), wanted);
      if (!rates.empty()) {
        step.push_back(points_at(curve, rates));
        going.push_back(&curve);
      }
    }
    if (step.empty()) {
      return;
    }
    for (const Sweep& sweep : step) {
      add_points(sweep, folder, runner);
    }
    runner.run();
    for (std::size_t i = 0; i < step.size(); ++i) {
      take_results(step[i], folder, *going[i]);
    }
  }
}

/// All points of a curve in the order of their rates; those that failed are named by their files.
Sweep all_points(const LoadCurve& curve) {
  std::vector<Rate> rates;
  for (const auto& [rate, point] : curve.points) {
    rates.push_back(rate);
  }
  return points_at(curve, rates);
}

/// Writes the tables and prints the curves. Those without any point are left out.
void tell_curves(const std::vector<LoadCurve>& curves, const SweepFolder& folder) {
  std::vector<Sweep> sweeps;
  sweeps.reserve(curves.size());
  std::vector<SweepPart> parts;
  std::vector<CurveOutcome> outcomes;
  for (const LoadCurve& curve : curves) {
    if (!curve.points.empty()) {
      sweeps.push_back(all_points(curve));
      parts.push_back({&sweeps.back(), curve.name});
      outcomes.push_back({&curve, &sweeps.back()});
    }
  }
  SweepTable table(std::move(parts), "curve", folder);
  write_tables(table, folder, "load");
  write_in_place_of_links(folder.path() + "/load.json", load_curves_json(outcomes));
  for (const CurveOutcome& outcome : outcomes) {
    print(printable(curve_text(outcome, folder) + "\n"));
  }
  if (outcomes.size() > 1) {
    print(printable(curves_table(outcomes) + "\n"));
  }
}

std::string summary(const PointRunner& runner) {
  return fmt::format("{} run in {:.1f} s, {} were there\n", count_of(runner.state().run, "point"),
                     runner.seconds(), runner.state().there);
}

}  // namespace

int load_main(const cli::Arguments& arguments) {
  refuse_keys_of_a_point(arguments);
  refuse_lists(arguments);
  const std::vector<std::string> rates = given_rates(arguments);
  const SweepFolder folder = result_folder(arguments);
  std::vector<LoadCurve> curves = gather_curves(arguments);
  check_rates(rates, curves);
  const auto backend = make_backend(backend_options(arguments), folder);
  folder.create();
  const FolderLock lock(folder);
  PointRunner runner(*backend, folder);
  draw_curves(arguments, rates, runner, folder, curves);
  tell_curves(curves, folder);
  print(printable(summary(runner)));
  if (!arguments.has("quiet")) {
    const std::string name = folder.path() + "/load";
    print(printable(written_lines({name + ".csv", name + ".sqlite", name + ".json"})));
  }
  const bool failed = std::any_of(curves.begin(), curves.end(),
                                  [](const LoadCurve& curve) { return curve.failed > 0; });
  if (failed) {
    tell(fmt::format("not every point has a result; what failed is in {}/failed", folder.path()));
  }
  return failed ? exit_code::kUnmet : exit_code::kGood;
}

}  // namespace flitcast::explore
