#pragma once

#include <string>
#include <vector>

#include <flitcast/export.h>
#include <flitcast/result.h>
#include <flitcast/run.h>
#include <flitcast/settings.h>

namespace flitcast {

/// What is known of a run without simulating it.
struct FLITCAST_EXPORT Check {
  std::string report;              ///< what `flitcast check` prints
  std::string settings;            ///< with every default, as a configuration file
  std::vector<NamedValue> values;  ///< those that the result will have: configuration, prediction
  std::vector<std::string> notes;  ///< what a reader should know besides, a line each

  /// A value, by its path in the result ("predicted_cycles"). Throws std::out_of_range.
  const Value& operator[](const std::string& path) const;
};

/// Proves that a run can be played (data, ports, contention, deadlock; of random traffic, routing)
/// and predicts it, as `flitcast check` does. Throws InputError where it cannot, RunError where an
/// algorithm is wrong, and Interrupted.
FLITCAST_EXPORT Check check(const Settings& settings, const Watch& watch = {});

}  // namespace flitcast
