#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "traffic/schedule/operation.h"

namespace flitcast {

/// `const OperationKind& broadcast();` and so on.
namespace operations {
#define FLITCAST_OPERATION(function) const OperationKind& function();
#include "traffic/operations/operations.inc"
#undef FLITCAST_OPERATION
}  // namespace operations

/// In the order of operations.inc.
const std::vector<const OperationKind*>& all_operations();

/// The one that people call so: by its name, by what ids begin with or by MPI's name, in any case,
/// with or without hyphens, underscores, blanks and "MPI_" before it: "all-to-all broadcast",
/// "aab", "MPI_Allgather". "all-to-all" alone is MPI's. Null when there is none.
const OperationKind* operation_called(std::string_view word);

/// What operation_called knows, as people write it: for suggestions.
std::vector<std::string> operation_words();

}  // namespace flitcast
