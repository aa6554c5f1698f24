#include "tb/plan/load_forecast.h"

#include <limits>

#include "traffic/channel_load/load_theory.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {
namespace {

/// All pairs of so many processors would take too long.
LoadForecast forecast_without_channels(const Config& config, const PacketLatency& latency) {
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  const auto pattern = make_pattern(*config.topology, config.load.pattern);
  const PacketMix mix(*config.routing, *pattern, config.load);
  LoadForecast forecast{mix.zero_load(latency), kUnknown, mix.hops(), {}, false};
  LoadBounds& bounds = forecast.bounds;
  bounds.gamma_max = bounds.channel = bounds.injection = kUnknown;
  bounds.ejection = bounds.bisection = kUnknown;
  return forecast;
}

}  // namespace

LoadForecast forecast_load(const Config& config, const PacketLatency& latency) {
  if (config.topology->processors() > LoadTheory::kMostProcessors) {
    return forecast_without_channels(config, latency);
  }
  const LoadTheory theory(*config.routing, config.network, config.load);
  const PacketMix& mix = theory.mix();
  return {mix.zero_load(latency), theory.estimate(latency, config.load.rate), mix.hops(),
          theory.bounds()};
}

}  // namespace flitcast
