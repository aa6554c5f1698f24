#pragma once

#include <string>
#include <vector>

#include "tb/report/sweep/point_table.h"

namespace flitcast::report {

/// Keeps the points of a table that have what `conditions` say: "ports=1, message_flits=1,4,16",
/// where a word without a key is a further value of the key before it. Keys are named like axes,
/// values as tables show them, "none" for a missing one. Throws ConfigError: unknown keys, values
/// that no point has, conditions that no point has together. Returns which points were kept.
std::vector<bool> keep_where(PointTable& table, const std::string& conditions);

}  // namespace flitcast::report
