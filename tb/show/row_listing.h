#pragma once

#include <string>

#include "traffic/catalogue/catalogue.h"

namespace flitcast {

/// The table of `flitcast list`: every row with its operation, topology, model, rounds, closed form
/// and source.
std::string list_rows();

/// The same as JSON, schema flitcast.catalogue/1.
std::string list_rows_json();

/// One row in full, with a configuration to start from.
std::string describe_row(const Row& row);

/// A small configuration file that runs the row. Empty when none of the usual networks fits.
std::string example_config(const Row& row);

}  // namespace flitcast
