#include "traffic/bounds.h"

#include <algorithm>

namespace flitcast {

Cycle stream_bound(const TimingModel& model, std::uint64_t words) {
  return model.t_s + model.t_d + static_cast<Cycle>(words) * model.t_m;
}

Cycle doubling_bound(const TimingModel& model, std::uint64_t nodes, std::uint64_t words) {
  Cycle doublings = 0;
  while ((std::uint64_t{1} << doublings) < nodes) {
    ++doublings;
  }
  return stream_bound(model, words) + (doublings - 1) * (model.t_s - 1 + model.t_m);
}

Cycle scatter_bound(const TimingModel& model, std::uint64_t nodes, std::uint64_t mu) {
  return std::max(stream_bound(model, (nodes - 1) * mu), doubling_bound(model, nodes, 1));
}

}  // namespace flitcast
