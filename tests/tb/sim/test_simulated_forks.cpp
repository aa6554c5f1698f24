#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/plan/plan.h"
#include "tests/support/runs/played.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "traffic/verify/verifier.h"

// Schedules whose worms fork, on the wires.

namespace flitcast::test_simulated_forks {
namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;

struct Outcome {
  ScheduleRun run;
  Prediction prediction;
  std::vector<Delivered> deliveries;
};

Outcome play(const Keys& keys) {
  RawConfig raw;
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  const Plan plan(raw);
  Deliveries deliveries;
  ScheduleParts parts;
  parts.deliveries = &deliveries;
  Outcome outcome{simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), parts),
                  plan.prediction(),
                  {}};
  EXPECT_EQ(outcome.run.data_check, DataCheck::kPassed) << outcome.run.data_error;
  EXPECT_FALSE(outcome.run.stuck);
  EXPECT_LE(outcome.prediction.lower_bound_cycles, outcome.run.completion_cycles);
  outcome.deliveries = deliveries.all();
  return outcome;
}

Keys broadcast(const std::string& kind, const std::string& dims, NodeId root,
               const std::string& flits) {
  return {{"topology.kind", kind},
          {"topology.dims", dims},
          {"traffic.algorithm", "oab-grid-rectangle"},
          {"traffic.root", std::to_string(root)},
          {"traffic.message_flits", flits}};
}

struct Grid {
  const char* kind;
  const char* dims;
  NodeId nodes;
};

// With t_m = 1: t_s = 4 + R and t_d = R + 1 with R = 4 stages. A node that the worm goes on from
// has the header as early as by a message of its own, and the tail up to two cycles later: flits
// wait while headers are allocated in the next routers.
TEST(SimulatedForks, AreAsFastAsAMessageToTheFarthestNodeFromAnyRoot) {
  constexpr Grid kGrids[] = {{"line", "2", 2},     {"line", "5", 5},    {"ring", "3", 3},
                             {"ring", "6", 6},     {"mesh", "2x2", 4},  {"mesh", "1x4", 4},
                             {"mesh", "5x3", 15},  {"torus", "2x3", 6}, {"torus", "5x4", 20},
                             {"mesh", "3x2x3", 18}};
  for (const Grid& grid : kGrids) {
    for (const char* forks : {"reserved", "hop_by_hop"}) {
      for (NodeId root = 0; root < grid.nodes; ++root) {
        SCOPED_TRACE(std::string(grid.kind) + " " + grid.dims + " " + forks + " from " +
                     std::to_string(root));
        Keys keys = broadcast(grid.kind, grid.dims, root, "7");
        keys.emplace_back("router.forks", forks);
        keys.emplace_back("router.routing", root % 2 == 0 ? "ascending" : "descending");
        const Outcome outcome = play(keys);
        std::uint64_t farthest = 0;
        for (const Delivered& each : outcome.deliveries) {
          farthest = std::max(farthest, each.what.hops);
          EXPECT_EQ(each.what.head_arrived, 8 + 5 * static_cast<Cycle>(each.what.hops));
        }
        EXPECT_EQ(outcome.deliveries.size(), grid.nodes - 1U);
        EXPECT_EQ(outcome.run.completion_cycles, 8 + 5 * static_cast<Cycle>(farthest) + 7);
        EXPECT_EQ(outcome.prediction.cycles, outcome.run.completion_cycles);
      }
    }
  }
}

TEST(SimulatedForks, AreExactOnSlowLinksAndOtherStagesToo) {
  for (const char* flits : {"1", "2", "40"}) {
    for (const char* interval : {"2", "3"}) {
      for (const char* stages : {"0", "2"}) {
        SCOPED_TRACE(std::string(flits) + " flits, " + interval + " cycles each, " + stages);
        Keys keys = broadcast("mesh", "4x3", 5, flits);
        keys.emplace_back("link.cycles_per_flit", interval);
        keys.emplace_back("link.delay", "2");
        keys.emplace_back("router.route_delay", stages);
        keys.emplace_back("router.vc_delay", stages);
        const Outcome outcome = play(keys);
        EXPECT_EQ(outcome.prediction.cycles, outcome.run.completion_cycles);
        keys.emplace_back("router.forks", "hop_by_hop");
        const Outcome taken = play(keys);
        EXPECT_EQ(taken.prediction.cycles, taken.run.completion_cycles);
        // A tree is reserved while the route is computed, or takes a cycle of its own.
        EXPECT_EQ(outcome.run.completion_cycles - taken.run.completion_cycles,
                  *stages == '0' ? 1 : 0);
      }
    }
  }
}

// A worm takes a link once, whatever messages it brings: 11 links and as many receive ports for a
// header and 4 words.
TEST(SimulatedForks, TakeEveryLinkOfTheirTreeOnce) {
  const Outcome outcome = play(broadcast("mesh", "4x3", 5, "4"));
  EXPECT_EQ(outcome.run.messages, 11U);
  EXPECT_EQ(outcome.run.flit_hops, 2 * 11 * 5U);
}

TEST(SimulatedForks, MulticastsLeaveOthersAlone) {
  const Outcome outcome = play({{"topology.kind", "torus"},
                                {"topology.dims", "5x5"},
                                {"traffic.algorithm", "mc-grid-tree"},
                                {"traffic.root", "24"},
                                {"traffic.destinations", "0,1,5,6"},
                                {"traffic.message_flits", "3"}});
  std::vector<NodeId> informed;
  for (const Delivered& each : outcome.deliveries) {
    informed.push_back(each.what.destination);
  }
  EXPECT_EQ(informed, (std::vector<NodeId>{0, 1, 5, 6}));
  EXPECT_EQ(outcome.run.completion_cycles, 8 + 5 * 4 + 3);
}

// Node 2 of a line of five tells its neighbours, which have it after 8 + 5 + 6 cycles and tell
// theirs.
TEST(SimulatedForks, GoAsTheirDataComeInDataflow) {
  const Block block = make_block(2, Block::kEveryone);
  const HandmadeRounds rounds = {{{{2, 1}, {block}}, {{2, 3}, {block}, {}, true}},
                                 {{{1, 0}, {block}}, {{3, 4}, {block}}}};
  const Topology line(TopologyKind::kLine, {5});
  const Routing routing(line, RoutingOrder::kAscending);
  Config config;
  config.sync = Sync::kDataflow;
  config.network.pipeline.kind = PipelineKind::kStaged;
  config.network.forks = Forks::kHopByHop;
  config.network.router_delay = 0;
  config.network.buffer_flits = 8;
  Deliveries deliveries;
  ScheduleParts parts;
  parts.deliveries = &deliveries;
  const ScheduleRun run =
      simulate(config, line, routing,
               handmade_schedule(operation(operations::broadcast(), 5, 2), rounds, 6), parts);
  EXPECT_EQ(run.data_check, DataCheck::kPassed) << run.data_error;
  ASSERT_EQ(deliveries.all().size(), 4U);
  EXPECT_EQ(deliveries.all()[0].what.tail_arrived, 19);
  EXPECT_EQ(deliveries.all()[1].what.tail_arrived, 19);
  EXPECT_EQ(deliveries.all()[1].what.issued, 0);
  EXPECT_EQ(deliveries.all()[3].what.issued, 19);
  EXPECT_EQ(run.completion_cycles, 38);
}

/// A line of nine, on which node 4 tells two nodes on either side, of which the nearer on one side
/// and the farther on the other tell those beyond them.
void expect_exact_dataflow(const NetworkConfig& network, std::uint32_t flits) {
  const std::vector<Block> news = {make_block(4, Block::kEveryone)};
  const HandmadeRounds rounds = {{{{4, 3}, news},
                                  {{4, 3, 2}, news, {}, true},
                                  {{4, 5}, news, {}, true},
                                  {{4, 5, 6}, news, {}, true}},
                                 {{{3, 2, 1}, news},
                                  {{3, 2, 1, 0}, news, {}, true},
                                  {{6, 7}, news},
                                  {{6, 7, 8}, news, {}, true}}};
  const Topology line(TopologyKind::kLine, {9});
  const Routing routing(line, RoutingOrder::kAscending);
  const Schedule schedule =
      handmade_schedule(operation(operations::broadcast(), 9, 4), rounds, flits);
  const LinkTimes links(line, network);
  VerifyOptions options;
  options.model = timing_model(network);
  options.links = &links;
  options.network = &network;
  Config config;
  config.sync = Sync::kDataflow;
  config.network = network;
  const ScheduleRun run = simulate(config, line, routing, schedule, {});
  EXPECT_EQ(run.data_check, DataCheck::kPassed) << run.data_error;
  EXPECT_EQ(run.completion_cycles, verify(schedule, routing, options).critical_path_cycles);
}

// With buffers that are just for the full rate, too, where copies on the way are late.
TEST(SimulatedForks, AreExactInDataflow) {
  NetworkConfig network;
  network.pipeline.kind = PipelineKind::kStaged;
  network.router_delay = 0;
  for (const Forks forks : {Forks::kReserved, Forks::kHopByHop}) {
    network.forks = forks;
    for (const Cycle stages : {0, 1, 2}) {
      network.pipeline.route_delay = network.pipeline.vc_delay = stages;
      for (const Cycle interval : {1, 2, 3}) {
        network.cycles_per_flit = interval;
        for (const Cycle more : {0, 8}) {
          network.buffer_flits = full_rate_buffer(network) + more;
          for (const std::uint32_t flits : {1U, 2U, 9U, 40U}) {
            SCOPED_TRACE(testing::Message()
                         << static_cast<int>(forks) << ", stages " << stages << ", t_m " << interval
                         << ", " << flits << " flits, buffers " << network.buffer_flits);
            expect_exact_dataflow(network, flits);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace flitcast::test_simulated_forks
