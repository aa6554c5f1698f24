#include "traffic/theory/bounds.h"

#include <algorithm>

#include "traffic/theory/packet_flight.h"

namespace flitcast {
namespace {

/// `words` of them, `interval` cycles apart.
Cycle words_bound(const BoundTimes& times, std::uint64_t words, std::int64_t hops, Cycle interval) {
  const auto count = static_cast<Cycle>(words);
  return times.model.t_s + hops * times.model.t_d + std::max(count, count * interval - times.lead);
}

}  // namespace

BoundTimes::BoundTimes(const TimingModel& model, const RouterPipeline& pipeline)
    : model(model),
      lead(ejection_lead(pipeline)),
      word(model.t_m),
      message(model.t_s - 1 + model.t_m) {
  if (pipeline.staged()) {
    const Cycle ejection = pipeline.ejection == Ejection::kPipeline ? pipeline.header_delay() : 0;
    const Cycle startup = model.t_s - kFixedStartup - ejection;
    word = pipeline.output_speedup > 1 ? 1 : model.t_m;
    message = std::max(startup + injection_cycles(pipeline, 2), header_turn(pipeline) + word);
  }
}

Cycle stream_bound(const BoundTimes& times, std::uint64_t words, std::int64_t hops) {
  return words_bound(times, words, hops, times.model.t_m);
}

Cycle port_bound(const BoundTimes& times, std::uint64_t words, std::int64_t hops) {
  return words_bound(times, words, hops, times.word);
}

Cycle spreading_bound(const BoundTimes& times, std::uint64_t nodes, std::uint64_t ports,
                      std::uint64_t words, std::int64_t hops) {
  Cycle steps = 0;
  for (std::uint64_t informed = 1; informed < nodes; informed *= ports + 1) {
    ++steps;
  }
  const std::uint64_t on_one_port = (words + ports - 1) / ports;
  return port_bound(times, on_one_port, hops) + (steps - 1) * times.message;
}

Cycle bisection_bound(const BoundTimes& times, const Topology& topology, std::uint64_t mu,
                      Duplex duplex) {
  std::uint64_t side = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    side = std::max<std::uint64_t>(side, topology.side(d));
  }
  const std::uint64_t channels = topology.wraps() && side > 2 ? 2 : 1;
  const std::uint64_t ways = duplex == Duplex::kHalf ? 2 : 1;
  const std::uint64_t words =
      ways * (side / 2) * (side - side / 2) * (topology.nodes() / side) * mu;
  return stream_bound(times, (words + channels - 1) / channels);
}

}  // namespace flitcast
