#include "tb/report/load/curves_where.h"

#include "tb/report/sweep/point_table.h"
#include "tb/report/sweep/where.h"

namespace flitcast {

std::vector<ReportedCurve> curves_where(const std::vector<ReportedCurve>& curves,
                                        const std::string& conditions) {
  PointTable table;
  for (const ReportedCurve& curve : curves) {
    std::vector<ResultColumn> keys;
    for (const auto& [key, value] : curve.results.at(0).at("config").items()) {
      keys.push_back({key, value});
    }
    table.add_row(curve.name, keys);
  }
  table.finish();
  const std::vector<bool> kept = keep_where(table, conditions);
  std::vector<ReportedCurve> left;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (kept[i]) {
      left.push_back(curves[i]);
    }
  }
  return left;
}

}  // namespace flitcast
