#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <flitcast/network.h>
#include <gtest/gtest.h>

#include "hw/probe.h"
#include "tb/library/network_hardware.h"
#include "tb/measures/activity.h"
#include "tb/sim/model.h"
#include "tests/support/library/drawn_hardware.h"
#include "tests/support/library/posted_packets.h"

namespace flitcast::test_network_activity {
namespace {

/// When every flit was where, flit by flit.
class FlitDates final : public Probe {
 public:
  using Dates = std::map<std::pair<NodeId, int>, std::vector<Cycle>>;

  void flit_sent(NodeId node, PortId port, const Flit& /*flit*/, Cycle at) override {
    sent[{node, port}].push_back(at);
  }
  void flit_left(NodeId node, int /*input*/, Cycle at) override { left[{node, 0}].push_back(at); }
  void flit_injected(NodeId node, int /*port*/, const Flit& /*flit*/, Cycle at) override {
    injected[{node, 0}].push_back(at);
  }

  /// How many before cycle `now`, of dates that have been sorted.
  static std::uint64_t before(Cycle now, const Dates& dates, NodeId node, int port) {
    const auto found = dates.find({node, port});
    if (found == dates.end()) {
      return 0;
    }
    const std::vector<Cycle>& all = found->second;
    return static_cast<std::uint64_t>(std::lower_bound(all.begin(), all.end(), now) - all.begin());
  }
  void sort() {
    for (Dates* dates : {&sent, &left, &injected}) {
      for (auto& [place, all] : *dates) {
        std::sort(all.begin(), all.end());
      }
    }
  }

  Dates sent;
  Dates left;
  Dates injected;
};

/// What a run counts in all, and when what happened.
struct Counted {
  FlitDates dates;
  flitcast::Activity all;
  Cycle end = -1;  ///< -1: the network comes to a stand
};

void run(const Config& config, const PostedPackets& packets, Counted& counted) {
  PostingWorkload workload(*config.routing, packets);
  Model model(*config.topology, *config.routing, config.network, workload);
  ActivityCounter counter(*config.topology, config.network);
  model.fabric().attach_probe(counter);
  model.fabric().attach_probe(counted.dates);
  model.run();
  if (workload.finished()) {
    counted.end = model.now();
    counted.dates.sort();
    counted.all = counter.counted(counted.end);
  }
}

void expect_flits_so_far(const Network& network, const Counted& counted) {
  const Network::Activity is = network.activity();
  const Cycle now = network.now();
  ASSERT_EQ(is.cycle, now);
  for (const Network::LinkActivity& link : is.links) {
    ASSERT_EQ(link.flits,
              FlitDates::before(now, counted.dates.sent, link.from, static_cast<int>(link.port)))
        << "of link " << link.from << " -> " << link.to << " before cycle " << now;
  }
  for (const Network::RouterActivity& router : is.routers) {
    ASSERT_EQ(router.buffer_reads, FlitDates::before(now, counted.dates.left, router.node, 0))
        << "of router " << router.node << " before cycle " << now;
  }
  for (const Network::InterfaceActivity& interface : is.interfaces) {
    ASSERT_EQ(interface.injected_flits,
              FlitDates::before(now, counted.dates.injected, interface.node, 0))
        << "of node " << interface.node << " before cycle " << now;
  }
}

void expect_all(const Network::Activity& is, const flitcast::Activity& due) {
  ASSERT_EQ(is.routers.size(), due.routers.size());
  for (std::size_t i = 0; i < is.routers.size(); ++i) {
    EXPECT_EQ(is.routers[i].node, due.routers[i].node);
    EXPECT_EQ(is.routers[i].buffer_writes, due.routers[i].buffer_writes);
    EXPECT_EQ(is.routers[i].buffer_reads, due.routers[i].buffer_reads);
    EXPECT_EQ(is.routers[i].switch_traversals, due.routers[i].switch_traversals);
    EXPECT_EQ(is.routers[i].vc_allocations, due.routers[i].vc_allocations);
  }
  ASSERT_EQ(is.links.size(), due.links.size());
  for (std::size_t i = 0; i < is.links.size(); ++i) {
    EXPECT_EQ(is.links[i].to, due.links[i].to);
    EXPECT_EQ(is.links[i].flits, due.links[i].traversals);
    EXPECT_EQ(is.links[i].waited, due.links[i].stalls.total());
  }
  ASSERT_EQ(is.interfaces.size(), due.interfaces.size());
  for (std::size_t i = 0; i < is.interfaces.size(); ++i) {
    EXPECT_EQ(is.interfaces[i].packets_started, due.interfaces[i].messages_started);
    EXPECT_EQ(is.interfaces[i].injected_flits, due.interfaces[i].injections);
    EXPECT_EQ(is.interfaces[i].ejected_flits, due.interfaces[i].ejections);
  }
}

/// Packets without answers, posted when their cycle has come, with looks in between.
void expect_activity(const DrawnKeys& keys, const PostedPackets& packets, const Counted& counted,
                     Draw& draw) {
  Network::Options options;
  options.source_queue = 1'000'000;
  options.activity = true;
  Network network(settings_of(keys), options);
  for (const auto& [at, packet] : packets.posts) {
    while (network.now() < at) {
      network.run_until(std::min(at, network.now() + draw.between<Cycle>(1, 50)));
      expect_flits_so_far(network, counted);
    }
    ASSERT_TRUE(network.post(packet));
  }
  while (network.now() <= counted.end) {
    network.run_until(network.now() + draw.between<Cycle>(1, 100 + counted.end / 50));
    expect_flits_so_far(network, counted);
  }
  expect_all(network.activity(), counted.all);
}

class NetworkActivity : public testing::TestWithParam<DrawnHardware::Kind> {};

TEST_P(NetworkActivity, IsWhatHasHappenedByThen) {
  constexpr int kWanted = 8;
  DrawnHardware drawn(200 + static_cast<std::uint64_t>(GetParam()));
  int compared = 0;
  for (int tried = 0; compared < kWanted && tried < 500; ++tried) {
    const DrawnKeys keys = drawn.keys(GetParam());
    try {
      const Config config = network_hardware(raw_of(keys));
      PostedPackets packets = drawn.packets(GetParam(), config);
      packets.most = 0;
      Counted counted;
      run(config, packets, counted);
      if (counted.end >= 0) {
        SCOPED_TRACE(options_of_keys(keys));
        expect_activity(keys, packets, counted, drawn.draw());
        ++compared;
      }
    } catch (const ConfigError&) {
      continue;  // not every combination can be had
    }
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_EQ(compared, kWanted);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, NetworkActivity,
    testing::Values(DrawnHardware::Kind::kContract, DrawnHardware::Kind::kSeveralVcs,
                    DrawnHardware::Kind::kHalfDuplex, DrawnHardware::Kind::kStaged,
                    DrawnHardware::Kind::kAdaptive, DrawnHardware::Kind::kLossy));

TEST(NetworkActivityAsked, IsRefusedWhereItIsNotCounted) {
  const Network network(Settings::parse("[topology]\nkind = line\ndims = 2\n", "pair.ini"));
  EXPECT_THROW(static_cast<void>(network.activity()), std::logic_error);
}

}  // namespace
}  // namespace flitcast::test_network_activity
