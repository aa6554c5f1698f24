#include <cmath>

#include <gtest/gtest.h>

#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/load_plan.h"
#include "tb/plan/predict.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_load_prediction {
namespace {

/// With buffers for the full rate.
Config resolved(const RawConfig& raw) {
  Config config = resolve(raw);
  resolve_buffer(packets_of_load(config), config);
  return config;
}

LoadPrediction predicted_on_mesh(const char* dims) {
  RawConfig raw;
  give(raw, "topology.kind", "mesh");
  give(raw, "topology.dims", dims);
  give(raw, "load.pattern", "transpose");
  const Config config = resolved(raw);
  return predict_load(config, PacketLatency(config.network));
}

// Of transpose on k columns and rows k − 1 nodes turn at the corner.
TEST(LoadPrediction, KnowsTheChannelsOfASmallNetwork) {
  const LoadPrediction prediction = predicted_on_mesh("5x5");
  EXPECT_TRUE(prediction.knows_channels);
  EXPECT_DOUBLE_EQ(prediction.bounds.gamma_max, 4);
  EXPECT_DOUBLE_EQ(prediction.bounds.smallest(), 0.25);
}

// 8,281 nodes: all pairs are too many, but packets that are drawn tell the mean distance, which is
// 2·(k² − 1)/3k.
TEST(LoadPrediction, SaysWhatItCanOfALargeNetwork) {
  const LoadPrediction prediction = predicted_on_mesh("91x91");
  EXPECT_FALSE(prediction.knows_channels);
  EXPECT_NEAR(prediction.hops, 2 * (91.0 * 91 - 1) / (3 * 91), 1);
  EXPECT_NEAR(prediction.zero_load, 3 + prediction.hops + 4 - 4.0 / 91, 0.1);
  EXPECT_TRUE(std::isinf(prediction.estimate));
  EXPECT_TRUE(std::isinf(prediction.bounds.smallest()));
  EXPECT_TRUE(std::isinf(prediction.bounds.gamma_max));
}

// Processors 0 – 1 – 2, the first link far and slow. With 3 cycles of overhead, and 4 flits behind
// the header: to itself 7; over the first link 3 + 4 + 4·3 = 19, over the second 3 + 2 + 4 = 9,
// over both, at the rate of the slow one, 3 + 6 + 4·3 = 21; stored in between 19 + 6 = 25.
TEST(LoadPrediction, OfLinksThatDifferIsOfThoseOnTheWay) {
  const TempFolder folder;
  RawConfig raw;
  give(raw, "topology.kind", "graph");
  give(raw, "topology.file",
       folder.write("net.txt",
                    "processors 3\nlink 0 1 delay 4 cycles_per_flit 3\nlink 1 2 delay 2\n"));
  give(raw, "load.pattern", "uniform");
  give(raw, "load.self_sends", "on");
  const auto zero_load = [&raw] {
    const Config config = resolved(raw);
    return predict_load(config, packet_latency(config)).zero_load;
  };
  EXPECT_NEAR(zero_load(), (3 * 7 + 2 * 19 + 2 * 9 + 2 * 21) / 9.0, 1e-12);
  give(raw, "router.switching", "store_and_forward");
  EXPECT_NEAR(zero_load(), (3 * 7 + 2 * 19 + 2 * 9 + 2 * 25) / 9.0, 1e-12);
}

// Two packets over links of 4 and 2 cycles, 3 cycles of overhead, and their own flits.
TEST(LoadPrediction, OfATraceOverLinksThatDifferIsOfItsPackets) {
  const TempFolder folder;
  RawConfig raw;
  give(raw, "topology.kind", "graph");
  give(raw, "topology.file",
       folder.write("net.txt",
                    "processors 3\nlink 0 1 delay 4 cycles_per_flit 3\n"
                    "link 1 2 delay 2\n"));
  give(raw, "load.pattern", "trace");
  give(raw, "load.pattern_file", folder.write("t.csv", "0,0,1,2\n0,2,1,9\n"));
  const Config config = resolved(raw);
  const LoadPrediction prediction = predict_load(config, packet_latency(config));
  EXPECT_NEAR(prediction.zero_load, (3 + 4 + 3 + 3 + 2 + 8) / 2.0, 1e-12);
  EXPECT_TRUE(std::isnan(prediction.estimate));
}

}  // namespace
}  // namespace flitcast::test_load_prediction
