// What is counted of a run, and of which time.

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "tests/support/runs/played_load.h"

namespace flitcast::test_load_measurement {
namespace {

TEST(LoadMeasurement, CountsByClassAndByNode) {
  const PlayedLoad played(Topology(TopologyKind::kMesh, {3, 3}), {}, light_load(0.1, "1:3, 7:1"));
  const LoadResult& result = played.result();
  ASSERT_EQ(result.classes.size(), 2U);
  const LoadClass& small = result.classes[0];
  const LoadClass& large = result.classes[1];
  EXPECT_EQ(small.flits, 1U);
  EXPECT_EQ(large.flits, 7U);
  EXPECT_NEAR(static_cast<double>(small.packets) / static_cast<double>(result.packets), 0.75, 0.02);
  const auto mean = [](const LoadClass& all) {
    return static_cast<double>(all.latency) / static_cast<double>(all.packets);
  };
  EXPECT_GT(mean(large), mean(small) + 5.5);
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint64_t flits = 0;
  for (const LoadNode& node : result.nodes) {
    sent += node.sent_packets;
    received += node.received_packets;
    flits += node.received_flits;
    EXPECT_NEAR(static_cast<double>(node.sent_packets), static_cast<double>(result.packets) / 9,
                0.15 * static_cast<double>(result.packets) / 9);
  }
  EXPECT_EQ(sent, result.packets);
  EXPECT_EQ(received, result.packets);
  EXPECT_EQ(flits, small.packets + 7 * large.packets);
  std::uint64_t histogram = 0;
  for (const auto& [latency, packets] : played.load().latencies()) {
    histogram += packets;
  }
  EXPECT_EQ(histogram, result.packets);
}

TEST(LoadMeasurement, LatencyIsQueueingAndNetwork) {
  const PlayedLoad played(Topology(TopologyKind::kMesh, {4, 4}), {}, light_load(0.3));
  const LoadResult& result = played.result();
  EXPECT_NEAR(result.latency.mean, result.queueing + result.network, 1e-9);
  EXPECT_GT(result.queueing, 1.5);
  double network = 0;
  for (const auto& [latency, packets] : played.load().network_latencies()) {
    network += static_cast<double>(latency) * static_cast<double>(packets);
  }
  EXPECT_NEAR(network / static_cast<double>(result.packets), result.network, 1e-6);
}

/// Everything that is told of it is of the same time.
void expect_of_measured_time(const LoadResult& result, NodeId nodes) {
  std::uint64_t packets = 0;
  std::uint64_t delivered = 0;
  std::uint64_t created = 0;
  Cycle from = result.measured_from;
  for (const LoadBatch& batch : result.batches) {
    EXPECT_EQ(batch.from, from);
    from = batch.to;
    packets += batch.packets;
    delivered += batch.delivered_flits;
    created += batch.created_flits;
  }
  EXPECT_EQ(from, result.measured_to);
  EXPECT_EQ(packets, result.packets);
  const auto node_cycles = static_cast<double>(result.measured_to - result.measured_from) * nodes;
  EXPECT_DOUBLE_EQ(result.accepted.mean, static_cast<double>(delivered) / node_cycles);
  EXPECT_DOUBLE_EQ(result.offered, static_cast<double>(created) / node_cycles);
}

TEST(LoadMeasurement, CountsAllThatHappenedInTheMeasuredTime) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  for (const Cycle most : {500, 501, 777, 3000}) {
    for (const Cycle batch : {1, 7, 500}) {
      LoadSettings settings = light_load(0.2);
      settings.most_cycles = most;
      settings.precision = 1e-6;
      settings.warm_up = 0;
      settings.batch = batch;
      const PlayedLoad given(mesh, {}, settings);
      EXPECT_EQ(given.result().measured_to, most);
      expect_of_measured_time(given.result(), 16);
      settings.batch.reset();
      const PlayedLoad chosen(mesh, {}, settings);
      expect_of_measured_time(chosen.result(), 16);
    }
  }
}

// One packet of a million flits, two hops from corner to corner of a 2×2 mesh: 3 + 2 + 999,999
// cycles of latency, and one more into memory.
TEST(LoadMeasurement, OfOneLongPacketIsTheRateOfThatPacket) {
  LoadSettings settings;
  settings.pattern.word = "trace";
  settings.pattern.file = "t.csv";
  settings.pattern.text = "0,0,3,1000000\n";
  const PlayedLoad played(Topology(TopologyKind::kMesh, {2, 2}), {}, settings);
  EXPECT_EQ(played.result().measured_to, 1'000'005);
  EXPECT_EQ(played.result().accepted.mean, 1e6 / 1'000'005 / 4);
  EXPECT_EQ(played.result().offered, 1e6 / 1'000'005 / 4);
  EXPECT_TRUE(std::isinf(played.result().accepted.half_width));
}

TEST(LoadMeasurement, KnowsNothingWhereNothingWasMeasured) {
  LoadSettings settings;
  settings.pattern.word = "trace";
  settings.pattern.file = "t.csv";
  settings.pattern.text = "0,0,3,5\n";
  settings.warm_up = 1000;
  const PlayedLoad played(Topology(TopologyKind::kMesh, {2, 2}), {}, settings);
  const LoadResult& result = played.result();
  EXPECT_EQ(result.packets, 0U);
  EXPECT_EQ(result.measured_from, result.measured_to);
  for (const double mean : {result.latency.mean, result.accepted.mean, result.offered, result.hops,
                            result.queueing, result.network}) {
    EXPECT_TRUE(std::isnan(mean));
  }
}

}  // namespace
}  // namespace flitcast::test_load_measurement
