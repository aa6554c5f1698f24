#include "traffic/allreduce_parts.h"

#include <algorithm>

#include "traffic/bounds.h"
#include "traffic/row_support.h"

namespace flitcast {
namespace {

constexpr NodeId kMostSummingNodes = 1U << 11U;  // 2^22 sums of up to 2^11 operands, a bit each

}  // namespace

void check_vector_parts(const RowRequest& request, std::uint64_t parts) {
  const NodeId nodes = request.topology.processors();
  if (nodes > kMostSummingNodes) {
    throw ParameterError("topology.dims", request.topology.describe() + " has " +
                                              std::to_string(nodes) +
                                              " nodes; an all-reduce in parts takes at most " +
                                              std::to_string(kMostSummingNodes));
  }
  check_divides(request, parts,
                "the all-reduce cuts the vector into " + std::to_string(parts) + " equal parts");
}

Schedule all_reduce_in_parts(const RowRequest& request, std::string_view algorithm,
                             std::uint32_t parts) {
  Schedule schedule = empty_schedule(request, algorithm, OperationKind::kAllReduce);
  schedule.operation.parts = parts;
  schedule.block_flits = request.message_flits / parts;
  return schedule;
}

Cycle all_reduce_bound(const RowRequest& request, const TimingModel& model) {
  const std::uint64_t nodes = request.topology.processors();
  const std::uint64_t words = 2 * (nodes - 1) * request.message_flits;
  return std::max(stream_bound(model, (words + nodes - 1) / nodes),
                  doubling_bound(model, nodes, request.message_flits));
}

}  // namespace flitcast
