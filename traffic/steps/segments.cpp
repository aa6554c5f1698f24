#include "traffic/steps/segments.h"

#include "traffic/row/row_support.h"

namespace flitcast {

void cut_into_segments(const RowRequest& request, Schedule& schedule) {
  cut_blocks(request.parameters.segments, schedule);
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
