#include "tb/explore/sweep/point_areas.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "tb/config/resolve/resolve.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kBuffer = "router.buffer_flits";

const Json* value_of(std::string_view name, const std::vector<ResultColumn>& columns) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const ResultColumn& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &found->value;
}

Json number_json(const std::optional<double>& number) {
  return number ? Json(*number) : Json();
}

/// To the picosecond.
Json nanoseconds(const Json* cycles, const std::optional<double>& period_ns) {
  constexpr double kPicoseconds = 1000;
  return cycles == nullptr || !cycles->is_number() || !period_ns
             ? Json()
             : Json(std::round(cycles->get<double>() * *period_ns * kPicoseconds) / kPicoseconds);
}

}  // namespace

void PointAreas::add(const SweepPoint& point, const std::vector<ResultColumn>& columns) {
  RawConfig raw = config_of(sweep_, point);
  if (const Json* const buffer = value_of(kBuffer, columns)) {
    give(raw, kBuffer, plain_text(*buffer));  // it follows from the schedule where it is not given
  }
  try {
    kinds_[point.name] = router_builds(resolve(raw), word_bits_);
  } catch (const ConfigError& error) {
    kinds_.erase(point.name);
    left_out_.add(error.what(), point.name, point.values);
  }
}

void PointAreas::find(const RouterSynthesis::Watcher& watcher) {
  std::set<RouterBuild> builds;
  for (const auto& entry : kinds_) {
    for (const RouterKind& kind : entry.second) {
      builds.insert(kind.build);
    }
  }
  builds_.assign(builds.begin(), builds.end());
  synthesis_.find(builds_, watcher);
}

std::vector<ResultColumn> PointAreas::columns(const SweepPoint& point,
                                              const PointResult& result) const {
  const auto kinds = kinds_.find(point.name);
  if (kinds == kinds_.end()) {
    return {};
  }
  const NetworkArea network = network_area(kinds->second, synthesis_);
  const RouterArea& router = network.router();
  const RouterArea all = network.all();
  const Json* const cycles = result.status == PointStatus::kStuck
                                 ? nullptr  // those until it gave up
                                 : value_of("completion_cycles", result.columns);
  return {{"area.cells", router.cells},
          {"area.flip_flops", router.flip_flops},
          {"area.lut4", router.lut4},
          {"area.gates", number_json(router.gates)},
          {"area.period_ns", number_json(all.period_ns)},
          {"area.network_gates", number_json(all.gates)},
          {"area.word_bits", word_bits_},
          {"area.caveat", fmt::format("{}; {}", synthesis_.tools().describe(), kAreaCaveat)},
          {"completion_ns", nanoseconds(cycles, all.period_ns)}};
}

}  // namespace flitcast
