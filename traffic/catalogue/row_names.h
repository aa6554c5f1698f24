#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "traffic/row/row.h"

namespace flitcast {

/// The rows that people mean by a name, in the order of the catalogue:
///   aas-hc-dex               the row with that id
///   aas-hc-*, oab-?esh       those whose ids match, with the wildcards of the shell
///   all-to-all, aas, MPI_Alltoall   those of an operation, see operation_called
///   all                      every one
/// Applications, which are played with data, are not meant by the name of an operation that has
/// other rows. Throws ParameterError("traffic.algorithm") where there is none, naming a name that
/// is near; there are no empty answers.
std::vector<const Row*> rows_named(std::string_view name);

/// The rows of every name, in the order of the names. What several of them mean stands where it is
/// meant first; but an id that is given twice is there twice. Throws as rows_named does.
std::vector<const Row*> rows_named(const std::vector<std::string>& names);

/// The name is to be matched with ids, even if an operation is called so but for its wildcards.
bool has_wildcard(std::string_view name);

/// The name means one row or more, by more than the id of one: a wildcard, an operation, all.
bool is_name_of_several(std::string_view name);

}  // namespace flitcast
