#include <cstdint>
#include <tuple>

#include <gtest/gtest.h>

#include "hw/routing/routing_policies.h"
#include "tests/support/runs/played_load.h"

namespace flitcast::test_load_lookahead {
namespace {

using Order = LoadedCores::Order;
using Worms = WiredCores::Worms;
using Essence = std::tuple<double, std::uint64_t, Cycle, std::uint64_t>;

LoadSettings heavy(Drain drain) {
  LoadSettings settings;
  settings.rate = 0.6;
  settings.drain = drain;
  settings.most_cycles = 3000;
  return settings;
}

Essence essence(const PlayedLoad& played) {
  const LoadResult& result = played.result();
  return {result.latency.mean, result.packets, result.measured_to, played.flit_hops()};
}

// Modules that look ahead tell of a packet's end in another order than those that do not.
TEST(LoadLookahead, LeavesWaysAsTheyAreDrawn) {
  const Topology line(TopologyKind::kLine, {6});
  NetworkConfig config;
  config.vcs = 2;
  config.buffer_flits = 8;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    LoadSettings settings = heavy(Drain::kAlways);
    settings.seed = seed;
    const auto play = [&](Order order, Worms worms) {
      return essence(PlayedLoad(line, config, settings, order, worms, valiant_policy()));
    };
    const Essence played = play(Order::kForward, Worms::kMayPassWhole);
    EXPECT_EQ(play(Order::kBackward, Worms::kMayPassWhole), played) << seed;
    EXPECT_EQ(play(Order::kForward, Worms::kFlitByFlit), played) << seed;
  }
}

// Worms of 200 flits, most of which are still to come when the run is cut off.
TEST(LoadLookahead, EndsWhereARunThatIsNotDrainedMayEnd) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  LoadSettings settings = heavy(Drain::kNever);
  settings.sizes = {{200, 1}};
  settings.warm_up = 0;
  const auto play = [&](Order order, Worms worms) {
    return essence(PlayedLoad(mesh, {}, settings, order, worms));
  };
  const Essence played = play(Order::kForward, Worms::kMayPassWhole);
  EXPECT_EQ(play(Order::kBackward, Worms::kMayPassWhole), played);
  EXPECT_EQ(play(Order::kForward, Worms::kFlitByFlit), played);
}

}  // namespace
}  // namespace flitcast::test_load_lookahead
