#include <cmath>

#include <gtest/gtest.h>

#include "tb/config/raw_config.h"
#include "tb/config/resolve.h"
#include "tb/plan/load_forecast.h"

namespace flitcast {
namespace {

LoadForecast forecast_on_mesh(const char* dims) {
  RawConfig raw;
  give(raw, "topology.kind", "mesh");
  give(raw, "topology.dims", dims);
  give(raw, "load.pattern", "transpose");
  const Config config = resolve(raw);
  return forecast_load(config, contract_latency(config.network));
}

// Of transpose on k columns and rows k − 1 nodes turn at the corner.
TEST(LoadForecast, KnowsTheChannelsOfASmallNetwork) {
  const LoadForecast forecast = forecast_on_mesh("5x5");
  EXPECT_TRUE(forecast.knows_channels);
  EXPECT_DOUBLE_EQ(forecast.bounds.gamma_max, 4);
  EXPECT_DOUBLE_EQ(forecast.bounds.smallest(), 0.25);
}

// 8,281 nodes: all pairs are too many, but packets that are drawn tell the mean distance, which is
// 2·(k² − 1)/3k.
TEST(LoadForecast, SaysWhatItCanOfALargeNetwork) {
  const LoadForecast forecast = forecast_on_mesh("91x91");
  EXPECT_FALSE(forecast.knows_channels);
  EXPECT_NEAR(forecast.hops, 2 * (91.0 * 91 - 1) / (3 * 91), 1);
  EXPECT_NEAR(forecast.zero_load, 3 + forecast.hops + 4 - 4.0 / 91, 0.1);
  EXPECT_TRUE(std::isinf(forecast.estimate));
  EXPECT_TRUE(std::isinf(forecast.bounds.smallest()));
  EXPECT_TRUE(std::isinf(forecast.bounds.gamma_max));
}

}  // namespace
}  // namespace flitcast
