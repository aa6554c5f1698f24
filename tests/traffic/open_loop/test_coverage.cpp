#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/runs/played_load.h"

namespace flitcast::test_coverage {
namespace {

struct Network {
  const char* name;
  TopologyKind kind;
  std::vector<std::uint32_t> dims;
  int vcs;
  PipelineKind pipeline;
  const char* pattern;
  const char* sizes;
  std::array<double, 3> rates;  // low, about half of saturation, and 85 to 90 % of it
};

const Network kNetworks[] = {
    {"mesh 4x4, 1 VC, uniform",
     TopologyKind::kMesh,
     {4, 4},
     1,
     PipelineKind::kContract,
     "uniform",
     "5",
     {0.05, 0.2, 0.385}},
    {"ring 8, 2 VCs, uniform",
     TopologyKind::kRing,
     {8},
     2,
     PipelineKind::kContract,
     "uniform",
     "1, 5",
     {0.04, 0.18, 0.32}},
    {"mesh 4x4, 4 VCs, staged, transpose",
     TopologyKind::kMesh,
     {4, 4},
     4,
     PipelineKind::kStaged,
     "transpose",
     "5",
     {0.04, 0.15, 0.28}},
};
constexpr double kPrecisions[] = {0.1, 0.05, 0.02, 0.01};

NetworkConfig hardware(const Network& network) {
  NetworkConfig config;
  config.vcs = network.vcs;
  config.ports = network.pipeline == PipelineKind::kStaged ? network.vcs : 1;
  config.buffer_flits = 4;
  config.pipeline.kind = network.pipeline;
  return config;
}

LoadResult played(const Network& network, double rate, double precision, std::uint64_t seed) {
  LoadSettings settings;
  settings.pattern.word = network.pattern;
  settings.sizes = parse_weighted(network.sizes);
  settings.rate = rate;
  settings.precision = precision;
  settings.seed = seed;
  settings.drain = Drain::kNever;
  return PlayedLoad(Topology(network.kind, network.dims), hardware(network), settings).result();
}

/// Means and intervals of runs that differ in their seeds alone.
struct Sample {
  std::vector<Estimate> latencies;
  std::vector<Estimate> rates;
  double packets = 0;
  double latency = 0;
  double cycles = 0;
  double accepted = 0;

  void add(const LoadResult& result) {
    latencies.push_back(result.latency);
    rates.push_back(result.accepted);
    const auto count = static_cast<double>(result.packets);
    const auto time = static_cast<double>(result.measured_to - result.measured_from);
    packets += count;
    latency += count * result.latency.mean;
    cycles += time;
    accepted += time * result.accepted.mean;
  }
};

Sample sample(const Network& network, double rate, double precision, int seeds) {
  Sample out;
  for (int seed = 1; seed <= seeds; ++seed) {
    out.add(played(network, rate, precision, static_cast<std::uint64_t>(seed)));
  }
  return out;
}

double covered(const std::vector<Estimate>& estimates, double truth) {
  int covered = 0;
  for (const Estimate& each : estimates) {
    covered += std::abs(each.mean - truth) <= each.half_width ? 1 : 0;
  }
  return static_cast<double>(covered) / static_cast<double>(estimates.size());
}

int seeds_by_hand() {
  const char* const seeds = std::getenv("FLITCAST_COVERAGE");
  return seeds == nullptr ? 0 : std::atoi(seeds);
}

/// 0.95, less and more three standard deviations of a binomial of so many runs, of which a
/// hundredth is known to be the method's own.
void expect_95_percent(double share, int runs) {
  const double deviations = 3 * std::sqrt(0.95 * 0.05 / runs) + 0.01;
  EXPECT_GE(share, 0.95 - deviations);
  EXPECT_LE(share, std::min(1.0, 0.95 + deviations));
}

// The true means are those over all runs of the tightest precision.
TEST(Coverage, OfIntervalsIs95Percent) {
  const int seeds = seeds_by_hand();
  if (seeds < 10) {
    GTEST_SKIP() << "give FLITCAST_COVERAGE, like 200: so many seeds, for hours";
  }
  for (const Network& network : kNetworks) {
    for (const double rate : network.rates) {
      SCOPED_TRACE(std::string(network.name) + " at " + std::to_string(rate));
      std::vector<Sample> samples;
      for (const double precision : kPrecisions) {
        samples.push_back(sample(network, rate, precision, seeds));
      }
      const double latency = samples.back().latency / samples.back().packets;
      const double accepted = samples.back().accepted / samples.back().cycles;
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const double of_latency = covered(samples[i].latencies, latency);
        const double of_accepted = covered(samples[i].rates, accepted);
        std::printf("%s at %g, %g: latency %.3f, accepted %.3f, %.0f packets a run\n", network.name,
                    rate, kPrecisions[i], of_latency, of_accepted, samples[i].packets / seeds);
        std::fflush(stdout);
        expect_95_percent(of_latency, seeds);
        expect_95_percent(of_accepted, seeds);
      }
    }
  }
}

// The loosest intervals, which are the hardest, at high load: of a run that ends when its interval
// looks narrow 25 in a hundred miss the mean. The mean is that of 13 million packets of other
// seeds.
TEST(Coverage, OfLooseIntervalsHoldsNearSaturation) {
  constexpr double kMean = 20.056;
  const Sample loose = sample(kNetworks[0], kNetworks[0].rates[2], 0.1, 30);
  EXPECT_GE(covered(loose.latencies, kMean), 27.0 / 30);
  EXPECT_NEAR(loose.latency / loose.packets, kMean, 0.01 * kMean);
}

}  // namespace
}  // namespace flitcast::test_coverage
