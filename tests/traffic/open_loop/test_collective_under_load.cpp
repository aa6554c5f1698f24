#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "tests/support/cores/loaded_cores.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/channel_load/packet_latency.h"
#include "traffic/open_loop/collective_under_load.h"
#include "traffic/play/payload.h"
#include "traffic/row/row.h"

namespace flitcast::test_collective_under_load {
namespace {

/// An all-to-all scatter on a mesh of 4x4 while random traffic goes on.
class UnderLoad {
 public:
  explicit UnderLoad(const LoadSettings& settings,
                     WiredCores::Worms worms = WiredCores::Worms::kMayPassWhole)
      : schedule_(find_row("aas-mesh-dex").build({mesh_, routing_, 4})),
        payload_(make_payload(schedule_.operation, schedule_.block_flits, 1)),
        alone_(schedule_, routing_, {Sync::kBarrier, config()}, *payload_, nullptr),
        executor_(schedule_, routing_, {Sync::kBarrier, config()}, *payload_, nullptr),
        load_(routing_, config(), settings, PacketLatency(config())),
        both_(alone_, executor_, load_),
        cores_(routing_, config(), both_, worms) {
    cores_.run();
  }

  Cycle duration() const { return executor_.completion() - both_.started(); }
  const CollectiveUnderLoad& both() const { return both_; }
  const ScheduleExecutor& alone() const { return alone_; }
  const ScheduleExecutor& executor() const { return executor_; }
  const OpenLoopTraffic& load() const { return load_; }

 private:
  static NetworkConfig config() {
    NetworkConfig config;
    config.buffer_flits = 4;
    return config;
  }

  Topology mesh_{TopologyKind::kMesh, {4, 4}};
  Routing routing_{mesh_, RoutingOrder::kAscending};
  Schedule schedule_;
  std::unique_ptr<Payload> payload_;
  ScheduleExecutor alone_;
  ScheduleExecutor executor_;
  OpenLoopTraffic load_;
  CollectiveUnderLoad both_;
  LoadedCores cores_;
};

LoadSettings at(double rate) {
  LoadSettings settings;
  settings.rate = rate;
  return settings;
}

Cycle sum_over_rounds(const ScheduleExecutor& executor) {
  Cycle rounds = 0;
  for (const RoundRecord& round : executor.rounds()) {
    rounds += round.lockstep;
  }
  return rounds;
}

TEST(CollectiveUnderLoad, TakesTheLongerTheMoreTraffic) {
  const UnderLoad hardly(at(0.001));
  const UnderLoad some(at(0.1));
  const UnderLoad more(at(0.25));
  EXPECT_LT(hardly.duration(), some.duration());
  EXPECT_LT(some.duration(), more.duration());
  for (const UnderLoad* run : {&hardly, &some, &more}) {
    EXPECT_TRUE(run->both().finished());
    EXPECT_EQ(run->executor().data_error(), "");
    EXPECT_EQ(run->alone().data_error(), "");
    EXPECT_EQ(run->alone().completion(), sum_over_rounds(run->alone()));
    const LoadAccount all = run->load().result().account;
    EXPECT_EQ(all.created_packets, all.delivered_packets);
  }
}

// With hardly a packet the schedule takes what it takes alone: its rounds, one after the other.
TEST(CollectiveUnderLoad, IsTheScheduleAloneWithoutTraffic) {
  LoadSettings settings = at(1e-9);
  settings.warm_up = 0;
  const UnderLoad run(settings);
  EXPECT_EQ(run.both().started(), run.alone().completion() + 1);
  EXPECT_EQ(run.duration(), run.alone().completion());
  EXPECT_EQ(run.duration(), sum_over_rounds(run.executor()));
  EXPECT_EQ(run.load().result().packets, 0U);
}

TEST(CollectiveUnderLoad, MeasuresTheTrafficWhileTheScheduleIsPlayed) {
  const UnderLoad run(at(0.1));
  const LoadResult result = run.load().result();
  EXPECT_EQ(run.load().origin(), run.alone().completion() + 1);
  EXPECT_EQ(run.load().origin() + result.measured_from + 1, run.both().started());
  EXPECT_GE(run.load().origin() + result.measured_to, run.executor().completion());
  EXPECT_GT(result.latency.mean, result.zero_load);
  EXPECT_NEAR(result.accepted.mean, 0.1, 0.02);
  const UnderLoad by_flits(at(0.1), WiredCores::Worms::kFlitByFlit);
  EXPECT_EQ(by_flits.load().result().latency.mean, result.latency.mean);
  EXPECT_EQ(by_flits.load().result().measured_to, result.measured_to);
  EXPECT_EQ(by_flits.duration(), run.duration());
}

// What came before the measurement is no part of it, however short the batches are.
TEST(CollectiveUnderLoad, MeasuresWhatFallsInTheMeasuredTime) {
  for (const Cycle batch : {1, 2, 3, 7, 20, 500}) {
    for (const double rate : {0.01, 0.1, 0.3}) {
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        LoadSettings settings = at(rate);
        settings.batch = batch;
        settings.warm_up = 100 + static_cast<Cycle>(seed);
        settings.seed = seed;
        const UnderLoad run(settings);
        const LoadResult result = run.load().result();
        std::uint64_t packets = 0;
        std::uint64_t flits = 0;
        for (const LoadBatch& each : result.batches) {
          packets += each.packets;
          flits += each.created_flits;
        }
        ASSERT_FALSE(result.batches.empty());
        EXPECT_EQ(result.batches.front().from, 100 + static_cast<Cycle>(seed));
        EXPECT_EQ(result.batches.back().to, result.measured_to);
        EXPECT_EQ(packets, result.packets);
        EXPECT_EQ(5 * packets,
                  static_cast<std::uint64_t>(std::llround(
                      result.accepted.mean * 16 *
                      static_cast<double>(result.measured_to - result.measured_from))));
        EXPECT_LE(flits, result.account.created_flits);
      }
    }
  }
}

TEST(CollectiveUnderLoad, HasTrafficToItsEndWhateverTheMostCyclesAre) {
  LoadSettings settings = at(0.2);
  settings.most_cycles = 200;
  settings.warm_up = 100;
  settings.batch = 10;
  const UnderLoad run(settings);
  EXPECT_TRUE(run.both().finished());
  const LoadResult result = run.load().result();
  EXPECT_GE(run.load().origin() + result.measured_to, run.executor().completion());
  EXPECT_GT(result.measured_to, 200);
  EXPECT_EQ(result.limit, LoadLimit::kNone);
}

}  // namespace
}  // namespace flitcast::test_collective_under_load
