#include "traffic/theory/bounds.h"

#include <algorithm>

namespace flitcast {

Cycle stream_bound(const TimingModel& model, std::uint64_t words, std::int64_t hops) {
  return model.t_s + hops * model.t_d + static_cast<Cycle>(words) * model.t_m;
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

Cycle bisection_bound(const TimingModel& model, const Topology& topology, std::uint64_t mu,
                      Duplex duplex) {
  std::uint64_t side = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    side = std::max<std::uint64_t>(side, topology.side(d));
  }
  const std::uint64_t channels = topology.wraps() && side > 2 ? 2 : 1;
  const std::uint64_t ways = duplex == Duplex::kHalf ? 2 : 1;
  const std::uint64_t words =
      ways * (side / 2) * (side - side / 2) * (topology.nodes() / side) * mu;
  return stream_bound(model, (words + channels - 1) / channels);
}

}  // namespace flitcast
