#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/probe.h"
#include "tests/support/cores/core_network.h"
#include "tests/support/networks/timing_setups.h"
#include "tests/support/reference/drawn_network.h"

namespace flitcast::test_worms_pass {
namespace {

using Order = CoreNetwork::Order;
using Worms = CoreNetwork::Worms;

void expect_same_messages(const CoreNetwork& one, const CoreNetwork& other, std::size_t messages) {
  for (std::size_t i = 0; i < messages; ++i) {
    ASSERT_EQ(one.times(i).issued, other.times(i).issued) << "message " << i;
    ASSERT_EQ(one.times(i).injected, other.times(i).injected) << "message " << i;
    ASSERT_EQ(one.times(i).head, other.times(i).head) << "message " << i;
    ASSERT_EQ(one.times(i).tail, other.times(i).tail) << "message " << i;
    ASSERT_EQ(one.waits(i).cycles(), other.waits(i).cycles()) << "message " << i;
  }
}

// From the next flit's date on, each number of credits is there as early.
void expect_same_credits(const Link& one, const Link& other) {
  const VirtualChannel& channel = one.virtual_channel(0);
  ASSERT_EQ(channel.is_open(), other.virtual_channel(0).is_open());
  for (std::size_t flits = 1; channel.is_open() && flits <= channel.capacity(); ++flits) {
    ASSERT_EQ(channel.packet_room_from(flits, one.next_accept()),
              other.virtual_channel(0).packet_room_from(flits, one.next_accept()))
        << flits << " flits of " << channel.capacity();
  }
}

void expect_same_links(const CoreNetwork& one, const CoreNetwork& other, int local_ports) {
  const Topology& topology = one.topology();
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const int network = topology.network_ports();
    const int ports = network + (node < topology.processors() ? local_ports : 0);
    for (int number = 0; number < ports; ++number) {
      const auto port = static_cast<PortId>(number);
      if (number < network && topology.neighbour(node, port) == kNoNode) {
        continue;
      }
      SCOPED_TRACE("port " + std::to_string(number) + " of node " + std::to_string(node));
      const Link& is = one.link_behind(node, port);
      const Link& due = other.link_behind(node, port);
      ASSERT_EQ(is.flits(), due.flits());
      ASSERT_EQ(is.next_accept(), due.next_accept());
      ASSERT_EQ(is.waits().cycles(), due.waits().cycles());
      if (number < network) {
        expect_same_credits(is, due);
      }
    }
  }
}

Order opposite(Order order) {
  return order == Order::kForward ? Order::kBackward : Order::kForward;
}

/// A network whose worms may pass as a whole, and the same one flit by flit.
class Twins {
 public:
  explicit Twins(const DrawnNetwork& network)
      : network_(network),
        whole_(network.topology(), network.config, network.config.order),
        single_(network.topology(), network.config, network.config.order, Worms::kFlitByFlit) {
    for (const PostedMessage& message : network.messages) {
      whole_.add(message);
      single_.add(message);
    }
  }

  /// The one whose worms may pass as a whole, to be watched.
  CoreNetwork& whole() { return whole_; }
  /// As long as there is work, or up to cycle `last`. Returns the cycle in which the last word
  /// came.
  Cycle run(Cycle last = WakeQueue::kNever) {
    whole_.cut_short(last);
    single_.cut_short(last);
    whole_.run(network_.visits);
    single_.run(opposite(network_.visits));
    Cycle end = 0;
    for (std::size_t i = 0; i < network_.messages.size(); ++i) {
      for (const auto& [node, tail] : single_.times(i).tail) {
        end = std::max(end, tail);
      }
    }
    whole_.end_waits(last == WakeQueue::kNever ? end : last);
    single_.end_waits(last == WakeQueue::kNever ? end : last);
    return end;
  }
  void expect_same() const {
    expect_same_messages(whole_, single_, network_.messages.size());
    if (!testing::Test::HasFatalFailure()) {
      expect_same_links(whole_, single_, network_.config.ports);
    }
  }
  /// Messages with words that came as a whole to the last of their destinations, and those that
  /// arrived.
  std::pair<int, int> came_whole() const {
    std::pair<int, int> seen;
    for (std::size_t i = 0; i < network_.messages.size(); ++i) {
      const NodeId last = network_.messages[i].destinations.back();
      if (network_.messages[i].payload_flits != 0 && single_.times(i).tail.count(last) != 0) {
        seen.first += whole_.came_whole(i, last) ? 1 : 0;
        ++seen.second;
        EXPECT_FALSE(single_.came_whole(i, last));
      }
    }
    return seen;
  }

 private:
  const DrawnNetwork& network_;
  CoreNetwork whole_;
  CoreNetwork single_;
};

using Kind = std::tuple<TopologyKind, Switching, Duplex, WormStyle>;

class WormsPass : public testing::TestWithParam<Kind> {
 protected:
  /// Calls test(network, draw) for drawn networks of the kind, each with one virtual channel.
  template <typename Test>
  static void for_drawn(std::uint64_t first_seed, Test&& test) {
    const auto [topology, switching, duplex, style] = GetParam();
    if (switching == Switching::kStoreAndForward && style == WormStyle::kMultiDestination) {
      GTEST_SKIP() << "multi-destination worms are not stored and forwarded";
    }
    const std::uint64_t networks = from_environment("FLITCAST_WORM_NETWORKS", 20);
    const std::uint64_t first = from_environment("FLITCAST_WORM_SEED", first_seed);
    for (std::uint64_t seed = first; seed < first + networks; ++seed) {
      DrawnNetwork network = NetworkDrawer({topology, switching, duplex, style}, seed).draw();
      network.config.vcs = 1;
      Draw draw(seed);
      test(network, draw);
      if (HasFatalFailure()) {
        FAIL() << "seed " << seed << ": " << describe(network);
      }
    }
  }
};

TEST_P(WormsPass, AsTheirFlitsWouldOneByOne) {
  int whole = 0;
  int arrived = 0;
  for_drawn(1, [&](const DrawnNetwork& network, Draw&) {
    Twins twins(network);
    const Cycle end = twins.run();
    twins.expect_same();
    const auto [came, all] = twins.came_whole();
    whole += came;
    arrived += all;
    for (const Cycle cut : network.cuts) {
      Twins part(network);
      part.run(end * cut / 1000);
      part.expect_same();
    }
  });
  if (!IsSkipped()) {
    EXPECT_EQ(whole, arrived);
  }
}

TEST_P(WormsPass, NoMatterWhoWatchesWhen) {
  for_drawn(101, [&](const DrawnNetwork& network, Draw& draw) {
    Twins twins(network);
    std::vector<Cycle> cycles;
    Cycle at = 0;
    for (int i = 0; i < 20; ++i) {
      at += draw.between<Cycle>(1, draw.one_in(2) ? 300 : 30);
      cycles.push_back(at);
    }
    twins.whole().stop_lookahead_at(cycles);
    twins.run();
    twins.expect_same();
  });
}

TEST_P(WormsPass, NoMatterWhoWatchesWhere) {
  for_drawn(201, [&](const DrawnNetwork& network, Draw& draw) {
    Twins twins(network);
    Probe probe;
    const Topology& topology = twins.whole().topology();
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      if (draw.one_in(4)) {
        twins.whole().attach_router_probe(node, probe);
      }
      if (node < topology.processors() && draw.one_in(6)) {
        twins.whole().attach_interface_probe(node, probe);
      }
    }
    twins.run();
    twins.expect_same();
  });
}

INSTANTIATE_TEST_SUITE_P(
    All, WormsPass,
    testing::Combine(
        testing::Values(TopologyKind::kLine, TopologyKind::kMesh, TopologyKind::kHypercube,
                        TopologyKind::kTorus, TopologyKind::kTree, TopologyKind::kGraph),
        testing::Values(Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward),
        testing::Values(Duplex::kFull, Duplex::kHalf),
        testing::Values(WormStyle::kOneVc, WormStyle::kMultiDestination)));

}  // namespace
}  // namespace flitcast::test_worms_pass
