#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/link/shared_slots.h"
#include "tests/hw/router/port_departures.h"
#include "tests/support/cores/core_network.h"
#include "tests/support/cores/open_loop.h"

namespace flitcast::test_shared_buffers {
namespace {

NetworkConfig shared(int vcs, Cycle buffer, Cycle reserved = 1) {
  NetworkConfig config;
  config.vcs = vcs;
  config.buffer_flits = buffer;
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.buffers = Buffers::kShared;
  config.pipeline.reserved_flits = reserved;
  return config;
}
NetworkConfig with_private_buffers(NetworkConfig config) {
  config.pipeline.buffers = Buffers::kPrivate;
  return config;
}

constexpr PortId kUp = 0;  // in dimension 0, towards the higher node

// Router 2 is taken up by a worm of 100 flits from node 3 for its node, whose tail is granted the
// switch in cycle 108. A worm from node 1 to node 2 waits for it: its header enters the channel in
// 16, and flits follow until the buffer is full. Another one, from node 0, comes to router 1 in 27
// and sends what is left for it from 31 on. The first flit of the first worm is granted the switch
// of router 2 in 110, its credit is back in 112, and the flit granted then is on the channel in
// 114.
std::vector<Cycle> sent_to_a_full_port(const NetworkConfig& config) {
  CoreNetwork network(TopologyKind::kLine, {4}, config);
  const Departures departures(network);
  network.add({3, {2}, 99, 0});
  network.add({1, {2}, 19, 10});
  network.add({0, {2}, 19, 20});
  network.run();
  EXPECT_TRUE(network.complete());
  std::vector<Cycle> sent = departures.of(1, kUp);
  EXPECT_EQ(sent.size(), 40U);
  sent.resize(11);
  return sent;
}

TEST(SharedBuffers, AHotVirtualChannelGetsAllSlotsButThoseReserved) {
  const NetworkConfig one = shared(2, 5);
  EXPECT_EQ(sent_to_a_full_port(one),
            (std::vector<Cycle>{16, 17, 18, 19, 20, 21, 22, 23, 24, 31, 114}));
  EXPECT_EQ(sent_to_a_full_port(shared(2, 5, 3)),
            (std::vector<Cycle>{16, 17, 18, 19, 20, 21, 22, 31, 32, 33, 114}));
  EXPECT_EQ(sent_to_a_full_port(with_private_buffers(one)),
            (std::vector<Cycle>{16, 17, 18, 19, 20, 31, 32, 33, 34, 35, 114}));
}

/// Eight messages from every node of a 4×4 mesh.
std::vector<Cycle> tails_of_traffic(const NetworkConfig& config, CoreNetwork::Order order,
                                    Probe* probe = nullptr) {
  CoreNetwork network(TopologyKind::kMesh, {4, 4}, config);
  if (probe != nullptr) {
    network.attach_probe(probe);
  }
  for (NodeId node = 0; node < 16; ++node) {
    for (NodeId i = 0; i < 8; ++i) {
      network.add({node, {(node * 7 + i * 3) % 16}, i % 5 + 3, i});
    }
  }
  network.run(order);
  EXPECT_TRUE(network.complete());
  std::vector<Cycle> tails;
  for (std::size_t i = 0; i < 128; ++i) {
    tails.push_back(network.times(i).tail.begin()->second);
  }
  const Topology& mesh = network.topology();
  for (NodeId node = 0; node < 16; ++node) {
    for (PortId port = 0; port < mesh.network_ports(); ++port) {
      if (mesh.neighbour(node, port) == kNoNode) {
        continue;
      }
      auto* const slots = static_cast<SharedSlots*>(network.link_behind(node, port).flow_control());
      EXPECT_EQ(slots != nullptr, config.pipeline.shares_buffers());
      for (int vc = 0; slots != nullptr && vc < config.vcs; ++vc) {
        EXPECT_TRUE(slots->has_room(vc, 1'000'000));
        EXPECT_EQ(slots->taken(vc), 0) << "all credits are back";
        EXPECT_EQ(slots->pool_taken(), 0);
      }
    }
  }
  return tails;
}

TEST(SharedBuffers, TimesDoNotDependOnTheOrderOfModulesNorOnProbes) {
  for (const bool speculation : {false, true}) {
    NetworkConfig config = shared(3, 2);
    config.ports = 2;
    config.pipeline.speculation = speculation;
    const auto tails = tails_of_traffic(config, CoreNetwork::Order::kForward);
    EXPECT_EQ(tails_of_traffic(config, CoreNetwork::Order::kBackward), tails);
    Departures departures;
    EXPECT_EQ(tails_of_traffic(config, CoreNetwork::Order::kBackward, &departures), tails);
    EXPECT_NE(tails_of_traffic(with_private_buffers(config), CoreNetwork::Order::kForward), tails);
  }
}

TEST(SharedBuffers, WithAllSlotsReservedTheyArePrivate) {
  for (const VcReuse reuse : {VcReuse::kOverlap, VcReuse::kAtomic}) {
    NetworkConfig config = shared(2, 3, 3);
    config.ports = 2;
    config.pipeline.vc_reuse = reuse;
    EXPECT_EQ(tails_of_traffic(config, CoreNetwork::Order::kForward),
              tails_of_traffic(with_private_buffers(config), CoreNetwork::Order::kForward));
  }
}

/// What the writer of a link counts, from when flits entered the channels: a slot is taken two
/// cycles before (switch and traversal), and its credit is back in the cycle in which the flit
/// enters the next channel, one cycle after it has left the buffer.
struct LinkCount {
  struct Event {
    Cycle at;
    bool takes;
    int vc;
    bool operator<(const Event& other) const {
      return std::tie(at, takes) < std::tie(other.at, other.takes);
    }
  };
  std::vector<Event> events;
};

TEST(SharedBuffers, NeverHoldMoreThanThePoolAndTheirOwn) {
  constexpr int kVcs = 3;
  constexpr Cycle kBuffer = 2;
  NetworkConfig config = shared(kVcs, kBuffer);
  config.ports = 2;
  Departures departures;
  tails_of_traffic(config, CoreNetwork::Order::kForward, &departures);
  std::stable_sort(departures.sent.begin(), departures.sent.end(),
                   [](const auto& left, const auto& right) { return left.at < right.at; });
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  std::map<std::pair<NodeId, PortId>, LinkCount> links;
  std::map<std::tuple<PacketHandle, std::uint32_t, bool>, std::tuple<NodeId, PortId, int>> last;
  for (const auto& [node, port, flit, at] : departures.sent) {
    const bool header = (flit.kind & flit_kind::kHead) != 0;
    const std::tuple of_flit{flit.packet, header ? 0U : flit.sequence, header};
    if (const auto before = last.find(of_flit); before != last.end()) {
      const auto [from, by, vc] = before->second;
      links[{from, by}].events.push_back({at, false, vc});
      last.erase(before);
    }
    if (port < mesh.network_ports()) {
      links[{node, port}].events.push_back({at - 2, true, flit.vc});
      last[of_flit] = {node, port, flit.vc};
    }
  }
  Cycle most = 0;
  for (auto& [of, link] : links) {
    std::stable_sort(link.events.begin(), link.events.end());
    std::vector<Cycle> taken(kVcs, 0);
    for (const LinkCount::Event& event : link.events) {
      taken[static_cast<std::size_t>(event.vc)] += event.takes ? 1 : -1;
      Cycle of_pool = 0;
      for (const Cycle slots : taken) {
        ASSERT_GE(slots, 0);
        of_pool += std::max<Cycle>(0, slots - 1);
      }
      ASSERT_LE(of_pool, kVcs * (kBuffer - 1)) << "cycle " << event.at;
      most = std::max(most, of_pool);
    }
  }
  EXPECT_EQ(most, kVcs * (kBuffer - 1));
}

/// Of packets of 5 flits, uniform traffic, on the 8×8 mesh.
double mean_latency(const NetworkConfig& config, double rate) {
  const Topology mesh(TopologyKind::kMesh, {8, 8});
  OpenLoop network(mesh, config, {rate, 5, 2000, 2000},
                   [](NodeId /*source*/, SplitMix64& random) -> NodeId {
                     return static_cast<NodeId>(random.below(64));
                   });
  network.run(2000);
  return network.mean_latency();
}

// Private slots are fewer than the five of the credit round trip, shared ones are not.
TEST(SharedBuffers, AreFasterThanShallowPrivateOnes) {
  NetworkConfig config = shared(4, 3);
  config.ports = 4;
  EXPECT_LT(mean_latency(config, 0.26), mean_latency(with_private_buffers(config), 0.26));
}

// Four classes of messages with a virtual channel each, and messages of one class only: it has 4
// slots of 16, or 13. Saturation is four times the latency without load.
TEST(SharedBuffers, SaturateLaterWhereOneVirtualChannelHasAllTheTraffic) {
  NetworkConfig config = shared(4, 4);
  config.ports = 4;
  config.pipeline.message_classes = 4;
  const double limit = 4 * mean_latency(config, 0.005);
  EXPECT_LT(mean_latency(config, 0.2), limit);
  EXPECT_GT(mean_latency(with_private_buffers(config), 0.16), limit);
}

TEST(SharedBuffers, RefuseWhatIsNotCountedRight) {
  const auto make = [](const NetworkConfig& config) {
    const CoreNetwork network(TopologyKind::kLine, {2}, config);
  };
  EXPECT_NO_THROW(make(shared(2, 3, 3)));
  EXPECT_THROW(make(shared(2, 3, 0)), std::invalid_argument);
  EXPECT_THROW(make(shared(2, 3, 4)), std::invalid_argument);
  NetworkConfig config = shared(2, 3);
  config.switching = Switching::kCutThrough;
  EXPECT_THROW(make(config), std::invalid_argument);
  config = shared(2, 3);
  config.pipeline.output_speedup = 2;
  EXPECT_THROW(make(config), std::invalid_argument);
}

}  // namespace
}  // namespace flitcast::test_shared_buffers
