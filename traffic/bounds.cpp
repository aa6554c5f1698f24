#include "traffic/bounds.h"

#include <algorithm>

namespace flitcast {

Cycle stream_bound(const TimingModel& model, std::uint64_t words) {
  return model.t_s + model.t_d + static_cast<Cycle>(words) * model.t_m;
}

Cycle doubling_bound(const TimingModel& model, std::uint64_t nodes, std::uint64_t words) {
  return spreading_bound(model, nodes, 1, words);
}

Cycle spreading_bound(const TimingModel& model, std::uint64_t nodes, std::uint64_t ports,
                      std::uint64_t words) {
  Cycle steps = 0;
  for (std::uint64_t informed = 1; informed < nodes; informed *= ports + 1) {
    ++steps;
  }
  const std::uint64_t on_one_port = (words + ports - 1) / ports;
  return stream_bound(model, on_one_port) + (steps - 1) * (model.t_s - 1 + model.t_m);
}

Cycle scatter_bound(const TimingModel& model, std::uint64_t nodes, std::uint64_t mu) {
  return std::max(stream_bound(model, (nodes - 1) * mu), doubling_bound(model, nodes, 1));
}

Cycle bisection_bound(const TimingModel& model, const Topology& grid, std::uint64_t mu) {
  const std::uint64_t side = *std::max_element(grid.dims().begin(), grid.dims().end());
  const std::uint64_t channels = grid.wraps() && side > 2 ? 2 : 1;
  const std::uint64_t words = (side / 2) * (side - side / 2) * (grid.nodes() / side) * mu;
  return stream_bound(model, (words + channels - 1) / channels);
}

Cycle grid_scatter_bound(const TimingModel& model, const Topology& grid, std::uint64_t mu) {
  return std::max(bisection_bound(model, grid, mu), scatter_bound(model, grid.nodes(), mu));
}

}  // namespace flitcast
