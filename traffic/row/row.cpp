#include "traffic/row/row.h"

#include <algorithm>

#include "traffic/row/row_support.h"

namespace flitcast {

bool Row::takes(std::string_view key) const {
  return std::find(parameters.begin(), parameters.end(), key) != parameters.end();
}

RowModel Row::model_of(std::string_view variant) const {
  RowModel own = model;
  if (!variant.empty() && variant == one_port_variant) {
    own.ports = 1;
  }
  return own;
}

Schedule Row::build(const RowRequest& request) const {
  Schedule schedule;
  schedule.algorithm = id;
  schedule.operation.kind = operation;
  schedule.operation.nodes = request.topology.processors();
  schedule.block_flits = request.message_flits;
  if (has_root(operation)) {
    schedule.operation.root = request.root;
  }
  if (operation == OperationKind::kShift) {
    schedule.operation.shift = request.parameters.shift;
  }
  if (operation == OperationKind::kMulticast) {
    schedule.operation.destinations = request.parameters.destinations;
  }
  lay(request, schedule);
  return schedule;
}

void check_request(const Row& row, const RowRequest& request) {
  check_message_flits(request);
  check_variant(request, row.variants);
  if (has_root(row.operation)) {
    check_root(request);
  }
  check_parameters(row, request);
  row.validate(request);
  check_size(row.operation, request);
}

}  // namespace flitcast
