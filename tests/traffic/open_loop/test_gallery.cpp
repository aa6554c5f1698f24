#include <algorithm>
#include <cstdint>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/cores/loaded_cores.h"
#include "tests/support/draw.h"
#include "tests/support/networks/routed_networks.h"
#include "traffic/channel_load/load_theory.h"
#include "traffic/open_loop/open_loop_traffic.h"
#include "traffic/verify/routing_proof.h"

// The gallery: every routing on every network that it fits, with every pattern that fits that, on
// both kinds of routers with virtual channels, under twice the load that any routing could take. A
// sample of it; all of it, for 100,000 cycles, by hand:
//
//   FLITCAST_GALLERY=1000 FLITCAST_GALLERY_CYCLES=100000
//   build/tests/traffic/open_loop/test_traffic_open_loop
//       --gtest_filter='*Gallery*'
//
// FLITCAST_GALLERY is the number of cases of each routing, all where it has fewer; FLITCAST_SEED
// draws others.

namespace flitcast::test_gallery {
namespace {

struct Case {
  const RoutingPolicy* policy;
  const Topology* topology;
  std::string pattern;
  PipelineKind routers;
  int more_vcs;  ///< beside those that the classes of the routing take

  friend std::ostream& operator<<(std::ostream& out, const Case& shown) {
    return out << shown.policy->word << " on " << shown.topology->describe() << ", "
               << shown.pattern << ", "
               << (shown.routers == PipelineKind::kStaged ? "staged" : "contract") << " routers, "
               << shown.more_vcs << " VCs more";
  }
};

/// Networks of 9 to 64 nodes that most patterns fit.
const std::vector<Topology>& networks() {
  static const std::vector<Topology> all = [] {
    std::vector<Topology> made;
    made.emplace_back(TopologyKind::kHypercube, std::vector<std::uint32_t>{4});
    made.emplace_back(TopologyKind::kHypercube, std::vector<std::uint32_t>{6});
    made.emplace_back(TopologyKind::kMesh, std::vector<std::uint32_t>{4, 4});
    made.emplace_back(TopologyKind::kMesh, std::vector<std::uint32_t>{8, 8});
    made.emplace_back(TopologyKind::kMesh, std::vector<std::uint32_t>{3, 2, 4});
    made.emplace_back(TopologyKind::kTorus, std::vector<std::uint32_t>{4, 4});
    made.emplace_back(TopologyKind::kTorus, std::vector<std::uint32_t>{5, 4});
    made.emplace_back(TopologyKind::kTorus, std::vector<std::uint32_t>{3, 3, 3});
    made.emplace_back(TopologyKind::kRing, std::vector<std::uint32_t>{9});
    made.emplace_back(TopologyKind::kLine, std::vector<std::uint32_t>{8});
    made.emplace_back(TopologyKind::kTree, std::vector<std::uint32_t>{4});
    made.emplace_back(TopologyKind::kFatTree, std::vector<std::uint32_t>{2, 4});
    made.emplace_back(TopologyKind::kFatTree, std::vector<std::uint32_t>{4, 2});
    return made;
  }();
  return all;
}

LoadSettings settings_for(const std::string& pattern) {
  LoadSettings settings;
  settings.pattern.word = pattern;
  settings.pattern.hotspots = {1, 2};
  settings.sizes = {{1, 1}, {5, 2}, {12, 1}};
  settings.most_cycles = static_cast<Cycle>(from_environment("FLITCAST_GALLERY_CYCLES", 600));
  settings.most_packets = std::numeric_limits<std::uint64_t>::max();
  settings.drain = Drain::kAlways;
  return settings;
}

bool fits(const std::string& pattern, const Topology& topology) {
  try {
    make_pattern(topology, settings_for(pattern).pattern);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

bool fits(const RoutingPolicy& policy, const Topology& topology) {
  try {
    const Routing routing(topology, RoutingOrder::kAscending, policy,
                          options_for(policy, topology));
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

/// All of the gallery for a routing, but for patterns from files.
std::vector<Case> cases_of(const RoutingPolicy& policy) {
  std::vector<Case> cases;
  for (const Topology& topology : networks()) {
    if (!fits(policy, topology)) {
      continue;
    }
    for (const PatternKind& pattern : traffic_patterns()) {
      const std::string word(pattern.word);
      if (!pattern.needs_file && fits(word, topology)) {
        const int more = static_cast<int>(cases.size() % 3);
        cases.push_back({&policy, &topology, word, PipelineKind::kContract, more});
        cases.push_back({&policy, &topology, word, PipelineKind::kStaged, more});
      }
    }
  }
  return cases;
}

/// No routing takes more than what receive ports and the halves of the network do.
double twice_saturation(const Routing& routing, const NetworkConfig& config,
                        const LoadSettings& settings) {
  const LoadBounds bounds = LoadTheory(routing, config, settings).bounds();
  return std::min(1.0, 2 * std::min(bounds.bisection, bounds.ejection / config.ports));
}

// Words are checked as they arrive: none is lost, doubled, or before its turn. Counts the flits.
void play(const Case& played, std::uint64_t& flits) {
  const Routing routing(*played.topology, RoutingOrder::kAscending, *played.policy,
                        options_for(*played.policy, *played.topology));
  NetworkConfig config;
  config.vcs = routing.relation().classes() + played.more_vcs;
  config.ports = 2;
  config.buffer_flits = 3;
  config.pipeline.kind = played.routers;
  ASSERT_TRUE(prove_routing(routing, config).free);
  LoadSettings settings = settings_for(played.pattern);
  settings.rate = twice_saturation(routing, config, settings);
  OpenLoopTraffic load(routing, config, settings, PacketLatency(config));
  load.run_in_background();  // until it is stopped
  LoadedCores cores(routing, config, load);
  const Cycle end = settings.most_cycles;
  cores.run(LoadedCores::Order::kForward, std::numeric_limits<Cycle>::max(), [&](Cycle cycle) {
    if (cycle >= end) {
      load.stop(cycle);
    }
  });
  ASSERT_TRUE(load.finished());
  const LoadResult result = load.result();
  EXPECT_NE(result.verdict, LoadVerdict::kStalled);
  EXPECT_EQ(result.measured_to, settings.most_cycles);
  EXPECT_GT(result.account.delivered_packets, 0U);
  EXPECT_EQ(result.account.delivered_flits, result.account.created_flits);
  flits += result.account.delivered_flits;
}

class Gallery : public testing::TestWithParam<const RoutingPolicy*> {};

TEST_P(Gallery, IsFreeOfDeadlockUnderTwiceTheLoadThatAnyRoutingTakes) {
  std::vector<Case> cases = cases_of(*GetParam());
  ASSERT_FALSE(cases.empty());
  Draw draw(from_environment("FLITCAST_SEED", 1));
  const std::size_t wanted = std::min(from_environment("FLITCAST_GALLERY", 6), cases.size());
  std::uint64_t flits = 0;
  for (std::size_t i = 0; i < wanted; ++i) {
    std::swap(cases[i], cases[draw.between(i, cases.size() - 1)]);
    SCOPED_TRACE(testing::Message() << cases[i]);
    play(cases[i], flits);
  }
  RecordProperty("cases", static_cast<int>(wanted));
  RecordProperty("flits", std::to_string(flits));
}

std::vector<const RoutingPolicy*> all_policies() {
  std::vector<const RoutingPolicy*> all;
  for (const auto& policy : kRoutingPolicies) {
    all.push_back(&policy());
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Routings, Gallery, testing::ValuesIn(all_policies()),
                         [](const auto& test) { return std::string(test.param->word); });

}  // namespace
}  // namespace flitcast::test_gallery
