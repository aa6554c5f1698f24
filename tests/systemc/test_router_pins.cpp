// Routers with pins, wired by signals, give packets the dates that the network has.

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <flitcast/network.h>
#include <gtest/gtest.h>

#include "tests/support/draw.h"
#include "tests/systemc/pin_network.h"

namespace flitcast::test_router_pins {
namespace {

using Cycle = Network::Cycle;

struct Worm {
  std::uint32_t source;
  std::uint32_t destination;
  std::uint32_t flits;  // of payload
  Cycle posted;
  Cycle injected = -1;
  Cycle arrived = -1;
};

std::uint64_t payload_word(std::size_t worm, std::uint32_t index) {
  return std::uint64_t{worm} << 32U | (index * 7 + 1);
}

Cycle cycle_now() {
  return static_cast<Cycle>(sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_NS));
}

/// A node at the pins: its headers go in at given dates, the flits behind them as soon as there is
/// room; what comes out is compared with what went in.
class PinNode final : public sc_core::sc_module {
 public:
  PinNode(sc_core::sc_module_name name, PinNetwork& network, std::vector<Worm>& worms,
          std::uint32_t node)
      : sc_core::sc_module(name),
        router_(network.routers[node]->router()),
        to_(*network.to_router[node]),
        from_(*network.from_router[node]),
        worms_(worms) {
    for (std::size_t i = 0; i < worms.size(); ++i) {
      if (worms[i].source == node) {
        queue_.push_back(i);
      }
    }
    SC_METHOD(edge);
    dont_initialize();
    sensitive << network.clock.posedge_event();
  }

 private:
  SC_HAS_PROCESS(PinNode);

  void edge() {
    credits_ += to_.credit[0].read() ? 1 : 0;
    receive();
    const bool goes = !queue_.empty() && credits_ > 0 &&
                      (sent_ > 0 || worms_[queue_.front()].injected == cycle_now());
    to_.valid = goes;
    if (goes) {
      send();
    }
  }

  void send() {
    const std::size_t number = queue_.front();
    const Worm& worm = worms_[number];
    to_.head = sent_ == 0;
    to_.tail = sent_ == worm.flits;
    to_.word = sent_ == 0 ? router_.header(worm.destination, worm.flits + 1)
                          : payload_word(number, sent_ - 1);
    --credits_;
    if (sent_++ == worm.flits) {
      sent_ = 0;
      queue_.pop_front();
    }
  }

  void receive() {
    if (!from_.valid.read()) {
      return;
    }
    came_.push_back(from_.word.read());
    EXPECT_EQ(from_.head.read(), came_.size() == 1);
    if (!from_.tail.read()) {
      return;
    }
    ASSERT_GT(came_.size(), 1U);  // the worm is known by its payload
    const std::size_t number = came_[1] >> 32U;
    Worm& worm = worms_.at(number);
    EXPECT_EQ(came_.size(), worm.flits + 1);
    EXPECT_EQ(came_[0], router_.header(worm.destination, worm.flits + 1));
    for (std::uint32_t i = 0; i < worm.flits; ++i) {
      EXPECT_EQ(came_[i + 1], payload_word(number, i));
    }
    worm.arrived = cycle_now() + 1;  // in the interface now, in the memory after another cycle
    came_.clear();
  }

  const PinRouter& router_;
  PinSignals& to_;
  PinSignals& from_;
  std::vector<Worm>& worms_;
  std::deque<std::size_t> queue_;
  std::uint32_t sent_ = 0;  // flits of its front
  int credits_ = 2;
  std::vector<std::uint64_t> came_;
};

using Keys = std::vector<std::pair<std::string, std::string>>;

struct Case {
  const char* name;
  Keys keys;
};
void PrintTo(const Case& item, std::ostream* out) {
  *out << item.name;
}

Settings settings_of(const Keys& keys) {
  Settings settings;
  for (const auto& [key, value] : keys) {
    settings.set(key, value);
  }
  return settings;
}

/// Worms that meet: drawn, in bursts.
std::vector<Worm> drawn_worms(std::uint32_t nodes) {
  Draw draw(nodes);
  std::vector<Worm> worms;
  for (Cycle at = 3; worms.size() < 400; at += draw.between<Cycle>(0, 40)) {
    for (int i = 0; i < 8; ++i) {
      const auto source = draw.between<std::uint32_t>(0, nodes - 1);
      const auto other = draw.between<std::uint32_t>(1, nodes - 1);
      worms.push_back({source, (source + other) % nodes, draw.between<std::uint32_t>(1, 9), at});
    }
  }
  return worms;
}

/// Dates of the network; returns its end.
Cycle let_the_network_play(const Settings& settings, std::vector<Worm>& worms) {
  Network::Options options;
  options.source_queue = 1000;
  Network network(settings, options);
  network.on_received([&](const Network::Arrival& arrival) {
    worms[arrival.number].injected = arrival.injected;
    worms[arrival.number].arrived = arrival.arrived;
  });
  for (const Worm& worm : worms) {
    network.run_until(worm.posted);
    Network::Packet packet;
    packet.source = worm.source;
    packet.destination = worm.destination;
    packet.flits = worm.flits;
    network.post(packet);
  }
  while (network.run_to_next_event()) {
  }
  return network.now();
}

class PinnedNetwork : public testing::TestWithParam<Case> {};

TEST_P(PinnedNetwork, HasTheDatesOfTheNetwork) {
  const Settings settings = settings_of(GetParam().keys);
  const std::uint32_t nodes = Network(settings).nodes();
  std::vector<Worm> expected = drawn_worms(nodes);
  const Cycle end = let_the_network_play(settings, expected);
  PinNetwork network(settings, nodes);
  std::vector<Worm> worms = expected;
  for (Worm& worm : worms) {
    worm.arrived = -1;
  }
  std::vector<std::unique_ptr<PinNode>> ends;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    ends.push_back(
        std::make_unique<PinNode>(("node_" + std::to_string(node)).c_str(), network, worms, node));
  }
  sc_core::sc_start(sc_core::sc_time(static_cast<double>(end + 20), sc_core::SC_NS));
  for (std::size_t i = 0; i < worms.size(); ++i) {
    ASSERT_EQ(worms[i].arrived, expected[i].arrived)
        << "worm " << i << " of " << worms[i].flits << " flits from " << worms[i].source << " to "
        << worms[i].destination << ", injected at " << worms[i].injected;
  }
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"mesh", {{"topology.kind", "mesh"}, {"topology.dims", "4x3"}}},
      {"mesh_of_four_channels",
       {{"topology.kind", "mesh"},
        {"topology.dims", "3x3"},
        {"router.vcs", "4"},
        {"router.buffer_flits", "2"},
        {"router.delay", "1"}}},
      {"torus_with_datelines",
       {{"topology.kind", "torus"},
        {"topology.dims", "4x3"},
        {"router.vcs", "2"},
        {"router.delay", "2"},
        {"link.cycles_per_flit", "3"},
        {"router.ties", "up"},
        {"router.datelines", "crossing"}}},
      {"hypercube_in_cut_through",
       {{"topology.kind", "hypercube"},
        {"topology.dims", "3"},
        {"load.sizes", "10"},
        {"router.switching", "cut_through"},
        {"router.vcs", "3"}}},
      {"line_in_store_and_forward",
       {{"topology.kind", "line"},
        {"topology.dims", "5"},
        {"load.sizes", "10"},
        {"router.switching", "store_and_forward"},
        {"router.delay", "3"}}},
      {"two_nodes", {{"topology.kind", "hypercube"}, {"topology.dims", "1"}}},
  };
  return all;
}
INSTANTIATE_TEST_SUITE_P(RouterPins, PinnedNetwork, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<Case>& item) {
                           return std::string(item.param.name);
                         });

// ---- what breaks the rules ----

struct Breach {
  const char* text;
  std::function<void(PinRouter&, PinRouter::Pins&)> play;  // of node 0; the last cycle is for it
};

PinRouter::Flit flit(bool head, bool tail, std::uint64_t word) {
  PinRouter::Flit made;
  made.valid = true;
  made.head = head;
  made.tail = tail;
  made.word = word;
  return made;
}

TEST(PinRouter, NamesWhatBreaksTheRulesOfNeighbours) {
  // Ports of node 0 at the corner of the mesh: 0 leads up dimension 0, 1 leads nowhere, 4 is local.
  const Settings settings = settings_of(
      {{"topology.kind", "mesh"}, {"topology.dims", "3x3"}, {"router.buffer_flits", "2"}});
  const std::vector<Breach> breaches{
      {"port 1 gets a flit where no virtual channel comes in",
       [](PinRouter& r, PinRouter::Pins& in) { in.flits[1] = flit(true, true, r.header(0, 1)); }},
      {"port 4 gets a flit that belongs to no worm",
       [](PinRouter&, PinRouter::Pins& in) { in.flits[4] = flit(false, true, 1); }},
      {"port 4 gets a header before the tail of the worm before it",
       [](PinRouter& r, PinRouter::Pins& in) {
         in.flits[4] = flit(true, false, r.header(1, 3));
         r.clock(in);
       }},
      {"port 4 gets a header for an address of no node",
       [](PinRouter&, PinRouter::Pins& in) {
         in.flits[4] = flit(true, true, 0xffU | std::uint64_t{1} << 32U);
       }},
      {"port 4 gets a header of a worm of no flits",
       [](PinRouter& r, PinRouter::Pins& in) {
         in.flits[4] = flit(true, true, r.header(1, 1) - (std::uint64_t{1} << 32U));
       }},
      {"port 0 gets a credit too many",
       [](PinRouter&, PinRouter::Pins& in) { in.credits[0] = true; }},
      {"port 4 gets a flit that its buffer has no room for",
       [](PinRouter& r, PinRouter::Pins& in) {
         for (int i = 0; i < 4; ++i) {  // two go on, two stay, as no credit comes back
           in.flits[4] = flit(i == 0, false, i == 0 ? r.header(1, 9) : 1);
           r.clock(in);
         }
         in.flits[4] = flit(false, false, 1);
       }},
  };
  for (const Breach& breach : breaches) {
    PinRouter router(settings, 0);
    PinRouter::Pins in = router.idle();
    breach.play(router, in);
    try {
      router.clock(in);
      ADD_FAILURE() << "not seen: " << breach.text;
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find(breach.text), std::string::npos) << error.what();
    }
    router.reset();
    EXPECT_NO_THROW(router.clock(router.idle()));
  }
}

/// What shows at a port, flit by flit, while `worm` comes in by another one.
std::map<int, std::vector<PinRouter::Flit>> let_pass(PinRouter& router, int port,
                                                     const std::vector<PinRouter::Flit>& worm) {
  std::map<int, std::vector<PinRouter::Flit>> shown;
  for (std::size_t cycle = 0; cycle < worm.size() + 8; ++cycle) {
    PinRouter::Pins in = router.idle();
    if (cycle < worm.size()) {
      in.flits[static_cast<std::size_t>(port)] = worm[cycle];
    }
    const PinRouter::Pins& out = router.clock(in);
    for (int each = 0; each < router.ports(); ++each) {
      if (out.flits[static_cast<std::size_t>(each)].valid) {
        shown[each].push_back(out.flits[static_cast<std::size_t>(each)]);
      }
    }
  }
  return shown;
}

TEST(PinRouter, AHeaderLeavesByThePortThatItBrings) {
  PinRouter router(settings_of({{"topology.kind", "mesh"}, {"topology.dims", "3x3"}}), 4);
  // From the node in the middle to the corner, 8, where the base route begins in dimension 0.
  std::vector<PinRouter::Flit> worm{flit(true, false, router.header(8, 2)), flit(false, true, 7)};
  EXPECT_EQ(let_pass(router, 4, worm)[0].size(), 2U);
  worm[0].route = 1U << 3U | 2U;  // it brings port 2
  const auto shown = let_pass(router, 4, worm);
  ASSERT_EQ(shown.size(), 1U);
  ASSERT_EQ(shown.at(2).size(), 2U);
  EXPECT_EQ(shown.at(2)[0].route, 1U << 3U);
  EXPECT_EQ(shown.at(2)[0].word, worm[0].word);
}

TEST(PinRouter, AWormLeavesACopyAndItsAddressOnItsWay) {
  PinRouter router(
      settings_of(
          {{"topology.kind", "mesh"}, {"topology.dims", "3x3"}, {"router.buffer_flits", "8"}}),
      1);
  const std::uint64_t tag = std::uint64_t{0x5a} << 56U;
  std::vector<PinRouter::Flit> worm{flit(true, false, router.header(1, 4) | tag),
                                    flit(false, false, router.header(2, 3)), flit(false, false, 7),
                                    flit(false, true, 8)};
  worm[0].address = worm[0].more = worm[1].address = true;
  const auto shown = let_pass(router, 1, worm);
  ASSERT_EQ(shown.size(), 2U);
  const std::vector<PinRouter::Flit>& copy = shown.at(4);
  ASSERT_EQ(copy.size(), 3U);
  EXPECT_TRUE(copy[0].head && !copy[0].tail && !copy[0].address && !copy[0].more);
  EXPECT_EQ(copy[0].word, worm[0].word);
  EXPECT_EQ(copy[1].word, 7U);
  EXPECT_TRUE(copy[2].word == 8 && copy[2].tail);
  const std::vector<PinRouter::Flit>& rest = shown.at(0);
  ASSERT_EQ(rest.size(), 3U);
  EXPECT_TRUE(rest[0].head && rest[0].address && !rest[0].more);
  EXPECT_EQ(rest[0].word, worm[1].word);
  EXPECT_TRUE(rest[2].word == 8 && rest[2].tail);
}

TEST(PinRouter, IsOfANodeOfANetworkWithSuchRouters) {
  const Settings mesh = settings_of({{"topology.kind", "mesh"}, {"topology.dims", "3x3"}});
  EXPECT_THROW(PinRouter(mesh, 9), std::invalid_argument);
  EXPECT_THROW(PinRouter(Settings(mesh).set("router.pipeline", "staged"), 0),
               std::invalid_argument);
  EXPECT_THROW(PinRouter(mesh, 0).header(9, 1), std::invalid_argument);
  EXPECT_THROW(PinRouter(mesh, 0).header(8, 0), std::invalid_argument);
  PinRouter corner(mesh, 0);
  EXPECT_EQ(corner.ports(), 5);
  EXPECT_EQ(corner.network_ports(), 4);
  EXPECT_EQ(corner.virtual_channels(), 1);
  ASSERT_TRUE(corner.neighbour(2).has_value());
  EXPECT_EQ(corner.neighbour(2)->node, 3U);
  EXPECT_EQ(corner.neighbour(2)->port, 3);
  EXPECT_FALSE(corner.connected(1));
  EXPECT_TRUE(corner.connected(4));
  EXPECT_THROW(corner.connected(5), std::out_of_range);
  EXPECT_THROW(corner.connected(-1), std::out_of_range);
  EXPECT_THROW(corner.neighbour(5), std::out_of_range);
  EXPECT_THROW(corner.neighbour(-1), std::out_of_range);
  for (const int wrong : {-1, 1}) {
    PinRouter::Pins pins = corner.idle();
    pins.flits.resize(static_cast<std::size_t>(5 + wrong));
    EXPECT_THROW(corner.clock(pins), std::invalid_argument);
    pins = corner.idle();
    pins.credits.resize(static_cast<std::size_t>(5 + wrong));
    EXPECT_THROW(corner.clock(pins), std::invalid_argument);
  }
}

}  // namespace
}  // namespace flitcast::test_router_pins
