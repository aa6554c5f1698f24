#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "traffic/catalogue/catalogue.h"

namespace flitcast::show {

/// The table of `flitcast list`: a line for every row, its operation, model and topology, no wider
/// than `width`; 0 is no limit.
std::string list_rows(const std::vector<const Row*>& rows, std::size_t width);

/// The same with rounds, closed form and source below every line.
std::string list_rows_long(const std::vector<const Row*>& rows, std::size_t width);

/// Everything about rows as JSON, schema flitcast.catalogue/1.
std::string list_rows_json(const std::vector<const Row*>& rows);

/// One row in full, with a configuration to start from.
std::string describe_row(const Row& row, std::size_t width);

}  // namespace flitcast::show
