#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/cores/core_network.h"
#include "tests/support/networks/timing_setups.h"

namespace flitcast::test_ni_ports {
namespace {

// A message issued at S stands in its source router at S + startup + 2 and leaves it router_delay
// later, its tail L·t_m after that. The port learns of it when the tail's credit is back, one cycle
// later, and is free from then on.
Cycle port_free(const NetworkConfig& config, Cycle issued, Cycle payload) {
  return issued + config.startup + kIntoRouter + config.router_delay +
         payload * config.cycles_per_flit + 1;
}

Cycle unhindered(const NetworkConfig& config, Cycle hops, Cycle payload) {
  const auto [t_s, t_d, t_m, t_r, t_op] = timing_model(config);
  return t_s + hops * t_d + payload * t_m;
}

template <typename Check>
void for_all_timings(int ports, Check&& check) {
  for (Cycle t_m = 1; t_m <= 3; ++t_m) {
    for (Cycle router_delay = 0; router_delay <= 3; ++router_delay) {
      for (const Cycle startup : {0, 1, 7, 100}) {
        NetworkConfig config = wormhole_config(router_delay, 1, t_m);
        config.ports = ports;
        config.startup = startup;
        check(config);
        if (testing::Test::HasFatalFailure()) {
          return;
        }
      }
    }
  }
}

TEST(NiPorts, StartUpsAreSerialOnOnePort) {
  for_all_timings(1, [](const NetworkConfig& config) {
    for (const std::uint32_t payload : {1U, 15U, 16U, 17U, 31U, 32U, 33U, 100U}) {
      CoreNetwork network(TopologyKind::kLine, {3}, config);
      const std::size_t first = network.add({1, {0}, payload, 3});
      const std::size_t second = network.add({1, {2}, 9, 3});
      const std::size_t third = network.add({1, {0}, 1, 3});
      network.run();
      const Cycle free = port_free(config, 3, payload);
      ASSERT_EQ(network.times(first).issued, 3);
      ASSERT_EQ(network.times(first).injected, 3 + 1 + config.startup);
      ASSERT_EQ(network.times(second).issued, free) << payload;
      ASSERT_EQ(network.times(second).injected, free + 1 + config.startup);
      ASSERT_EQ(network.times(third).issued, port_free(config, free, 9));
      ASSERT_EQ(network.latency(first, 0), unhindered(config, 1, payload));
      ASSERT_EQ(network.latency(second, 2), unhindered(config, 1, 9));
      ASSERT_EQ(network.latency(third, 0), unhindered(config, 1, 1));
    }
  });
}

TEST(NiPorts, MessageIsIssuedWhenPostedOrWhenThePortBecomesFree) {
  for_all_timings(1, [](const NetworkConfig& config) {
    const Cycle free = port_free(config, 0, 5);
    for (Cycle posted = 1; posted <= free + 3; ++posted) {
      CoreNetwork network(TopologyKind::kLine, {3}, config);
      network.add({1, {0}, 5, 0});
      const std::size_t second = network.add({1, {2}, 4, posted});
      network.run();
      ASSERT_EQ(network.times(second).issued, std::max(posted, free));
      ASSERT_EQ(network.latency(second, 2), unhindered(config, 1, 4));
    }
  });
}

TEST(NiPorts, StartUpsAreParallelAcrossPorts) {
  for_all_timings(3, [](const NetworkConfig& config) {
    CoreNetwork network(TopologyKind::kHypercube, {3}, config);
    for (const NodeId destination : {1U, 2U, 4U}) {
      network.add({0, {destination}, 10, 6});
    }
    network.run();
    for (std::size_t message = 0; message < 3; ++message) {
      ASSERT_EQ(network.times(message).issued, 6);
      ASSERT_EQ(network.latency(message, NodeId{1} << message), unhindered(config, 1, 10));
    }
  });
}

// Two ports, four messages posted at 0 with 20, 8, 6 and 5 words to four neighbours: the second
// port is free first and takes the third message, then again the fourth.
TEST(NiPorts, TheFirstFreePortTakesTheNextMessage) {
  for_all_timings(2, [](const NetworkConfig& config) {
    CoreNetwork network(TopologyKind::kHypercube, {4}, config);
    const std::vector<std::uint32_t> payloads{300, 8, 6, 5};
    for (std::size_t i = 0; i < payloads.size(); ++i) {
      network.add({0, {NodeId{1} << i}, payloads[i], 0});
    }
    network.run();
    const Cycle third = port_free(config, 0, 8);
    const Cycle fourth = std::min(port_free(config, third, 6), port_free(config, 0, 300));
    ASSERT_EQ(network.times(0).issued, 0);
    ASSERT_EQ(network.times(1).issued, 0);
    ASSERT_EQ(network.times(2).issued, third);
    ASSERT_EQ(network.times(3).issued, fourth);
    for (std::size_t i = 0; i < payloads.size(); ++i) {
      ASSERT_EQ(network.latency(i, NodeId{1} << i), unhindered(config, 1, payloads[i]));
    }
  });
}

// Line 0 … 3. H, 1 → 2 with 30 words, takes the channel at 2, tail at 32. M, 0 → 2, asks for it at
// 3 + 1 and has it at 33; its 40 words pass 1 → 2 until 73. With buffers of 2 its header and word 1
// stand in router 1, so word i leaves router 0 when word i − 2 has left router 1 and its credit is
// back: at 33 + i − 2 + 1, the tail at 72. The message behind it, though its way is free, is issued
// at 73. A second port would have sent it at once.
TEST(NiPorts, BlockedMessageHoldsItsPort) {
  for (const int ports : {1, 2}) {
    NetworkConfig config = wormhole_config(0, 1, 1);
    config.ports = ports;
    CoreNetwork network(TopologyKind::kLine, {4}, config);
    network.add({1, {2}, 30, 0});
    const std::size_t blocked = network.add({0, {3}, 40, 1});
    const std::size_t behind = network.add({0, {1}, 2, 2});
    network.run();
    EXPECT_EQ(network.times(blocked).tail.at(3), 73 + 2 + 2);
    EXPECT_EQ(network.times(behind).issued, ports == 1 ? 73 : 2);
  }
}

TEST(NiPorts, OnePortSendsAndReceivesAtTheSameTime) {
  for_all_timings(1, [](const NetworkConfig& config) {
    CoreNetwork network(TopologyKind::kLine, {3}, config);
    const std::size_t there = network.add({0, {1}, 50, 0});
    const std::size_t on = network.add({1, {2}, 50, 0});
    const std::size_t back = network.add({2, {0}, 50, 0});  // passes node 1, uses no port of it
    network.run();
    ASSERT_EQ(network.latency(there, 1), unhindered(config, 1, 50));
    ASSERT_EQ(network.latency(on, 2), unhindered(config, 1, 50));
    ASSERT_EQ(network.latency(back, 0), unhindered(config, 2, 50));
  });
}

// Nodes 0 and 2 send L words to node 1 at the same time. Both headers are in router 1 at
// a = startup + 2 + t_d. Port 0 (from node 2) is served first and passes its tail at a + L·t_m. The
// local channel runs at one flit a cycle, so the other has it at c = a + L·t_m + 1. Of its L + 1
// flits B wait in the buffer and leave one a cycle; flit B is sent when the header's credit is
// back, at c + link_delay, is there at c + 2·link_delay, and those behind follow at t_m.
TEST(NiPorts, WormsForOneReceivePortFollowEachOther) {
  for_all_timings(1, [](const NetworkConfig& config) {
    const auto [t_s, t_d, t_m, t_r, t_op] = timing_model(config);
    for (Cycle payload = 1; payload <= 40; ++payload) {
      CoreNetwork network(TopologyKind::kLine, {3}, config);
      const std::size_t loser = network.add({0, {1}, static_cast<std::uint32_t>(payload), 0});
      const std::size_t winner = network.add({2, {1}, static_cast<std::uint32_t>(payload), 0});
      network.run();
      const Cycle granted = config.startup + kIntoRouter + t_d + payload * t_m + 1;
      const Cycle beyond = payload - config.buffer_flits;  // flits behind flit B
      const Cycle tail =
          beyond < 0 ? granted + payload
                     : std::max(granted + payload, granted + 2 * config.link_delay + beyond * t_m);
      ASSERT_EQ(network.latency(winner, 1), t_s + t_d + payload * t_m);
      ASSERT_EQ(network.times(loser).head.at(1), granted + kIntoMemory);
      ASSERT_EQ(network.times(loser).tail.at(1), tail + kIntoMemory) << payload;
    }
  });
}

TEST(NiPorts, TwoReceivePortsTakeTwoWormsAtOnce) {
  for_all_timings(2, [](const NetworkConfig& config) {
    CoreNetwork network(TopologyKind::kLine, {3}, config);
    const std::size_t one = network.add({0, {1}, 60, 0});
    const std::size_t other = network.add({2, {1}, 60, 0});
    network.run();
    ASSERT_EQ(network.latency(one, 1), unhindered(config, 1, 60));
    ASSERT_EQ(network.latency(other, 1), unhindered(config, 1, 60));
  });
}

// Hypercube Q_3, no router delay, t_d = t_m = 1. Nodes 1, 2 and 4 send 10, 20 and 30 words to node
// 0, which has two receive ports: all headers are there at 3, from ports 0, 1 and 2; the first two
// go, the shorter of them passes its tail at 13, and the third has that port at 14.
TEST(NiPorts, ThirdWormTakesThePortThatIsFreeFirst) {
  NetworkConfig config = wormhole_config(0, 1, 1);
  config.ports = 2;
  CoreNetwork network(TopologyKind::kHypercube, {3}, config);
  const std::size_t first = network.add({1, {0}, 10, 0});
  const std::size_t second = network.add({2, {0}, 20, 0});
  const std::size_t third = network.add({4, {0}, 30, 0});
  network.run();
  EXPECT_EQ(network.times(first).tail.at(0), 13 + 2);
  EXPECT_EQ(network.times(second).tail.at(0), 23 + 2);
  EXPECT_EQ(network.times(third).head.at(0), 14 + 2);
  EXPECT_EQ(network.times(third).tail.at(0), 44 + 2);
}

}  // namespace
}  // namespace flitcast::test_ni_ports
