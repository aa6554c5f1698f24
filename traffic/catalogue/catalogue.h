#pragma once

#include <string_view>
#include <vector>

#include "traffic/row/row.h"

namespace flitcast {

/// All runnable rows, in the order of the catalogue.
const std::vector<Row>& catalogue();

/// The row with that id. Throws ParameterError("traffic.algorithm") naming an id that is near.
const Row& find_row(std::string_view id);

}  // namespace flitcast
