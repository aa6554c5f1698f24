#include "tb/plan/predict.h"

#include <limits>

#include "hw/retransmission/frame.h"
#include "hw/topology/link_times.h"
#include "traffic/channel_load/load_theory.h"
#include "traffic/pattern/traffic_pattern.h"
#include "traffic/row/lower_bound.h"
#include "traffic/theory/distance.h"
#include "traffic/theory/packet_flight.h"

namespace flitcast {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

Cycle lower_bound_of(const Config& config, const RowRequest& request) {
  const LinkTimes links(request.topology, config.network);
  return lower_bound(*config.row->operation, request, links.fastest_model());
}

/// All pairs of so many processors would take too long.
LoadPrediction predict_without_channels(const Config& config, const PacketLatency& latency) {
  const auto pattern = make_pattern(*config.topology, config.load.pattern);
  const PacketMix mix(*config.routing, *pattern, config.load);
  LoadPrediction prediction{mix.zero_load(latency), kUnknown, mix.hops(), {}, false};
  LoadBounds& bounds = prediction.bounds;
  bounds.gamma_max = bounds.channel = bounds.injection = kUnknown;
  bounds.ejection = bounds.bisection = kUnknown;
  return prediction;
}

/// Cycles that a packet takes without others over `hops` links like the slowest.
Cycle alone(Cycle flits, Cycle hops, const LinkTimes& links, const NetworkConfig& network) {
  const bool stores = network.switching == Switching::kStoreAndForward;
  const LinkTime& link = links.largest();
  const Cycle passing = flits * link.cycles_per_flit;
  return timing_model(network).t_s + hops * (network.header_delay() + link.delay) +
         (stores ? hops : 1) * passing;
}

}  // namespace

Prediction predict(const Config& config, const RowRequest& request, const ClosedForm& closed_form) {
  return {closed_form.terms, closed_form.cycles, true, lower_bound_of(config, request), 0};
}

Prediction predict(const Config& config, const RowRequest& request, const VerifyReport& report) {
  Prediction prediction;
  if (const auto closed_form = closed_form_of(*config.row, request)) {
    prediction = predict(config, request, *closed_form);
  } else {
    if (!request.links_differ && closed_forms_hold(request.timing, request.pipeline)) {
      prediction.terms = report.lockstep_terms;
    }
    prediction.cycles = report.lockstep_cycles;
    prediction.lower_bound_cycles = lower_bound_of(config, request);
  }
  prediction.critical_path_cycles = report.critical_path_cycles;
  return prediction;
}

LoadPrediction predict_load(const Config& config, const PacketLatency& latency) {
  if (config.topology->processors() > LoadTheory::kMostProcessors) {
    return predict_without_channels(config, latency);
  }
  const LoadTheory theory(*config.routing, config.network, config.load);
  const PacketMix& mix = theory.mix();
  const double estimate =
      config.network.memory ? kUnknown : theory.estimate(latency, config.load.rate);
  return {mix.zero_load(latency), estimate, mix.hops(), theory.bounds()};
}

std::uint64_t frame_flits(const Config& config) {
  return retransmits(config.network) ? kFrameFlits : 0;
}

// No two nodes are farther from each other than twice what one is from all others.
void resolve_timeout(std::uint64_t largest_flits, Config& config) {
  Cycle& timeout = config.network.retransmission.timeout;
  if (!retransmits(config.network) || timeout != RetransmissionSettings::kAutoTimeout) {
    return;
  }
  const LinkTimes links(*config.topology, config.network);
  const Cycle hops = 2 * eccentricity(*config.topology, 0);
  const auto largest = static_cast<Cycle>(largest_flits);
  timeout = alone(largest, hops, links, config.network) +
            alone(1 + kFrameFlits, hops, links, config.network);
}

}  // namespace flitcast
