#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hw/types.h"
#include "tb/config/ini/raw_config.h"
#include "tb/explore/sweep/point_groups.h"

namespace flitcast::explore {

/// One point of a sweep.
struct SweepPoint {
  /// Hash of its effective configuration (point_result.h): the same whatever the order of keys,
  /// comments, or the values by which it was arrived at.
  std::string name;
  std::vector<std::string> values;  ///< of Sweep::keys, as text
  std::string refusal;  ///< why it cannot be run, as far as that is known without its schedule
  NodeId nodes = 0;     ///< that send and receive; 0 where that is not known
  int ports = 0;        ///< of a node, `all` as a number; 0 where that is not known
  /// By the closed form of its algorithm, where that holds there.
  std::optional<Cycle> predicted_cycles = {};
};

/// A sweep, expanded.
struct Sweep {
  RawConfig base;                 ///< what the points have in common: no sweep, output, or trace
  std::vector<std::string> keys;  ///< that vary, in the order of the [sweep] section
  std::vector<SourceLocation> places;   ///< of their lists, which errors name
  std::vector<std::size_t> list_sizes;  ///< SweepLists::different_values
  /// In order: the last list varies fastest, zipped lists stand where the first of them does. Of
  /// several points with one name, the first. Without those that cannot be run, if these are
  /// skipped.
  std::vector<SweepPoint> points;
  PointGroups unfit;         ///< what cannot be run, by the reason
  bool skips_unfit = false;  ///< that is not among the points
  /// The expect.* keys of every point, as they stand in its result (point_result.h).
  std::string expectations;
  std::vector<std::string> notes;  ///< about keys without effect, and duplicates
};

/// Expands the lists of the configuration; a key that is swept goes over its single value. Throws
/// ConfigError, also when no point at all can be run.
Sweep expand_sweep(const RawConfig& raw);

/// The configuration of a point.
RawConfig config_of(const Sweep& sweep, const SweepPoint& point);

/// A configuration as an INI file: the given keys as they were given, in the order of the
/// documentation, names of data files absolute. Throws ConfigError for values that an INI file
/// cannot hold.
std::string given_ini(const RawConfig& raw);

}  // namespace flitcast::explore
