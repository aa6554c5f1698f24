#include "tb/report/load/load_results.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/results/result_file.h"
#include "tb/system/content_hash.h"
#include "tb/system/text_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFile = "/load.json";
constexpr const char* kRate = "load.rate";

double number(const Json& value, double otherwise) {
  return value.is_number() ? value.get<double>() : otherwise;
}

Json read_document(const std::string& file) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 28U;
  try {
    Json document = Json::parse(read_regular_file(file, kMaxBytes), nullptr, false);
    if (document.is_object() && document.value("schema", Json()) == "flitcast.curves/1") {
      return document;
    }
  } catch (const FileError& error) {
    throw ConfigError(error.what());
  }
  throw ConfigError(
      fmt::format("{}: is no list of curves; run flitcast load again in this folder", file));
}

ReportedCurve read_curve(const Json& json, const SweepFolder& folder, const std::string& file) {
  ReportedCurve curve;
  curve.name = json.at("name").get<std::string>();
  curve.title = json.at("title").get<std::string>();
  curve.bounds = json.at("bounds");
  curve.zero_load = number(json.at("zero_load"), 0);
  const Json& saturation = json.at("saturation");
  curve.saturation = number(saturation.at("beyond_zero_load"), curve.saturation);
  curve.stable_up_to = saturation.at("stable_up_to");
  curve.saturated_from = saturation.at("saturated_from");
  for (const Json& point : json.at("points")) {
    const auto name = point.get<std::string>();
    if (!is_content_hash(name)) {
      throw ConfigError(fmt::format("{}: names a point that is none", file));
    }
    curve.results.push_back(read_result(folder.result_file(name)));
  }
  return curve;
}

/// The configuration without its rate.
Json without_rate(const Json& result) {
  Json config = result.at("config");
  config.erase(kRate);
  return config;
}

ReportedCurve curve_of(const Json& result, const std::string& name) {
  ReportedCurve curve;
  curve.name = name;
  const Json& config = result.at("config");
  curve.title = plain_text(config.at("load.pattern"));
  curve.bounds = result.at("theory").at("bounds");
  curve.zero_load = number(result.at("theory").at("zero_load"), 0);
  curve.saturation = config.at("load.saturation").get<double>();
  return curve;
}

void find_bracket(ReportedCurve& curve) {
  std::sort(curve.results.begin(), curve.results.end(), [](const Json& one, const Json& other) {
    return one.at("config").at(kRate).get<double>() < other.at("config").at(kRate).get<double>();
  });
  for (std::size_t point = 0; point < curve.results.size(); ++point) {
    if (curve.saturated(point)) {
      curve.saturated_from = curve.rate(point);
      curve.stable_up_to = point == 0 ? 0 : curve.rate(point - 1);
      return;
    }
  }
}

}  // namespace

bool ReportedCurve::saturated(std::size_t point) const {
  const Json& result = results[point];
  return result.at("saturated") == "yes" ||
         number(result.at("latency").at("mean"), 0) > saturation * zero_load;
}

bool is_load_folder(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(folder + kFile, ignored);
}

std::vector<ReportedCurve> read_curves(const std::string& folder) {
  const std::string file = folder + kFile;
  const Json document = read_document(file);
  const SweepFolder points(folder);
  std::vector<ReportedCurve> curves;
  for (const Json& json : document.at("curves")) {
    curves.push_back(read_curve(json, points, file));
  }
  return curves;
}

std::vector<ReportedCurve> curves_of_results(const std::vector<Json>& results,
                                             const std::vector<std::string>& names) {
  std::vector<ReportedCurve> curves;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Json config = without_rate(results[i]);
    auto curve = std::find_if(curves.begin(), curves.end(), [&](const ReportedCurve& each) {
      return without_rate(each.results.front()) == config;
    });
    if (curve == curves.end()) {
      curves.push_back(curve_of(results[i], names[i]));
      curve = curves.end() - 1;
    }
    curve->results.push_back(results[i]);
  }
  for (ReportedCurve& curve : curves) {
    find_bracket(curve);
  }
  return curves;
}

}  // namespace flitcast
