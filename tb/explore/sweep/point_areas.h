#pragma once

#include <map>
#include <string>
#include <vector>

#include "tb/area/network_area.h"
#include "tb/area/router_synthesis.h"
#include "tb/explore/points/point_result.h"
#include "tb/explore/sweep/point_groups.h"
#include "tb/explore/sweep/sweep_points.h"

namespace flitcast::explore {

/// What the routers of a sweep's points are as hardware, as columns of its table: `area.cells`,
/// `area.flip_flops`, `area.lut4` and `area.gates` of the router with most links, `area.period_ns`
/// of the slowest one, `area.network_gates` of all of them, `area.word_bits`, the width of a flit,
/// `area.caveat` beside these, and `completion_ns`, which is completion_cycles × period. What is
/// not known is null.
class PointAreas {
 public:
  /// The sweep and the synthesis must outlive it.
  PointAreas(const Sweep& sweep, area::RouterSynthesis& synthesis, int word_bits)
      : sweep_(sweep), synthesis_(synthesis), word_bits_(word_bits) {}

  /// Takes the routers of a point with these columns (result_columns) in. Those that the hardware
  /// does not cover are left out.
  void add(const SweepPoint& point, const std::vector<ResultColumn>& columns);
  /// Finds the areas of all routers that were taken in, each once.
  void find(const area::RouterSynthesis::Watcher& watcher);

  /// Of a point that was taken in; none of one that the hardware does not cover.
  std::vector<ResultColumn> columns(const SweepPoint& point, const PointResult& result) const;
  /// Points that the hardware does not cover, by the reason.
  const PointGroups& left_out() const { return left_out_; }
  /// Different routers.
  std::size_t routers() const { return builds_.size(); }

 private:
  const Sweep& sweep_;
  area::RouterSynthesis& synthesis_;
  int word_bits_;
  std::vector<area::RouterBuild> builds_;
  std::map<std::string, std::vector<area::RouterKind>, std::less<>> kinds_;  // by names of points
  PointGroups left_out_;
};

}  // namespace flitcast::explore
