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
  schedule.operation = operation_of(*operation, request);
  schedule.block_flits = request.message_flits;
  lay(request, schedule);
  return schedule;
}

Operation operation_of(const OperationKind& kind, const RowRequest& request) {
  Operation operation;
  operation.kind = &kind;
  operation.nodes = request.topology.processors();
  if (kind.has_root()) {
    operation.root = request.root;
  }
  if (kind.has_shift()) {
    operation.shift = request.parameters.shift;
  }
  if (kind.has_columns()) {
    operation.columns = request.topology.side(0);
  }
  if (kind.has_destinations()) {
    operation.destinations = request.parameters.destinations;
  }
  return operation;
}

void check_request(const Row& row, const RowRequest& request) {
  check_message_flits(request);
  check_variant(request, row.variants);
  if (row.operation->has_root()) {
    check_root(request);
  }
  check_parameters(row, request);
  row.validate(request);
  check_size(*row.operation, request);
}

}  // namespace flitcast
