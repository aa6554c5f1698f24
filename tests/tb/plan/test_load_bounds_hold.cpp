#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "hw/routing/routing_policies.h"
#include "hw/topology/link_times.h"
#include "tb/plan/load_plan.h"
#include "tests/support/cores/loaded_cores.h"
#include "tests/support/runs/drawn_config.h"
#include "traffic/channel_load/packet_turns.h"
#include "traffic/open_loop/open_loop_traffic.h"

// What theory says of loads before they are simulated holds: nothing settles at more than its
// bound, nor have all nodes more when the network is saturated, no channel carries more than is
// thought possible, and a packet alone takes the latency without load, to the cycle. A sample; more
// runs by hand:
//
//   FLITCAST_CONFIGURATIONS=2000 build/tests/tb/plan/test_tb_plan --gtest_filter='*LoadBounds*'
//
// FLITCAST_SEED draws others.

namespace flitcast::test_load_bounds_hold {
namespace {

DrawnKeys hardware(ConfigDraw& config) {
  Draw& draw = config.draw();
  DrawnKeys keys;
  if (draw.one_in(3)) {
    keys = {{"router.switching", config.switching()},
            {"router.vcs", std::to_string(draw.between(1, 4))},
            {"router.delay", std::to_string(draw.between(0, 5))},
            {"router.buffer_flits", std::to_string(draw.between(1, 40))}};
  } else {
    keys = config.staged();
    keys.emplace_back("router.switching", config.switching());
  }
  add_keys({{"link.duplex", config.duplex()},
            {"link.delay", std::to_string(draw.one_in(2) ? 1 : draw.between(1, 8))},
            {"link.cycles_per_flit", std::to_string(draw.one_in(2) ? 1 : draw.between(1, 4))},
            {"ni.startup", std::to_string(draw.one_in(2) ? 0 : draw.between(0, 9))},
            {"router.ports", draw.any_of<std::string>({"1", "2", "all"})},
            {"run.seed", std::to_string(draw.between(1, 1000))}},
           keys);
  if (draw.one_in(2)) {
    const auto last = std::size(kRoutingPolicies) - 1;
    const RoutingPolicy& policy = kRoutingPolicies[draw.between<std::size_t>(0, last)]();
    keys.emplace_back("router.routing", policy.word);
  }
  return keys;
}

std::string packet_flits(Draw& draw) {
  return std::to_string(draw.one_in(2) ? draw.between(1, 5) : draw.between(1, 20));
}

/// Whatever is drawn until it can be played.
template <typename Act>
void for_each_drawn(std::uint64_t at_once, std::uint64_t seed, Act&& act) {
  ConfigDraw config(from_environment("FLITCAST_SEED", seed));
  const std::uint64_t wanted = from_environment("FLITCAST_CONFIGURATIONS", at_once);
  std::uint64_t played = 0;
  for (std::uint64_t tried = 0; played < wanted; ++tried) {
    ASSERT_LT(tried, 2000 * wanted) << "there is hardly anything to play";
    try {
      act(config);
      ++played;
    } catch (const ConfigError&) {  // not on this network or hardware
    }
  }
}

DrawnKeys load_on(ConfigDraw& config) {
  Draw& draw = config.draw();
  DrawnKeys keys = config.any_network().keys;
  add_keys(hardware(config), keys);
  add_keys({{"load.pattern",
             draw.any_of<std::string>({"uniform", "uniform", "transpose", "tornado", "neighbour",
                                       "bit_complement", "hotspot", "permutation", "next_group"})},
            {"load.injection", draw.any_of<std::string>({"bernoulli", "periodic"})},
            {"load.drain", "never"}},
           keys);
  return keys;
}

/// Flits that arrived per cycle of the measured time, of the node with least, for its share of the
/// rate.
double least_accepted(const LoadPlan& plan, const LoadResult& result) {
  const auto pattern = make_pattern(plan.topology(), plan.config().load.pattern);
  const auto time = static_cast<double>(result.measured_to - result.measured_from);
  double least = std::numeric_limits<double>::infinity();
  for (NodeId node = 0; node < plan.topology().processors(); ++node) {
    if (pattern->share(node) > 0) {
      least = std::min(least, static_cast<double>(result.nodes[node].sent_flits) /
                                  (pattern->share(node) * time));
    }
  }
  return least;
}

// Rates from half of the bound to four times as much: what is beyond it must not settle there. What
// is saturated may carry more than that, but not of every node.
TEST(LoadBoundsHold, SettledOrSaturated) {
  constexpr double kDrawn = 1.05;  // destinations, in a run that may be short
  for_each_drawn(60, 1, [](ConfigDraw& config) {
    Draw& draw = config.draw();
    DrawnKeys keys = load_on(config);
    keys.emplace_back("load.sizes", draw.one_in(3) ? "1:3,9:1" : packet_flits(draw));
    if (draw.one_in(4)) {
      keys.emplace_back("load.reply_flits", packet_flits(draw));
    }
    if (draw.one_in(6)) {
      keys.emplace_back("load.multicast", "3");
    }
    add_keys({{"load.precision", "0.03"}, {"load.most_cycles", "60000"}}, keys);
    const double bound = LoadPlan(raw_of(keys)).prediction().bounds.smallest();
    const double times = draw.any_of<double>({0.5, 0.9, 1.05, 1.1, 1.3, 2, 4});
    keys.emplace_back("load.rate", std::to_string(std::min(1.0, times * bound)));
    const LoadPlan plan(raw_of(keys));
    OpenLoopTraffic load(plan.routing(), plan.config().network, plan.config().load,
                         plan.packet_latency());
    LoadedCores(plan.routing(), plan.config().network, load).run();
    const LoadResult result = load.result();
    if (result.verdict == LoadVerdict::kSettled) {
      const double requests = result.accepted.mean - 2 * result.accepted.half_width;
      EXPECT_LE(std::min(requests, plan.config().load.rate), bound) << options_of_keys(keys);
    } else if (result.verdict == LoadVerdict::kSaturated && plan.config().load.reply_flits == 0) {
      EXPECT_LE(least_accepted(plan, result), kDrawn * bound) << options_of_keys(keys);
    }
  });
}

/// Flits that a channel has carried by `end`, besides one packet or buffer of each virtual channel.
double flits_of(const Link& link, const NetworkConfig& network, std::uint32_t packet) {
  const auto first = static_cast<double>(network.vcs) *
                     static_cast<double>(std::max<Cycle>(packet, network.buffer_flits));
  return static_cast<double>(link.flits()) - first;
}

// Far beyond saturation, every flit counted.
TEST(LoadBoundsHold, OnEveryChannel) {
  for_each_drawn(60, 2, [](ConfigDraw& config) {
    DrawnKeys keys = load_on(config);
    const std::string flits = packet_flits(config.draw());
    add_keys({{"load.sizes", flits}, {"load.rate", "1"}, {"load.most_cycles", "4000"}}, keys);
    const LoadPlan plan(raw_of(keys));
    const NetworkConfig& network = plan.config().network;
    if (!network.pipeline.staged()) {
      return;
    }
    OpenLoopTraffic load(plan.routing(), network, plan.config().load, plan.packet_latency());
    LoadedCores cores(plan.routing(), network, load);
    cores.run();
    const auto packet = static_cast<std::uint32_t>(std::stoul(flits));
    const PacketTurns turns(network, packet);
    const LinkTimes links(plan.topology(), network);
    const auto time = static_cast<double>(cores.now());
    for (NodeId node = 0; node < plan.topology().nodes(); ++node) {
      for (int p = 0; p < plan.topology().network_ports(); ++p) {
        const auto port = static_cast<PortId>(p);
        if (plan.topology().neighbour(node, port) != kNoNode) {
          const Link& link = cores.cores().link_behind(node, port);
          EXPECT_LE(flits_of(link, network, packet) * turns.passing_flit(links.of(node, port)),
                    time)
              << node << ':' << p << options_of_keys(keys);
        }
      }
      for (int local = 0; node < plan.topology().processors() && local < network.ports; ++local) {
        const int at_router = plan.topology().local_port({node, local}, network.ports);
        const auto port = static_cast<PortId>(plan.topology().network_ports() + at_router);
        const Link& ejection = cores.cores().link_behind(plan.topology().router_of(node), port);
        EXPECT_LE(flits_of(ejection, network, packet) * turns.ejected_flit(), time)
            << node << options_of_keys(keys);
      }
    }
  });
}

/// A few packets, so far apart that none meets another.
std::string packets_apart(Draw& draw, NodeId processors) {
  std::string text;
  for (int packet = 0; packet < 6; ++packet) {
    text += std::to_string(packet * 20'000) + "," +
            std::to_string(draw.between<NodeId>(0, processors - 1)) + "," +
            std::to_string(draw.between<NodeId>(0, processors - 1)) + "," + packet_flits(draw) +
            "\n";
  }
  return text;
}

TEST(LoadBoundsHold, APacketAloneTakesTheLatencyWithoutLoad) {
  const TempFolder folder;
  for_each_drawn(150, 3, [&folder](ConfigDraw& config) {
    auto [topology, keys] = config.any_network();
    add_keys(hardware(config), keys);
    const std::string file =
        folder.write("trace.csv", packets_apart(config.draw(), topology.processors()));
    add_keys({{"load.pattern", "trace"}, {"load.pattern_file", file}}, keys);
    const LoadPlan plan(raw_of(keys));
    if (plan.routing().shares().midpoint != Midpoint::kNone) {
      return;  // ways of different lengths are drawn
    }
    OpenLoopTraffic load(plan.routing(), plan.config().network, plan.config().load,
                         plan.packet_latency());
    LoadedCores(plan.routing(), plan.config().network, load).run();
    EXPECT_NEAR(load.result().latency.mean, plan.prediction().zero_load, 1e-9)
        << options_of_keys(keys) << '\n';
  });
}

}  // namespace
}  // namespace flitcast::test_load_bounds_hold
