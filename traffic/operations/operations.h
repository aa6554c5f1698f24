#pragma once

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

/// The one with that OperationKind::name; null when there is none.
const OperationKind* find_operation(std::string_view name);

}  // namespace flitcast
