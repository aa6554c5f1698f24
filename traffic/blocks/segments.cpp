#include "traffic/blocks/segments.h"

#include "traffic/row/row_support.h"

namespace flitcast {

Schedule segmented_schedule(const RowRequest& request, std::string_view algorithm,
                            OperationKind kind, std::uint64_t rounds) {
  const std::uint32_t segments = request.parameters.segments;
  Schedule schedule = empty_schedule(request, algorithm, kind);
  schedule.operation.parts = segments;
  schedule.block_flits = request.message_flits / segments;
  schedule.rounds = rounds;
  return schedule;
}

Coefficients segmented_cost(const RowRequest& request, std::int64_t rounds, std::int64_t hops) {
  const std::int64_t segments = request.parameters.segments;
  Coefficients cost;
  cost.t_s = rounds;
  cost.t_d = hops;
  cost.mu_t_m = {request.stores_and_forwards() ? hops : rounds, segments};
  return cost;
}

}  // namespace flitcast
