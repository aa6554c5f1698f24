#include "tb/explore/sweep/point_areas.h"

#include <cmath>
#include <set>

#include <fmt/format.h>

#include "tb/config/resolve/resolve.h"

namespace flitcast::explore {
namespace {

constexpr std::string_view kBuffer = "router.buffer_flits";

/// To the picosecond.
ResultValue nanoseconds(const ResultValue* cycles, const std::optional<double>& period_ns) {
  constexpr double kPicoseconds = 1000;
  return cycles == nullptr || !cycles->is_number() || !period_ns
             ? ResultValue()
             : std::round(cycles->number() * *period_ns * kPicoseconds) / kPicoseconds;
}

}  // namespace

void PointAreas::add(const SweepPoint& point, const std::vector<ResultColumn>& columns) {
  RawConfig raw = config_of(sweep_, point);
  if (const ResultValue* const buffer = find_value(columns, kBuffer)) {
    give(raw, kBuffer, buffer->text);  // it follows from the schedule where it is not given
  }
  try {
    kinds_[point.name] = area::router_builds(resolve(raw), word_bits_);
  } catch (const ConfigError& error) {
    kinds_.erase(point.name);
    left_out_.add(error.what(), point.name, point.values);
  }
}

void PointAreas::find(const area::RouterSynthesis::Watcher& watcher) {
  std::set<area::RouterBuild> builds;
  for (const auto& entry : kinds_) {
    for (const area::RouterKind& kind : entry.second) {
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
  const area::NetworkArea network = area::network_area(kinds->second, synthesis_);
  const area::RouterArea& router = network.router();
  const area::RouterArea all = network.all();
  const ResultValue* const cycles = result.status == PointStatus::kStuck
                                        ? nullptr  // those until it gave up
                                        : find_value(result.columns, "completion_cycles");
  return {{"area.cells", router.cells},
          {"area.flip_flops", router.flip_flops},
          {"area.lut4", router.lut4},
          {"area.gates", router.gates},
          {"area.period_ns", all.period_ns},
          {"area.network_gates", all.gates},
          {"area.word_bits", word_bits_},
          {"area.caveat", fmt::format("{}; {}", synthesis_.tools().describe(), area::kAreaCaveat)},
          {"completion_ns", nanoseconds(cycles, all.period_ns)}};
}

}  // namespace flitcast::explore
