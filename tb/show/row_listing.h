#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "traffic/catalogue/catalogue.h"
#include "traffic/row/row.h"

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

/// What rows are asked for. Everything that is given must hold; empty is no condition.
struct RowFilter {
  std::string operation;  ///< by any of its names, "all-to-all", "MPI_Bcast"
  std::string topology;   ///< a word of topology.kind: rows that say that they run there
  std::string ports;      ///< of the model that the row is written for: "1", "all"
  std::string switching;  ///< likewise: as router.switching takes it
  /// Each is an operation, an id or a wildcard of ids, a topology, or text that the row has
  /// anywhere; or all together are an operation. Of several operations, and of several ids and
  /// wildcards, one has to be the row's.
  std::vector<std::string> words;
};

/// The rows that it lets through, in the order of the catalogue. Throws ConfigError for a word that
/// is none of what it should be, and where no row is left, which says what would be right.
std::vector<const Row*> chosen_rows(const RowFilter& filter);

}  // namespace flitcast::show
