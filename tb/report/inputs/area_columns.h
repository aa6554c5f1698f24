#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tb/results/result_file.h"

namespace flitcast {

/// What a sweep.csv says of points beyond their results (flitcast sweep --area), by their names:
/// `nodes`, `area.*`, `completion_ns`. Empty where the table has no areas. Throws ConfigError
/// naming `file` where the table is damaged.
std::map<std::string, std::vector<ResultColumn>> area_columns(std::string_view table,
                                                              const std::string& file);

}  // namespace flitcast
