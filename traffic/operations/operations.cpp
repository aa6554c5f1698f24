#include "traffic/operations/operations.h"

#include <algorithm>

namespace flitcast {

const std::vector<const OperationKind*>& all_operations() {
  static const std::vector<const OperationKind*> kinds = {
#define FLITCAST_OPERATION(function) &operations::function(),
#include "traffic/operations/operations.inc"
#undef FLITCAST_OPERATION
  };
  return kinds;
}

const OperationKind* find_operation(std::string_view name) {
  const std::vector<const OperationKind*>& kinds = all_operations();
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const OperationKind* kind) { return kind->name() == name; });
  return found == kinds.end() ? nullptr : *found;
}

}  // namespace flitcast
