#pragma once

#include <string>
#include <vector>

#include "tb/config/raw_config.h"

namespace flitcast {

/// One point of a sweep.
struct SweepPoint {
  /// Hash of its effective configuration (point_name.h): the same whatever the order of keys,
  /// comments, or the values by which it was arrived at.
  std::string name;
  std::vector<std::string> values;  ///< of Sweep::keys, as text
  std::string refusal;              ///< why it cannot be run, as far as that is known; or empty
};

/// A sweep, expanded.
struct Sweep {
  RawConfig base;                 ///< what the points have in common: no sweep, output, or trace
  std::vector<std::string> keys;  ///< that vary, in the order of the [sweep] section
  /// In order: the last list varies fastest, zipped lists stand where the first of them does. Of
  /// several points with one name, the first.
  std::vector<SweepPoint> points;
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

}  // namespace flitcast
