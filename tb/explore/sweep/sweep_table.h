#pragma once

#include <string>
#include <vector>

#include "tb/explore/points/point_result.h"
#include "tb/explore/sweep/point_areas.h"
#include "tb/explore/sweep/point_predictions.h"
#include "tb/explore/sweep/sweep_points.h"

namespace flitcast::explore {

/// A sweep that shares its table with others.
struct SweepPart {
  const Sweep* sweep;
  std::string label;
};

/// What becomes of the results of a sweep: one row per point in the order of the sweep. Columns:
/// `point` (its name), `status`, `version` (of the program that makes the table), `nodes` (that
/// send and receive), `ports_given` (router.ports as it was given, empty where it was not), every
/// parameter that any point has, every measure of the results. A point without result has what is
/// predicted of it, or else the parameters it was given, and empty measures. Columns of PointAreas
/// come last.
class SweepTable {
 public:
  /// Reads every result for its columns. `predictions`, which may be null, have every point that
  /// has none and can be run; `areas`, which may be null, those with a result.
  SweepTable(const Sweep& sweep, const SweepFolder& folder,
             const PointPredictions* predictions = nullptr, const PointAreas* areas = nullptr);
  /// Of several sweeps, one after the other; the first column, of that name, has their labels.
  SweepTable(std::vector<SweepPart> parts, const std::string& label, const SweepFolder& folder);

  const std::vector<std::string>& columns() const { return columns_; }
  /// One value per column; null where the point has none. Reads its result again, so that a sweep
  /// of any size needs no memory for its table.
  std::vector<ResultValue> row(std::size_t point);
  std::size_t rows() const;

 private:
  void find_columns();
  PointResult values_of(const Sweep& sweep, std::size_t point);

  std::vector<SweepPart> parts_;
  const SweepFolder& folder_;
  PointReader reader_;
  const PointPredictions* predictions_ = nullptr;
  const PointAreas* areas_ = nullptr;
  std::vector<std::string> columns_;
  bool labelled_ = false;
};

/// Writes NAME.csv and the table `points` of NAME.sqlite, each whole. Throws FileError.
void write_tables(SweepTable& table, const SweepFolder& folder, const std::string& name = "sweep");

/// A value in a line of CSV (RFC 4180): in double quotes where it needs them.
std::string csv_field(const ResultValue& value);

}  // namespace flitcast::explore
