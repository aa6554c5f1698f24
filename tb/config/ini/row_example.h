#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/config/ini/raw_config.h"
#include "traffic/row/row.h"

namespace flitcast {

/// Keys and values of a small configuration that plays the row, to start from. An application has
/// traffic.data = matrix.csv, a file that is for the user to make. Empty when none of the usual
/// networks fits.
std::vector<std::pair<std::string_view, std::string>> example_of(const Row& row);

/// The same as a configuration, in which traffic.data is for the user to give.
RawConfig config_of_example(const Row& row);

}  // namespace flitcast
