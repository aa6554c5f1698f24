// A network in the kernel's time: dates are those of the network alone, and quiet time is slept.

#include <stdexcept>
#include <vector>

#include <flitcast/systemc/network_module.h>
#include <gtest/gtest.h>
#include <systemc>

namespace flitcast::systemc::test_network_module {
namespace {

using sc_core::sc_time;

sc_time ns(double time) {
  return {time, sc_core::SC_NS};
}

Settings mesh(const char* period = "2 ns") {
  Settings settings;
  settings.set("topology.kind", "mesh").set("topology.dims", "4x4").set("ni.startup", "10");
  settings.set("router.delay", "1").set("clock.period", period);
  return settings;
}

/// Notes when its packets go and come.
struct Node final : NetworkClient {
  void posted(const Network::Packet& /*packet*/) override {
    posts.push_back(sc_core::sc_time_stamp());
  }
  void received(const Network::Arrival& arrival) override {
    arrivals.push_back(sc_core::sc_time_stamp());
    EXPECT_EQ(sc_core::sc_time_stamp(),
              ns(2) * static_cast<double>(arrival.arrived));  // cycles of 2 ns
  }
  std::vector<sc_time> posts;
  std::vector<sc_time> arrivals;
};

Network::Packet packet(std::uint32_t source, std::uint32_t destination, std::uint32_t flits) {
  Network::Packet packet;
  packet.source = source;
  packet.destination = destination;
  packet.flits = flits;
  return packet;
}

/// Runs an action at a time, `deltas` delta cycles after it has come.
class At final : public sc_core::sc_module {
 public:
  template <typename Act>
  At(sc_core::sc_module_name name, const sc_time& time, int deltas, Act act)
      : sc_core::sc_module(name), act_(act), time_(time), deltas_(deltas) {
    SC_THREAD(run);
  }

 private:
  SC_HAS_PROCESS(At);
  void run() {
    wait(time_);
    for (int i = 0; i < deltas_; ++i) {
      wait(sc_core::SC_ZERO_TIME);
    }
    act_();
  }
  std::function<void()> act_;
  sc_time time_;
  int deltas_;
};

// t_s = 14, t_d = 2, t_m = 1; from corner to corner D = 6, with 5 flits of payload:
// T = 14 + 6·2 + 5·1 = 31 cycles.
constexpr int kAcross = 31;

TEST(NetworkModule, TakesPacketsAtTheEdgeWheneverTheyComeInItsTime) {
  NetworkModule network("network", mesh());
  Node corner;
  Node other;
  network.attach(0, corner);
  network.attach(15, other);
  const auto send = [&] { network.send(packet(0, 15, 5)); };
  At early("early", ns(99.3), 0, send);  // between two edges
  At late("late", ns(1000), 4, send);    // four delta cycles after an edge
  sc_core::sc_start(ns(5000));
  EXPECT_EQ(corner.posts, (std::vector<sc_time>{ns(100), ns(1000)}));
  EXPECT_EQ(other.arrivals, (std::vector<sc_time>{ns(100 + 2 * kAcross), ns(1000 + 2 * kAcross)}));
  EXPECT_EQ(network.alone(0, 15, 5), ns(2 * kAcross));
  EXPECT_EQ(network.alone(15, 15, 0), ns(2 * 14));
}

TEST(NetworkModule, SleepsWhileNothingBecomesKnown) {
  NetworkModule network("network", mesh());
  Node corner;
  Node other;
  network.attach(0, corner);
  network.attach(15, other);
  At once("once", ns(0), 0, [&] { network.send(packet(0, 15, 5)); });
  At later("later", ns(2e9), 0, [&] { network.send(packet(0, 15, 5)); });
  sc_core::sc_start(ns(3e9));
  ASSERT_EQ(other.arrivals.size(), 2U);
  EXPECT_EQ(other.arrivals[1], ns(2e9 + 2 * kAcross));
  EXPECT_LT(sc_core::sc_delta_count(), 200U);  // of 1.5 thousand million cycles
}

TEST(NetworkModule, SeveralAreInOneElaborationAndHaveNoPartInEachOther) {
  NetworkModule one("one", mesh());
  NetworkModule two("two", mesh());
  Node a;
  Node b;
  Node c;
  Node d;
  one.attach(0, a);
  one.attach(15, b);
  two.attach(0, c);
  two.attach(3, d);
  At first("first", ns(8), 0, [&] { one.send(packet(0, 15, 5)); });
  At second("second", ns(8), 0, [&] { two.send(packet(0, 3, 5)); });
  sc_core::sc_start(ns(500));
  EXPECT_EQ(b.arrivals, (std::vector<sc_time>{ns(8 + 2 * kAcross)}));
  EXPECT_EQ(d.arrivals, (std::vector<sc_time>{ns(8 + 2 * (kAcross - 3 * 2))}));
}

TEST(NetworkModule, HoldsPacketsBackThatTheNetworkHasNoRoomFor) {
  Network::Options options;
  options.source_queue = 2;
  NetworkModule network("network", mesh(), options);
  Node corner;
  Node other;
  network.attach(0, corner);
  network.attach(1, other);
  At once("once", ns(0), 0, [&] {
    for (int i = 0; i < 4; ++i) {
      network.send(packet(0, 1, 5));
    }
  });
  sc_core::sc_start(ns(1));
  EXPECT_EQ(network.queued(0), 2U);
  sc_core::sc_start(ns(500));
  ASSERT_EQ(corner.posts.size(), 4U);
  EXPECT_EQ(corner.posts[1], ns(0));
  EXPECT_GT(corner.posts[2], ns(0));
  EXPECT_GT(corner.posts[3], corner.posts[2]);
  EXPECT_EQ(other.arrivals.size(), 4U);
  EXPECT_EQ(network.queued(0), 0U);
}

TEST(NetworkModule, RefusesNodesThatAreNotThereOrTaken) {
  NetworkModule network("network", mesh());
  Node one;
  Node two;
  network.attach(3, one);
  network.attach(3, one);
  EXPECT_THROW(network.attach(3, two), std::invalid_argument);
  EXPECT_THROW(network.attach(16, one), std::invalid_argument);
  EXPECT_THROW(network.send(packet(3, 16, 1)), std::invalid_argument);
  EXPECT_THROW(network.send(packet(2, 3, 1)), std::invalid_argument);
}

TEST(NetworkModule, RefusesPacketsThatTheNetworkDoesNotTake) {
  Settings small = mesh();
  small.set("router.switching", "cut_through").set("router.buffer_flits", "16");
  NetworkModule network("network", small);
  Node one;
  network.attach(0, one);
  network.attach(15, one);
  EXPECT_TRUE(network.network().fits(15));
  EXPECT_FALSE(network.network().fits(16));
  EXPECT_THROW(network.send(packet(0, 15, 16)), std::invalid_argument);
  EXPECT_THROW(network.alone(0, 15, 16), std::invalid_argument);
  EXPECT_THROW(network.alone(0, 15, 16), std::invalid_argument);
  network.send(packet(0, 15, 15));
  sc_core::sc_start(ns(500));
  EXPECT_EQ(one.arrivals.size(), 1U);
}

// T = t_s + D·t_d + L·t_m = 4 + D·2 + L·40; flits of a node's own channels take a cycle each. A
// link is busy for longer than the next header takes to it.
TEST(NetworkModule, WhatWasAskedBeforeDoesNotChangeTheTimeAlone) {
  Settings slow = mesh();
  slow.set("ni.startup", "0").set("link.cycles_per_flit", "40");
  NetworkModule network("network", slow);
  const auto apart = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
  const auto expect_formula = [&](std::uint32_t from, std::uint32_t to, std::uint32_t flits) {
    const std::uint32_t hops = apart(from % 4, to % 4) + apart(from / 4, to / 4);
    const std::uint32_t cycles = 4 + 2 * hops + flits * (hops == 0 ? 1 : 40);
    EXPECT_EQ(network.alone(from, to, flits), ns(2.0 * cycles))
        << from << " to " << to << ", " << flits << " flits";
  };
  for (const std::uint32_t flits : {0U, 1U, 5U, 0U, 1U}) {
    for (std::uint32_t pair = 0; pair < 16 * 16; ++pair) {
      expect_formula(pair / 16, pair % 16, flits);
    }
  }
}

TEST(NetworkModule, RefusesAPeriodThatTheKernelDoesNotHave) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_NS);
  EXPECT_THROW(NetworkModule("network", mesh("2.5 ns")), std::invalid_argument);
}

}  // namespace
}  // namespace flitcast::systemc::test_network_module
