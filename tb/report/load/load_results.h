#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace flitcast {

/// A latency–load curve as a page shows it.
struct ReportedCurve {
  std::string name;
  std::string title;
  nlohmann::ordered_json bounds;          ///< rates by what limits them; null where it does not
  double zero_load = 0;                   ///< mean latency without load, in theory
  double saturation = 4;                  ///< so many times that is saturated
  nlohmann::ordered_json stable_up_to;    ///< null where no point is saturated
  nlohmann::ordered_json saturated_from;  ///< likewise
  std::vector<nlohmann::ordered_json> results;  ///< of its points, by their rates, ascending

  double rate(std::size_t point) const {
    return results[point].at("config").at("load.rate").get<double>();
  }
  /// By itself, or for its latency.
  bool saturated(std::size_t point) const;
};

/// True for a folder that flitcast load wrote.
bool is_load_folder(const std::string& folder);

/// The curves of such a folder. Throws ConfigError for one that is damaged.
std::vector<ReportedCurve> read_curves(const std::string& folder);

/// Results of runs under load, with a rate each: those that differ in it alone are a curve.
/// `names`: of the results.
std::vector<ReportedCurve> curves_of_results(const std::vector<nlohmann::ordered_json>& results,
                                             const std::vector<std::string>& names);

}  // namespace flitcast
