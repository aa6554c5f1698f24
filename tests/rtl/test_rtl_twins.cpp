#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/rtl_router/verilated_router.h"
#include "tests/rtl/rtl_sets.h"
#include "tests/support/draw.h"

namespace flitcast::cosim::test_rtl_twins {
namespace {

/// Random worms at the inputs of a router, each for as long as its buffer has room, and credits
/// that come back some time after flits have left.
class RandomPins {
 public:
  RandomPins(const RtlSet& set, std::uint64_t seed)
      : set_(set),
        draw_(seed),
        in_(set.parameters, FlitPins::Side::kInputs),
        worms_(static_cast<std::size_t>(set.parameters.inputs())),
        room_(worms_.size(), set.parameters.depth) {
    const RtlParameters& p = set.parameters;
    for (int input = p.network_ports * p.vcs; input < p.inputs(); ++input) {
      room_[static_cast<std::size_t>(input)] = RtlParameters::kLocalDepth;
    }
  }

  /// Of the next cycle. Pauses are long, so that what stands in the router can leave.
  void draw(Cycle now) {
    in_.clear();
    const RtlParameters& p = set_.parameters;
    const bool pause = now % kPeriod >= kPeriod / 3;
    for (int port = 0; port < p.ports(); ++port) {
      const int vcs = port < p.network_ports ? p.vcs : 1;
      const int input = port * p.vcs + draw_.between(0, vcs - 1);
      if (room_[static_cast<std::size_t>(input)] > 0 && !(pause || draw_.one_in(3))) {
        put_flit(port, input);
      }
    }
    for (int output = 0; output < p.network_ports * p.vcs; ++output) {
      if (owed_[output] > 0 && draw_.one_in(4)) {
        --owed_[output];
        in_[Pin::kCredit].set(output);
      }
    }
  }
  /// What a router did in this cycle.
  void look_at(const FlitPins& out) {
    const RtlParameters& p = set_.parameters;
    for (int input = 0; input < p.inputs(); ++input) {
      room_[static_cast<std::size_t>(input)] += out[Pin::kCredit].bit(input) ? 1 : 0;
    }
    for (int port = 0; port < p.network_ports; ++port) {
      if (out[Pin::kValid].bit(port)) {
        const auto vc = static_cast<int>(out[Pin::kVc].get(port));
        ++owed_[port * p.vcs + vc];
        ++sent_;
      }
    }
  }

  bool quiet() const { return !in_.active(); }
  const FlitPins& pins() const { return in_; }
  std::uint64_t sent() const { return sent_; }

 private:
  static constexpr Cycle kPeriod = 600;

  void put_flit(int port, int input) {
    const RtlParameters& p = set_.parameters;
    std::uint32_t& left = worms_[static_cast<std::size_t>(input)];
    std::uint64_t word = draw_.between<std::uint64_t>(0, ~std::uint64_t{0} - 1);
    if (left == 0) {
      left = draw_.between(1U, 6U);
      in_[Pin::kHead].set(port);
      word = draw_.between<std::uint64_t>(0, 15) | std::uint64_t{left} << 32U;
    }
    if (--left == 0) {
      in_[Pin::kTail].set(port);
    }
    in_[Pin::kValid].set(port);
    in_[Pin::kVc].put(port, static_cast<std::uint64_t>(input % p.vcs));
    in_[Pin::kWord].put(port, word);
    --room_[static_cast<std::size_t>(input)];
  }

  const RtlSet& set_;
  Draw draw_;
  FlitPins in_;
  std::vector<std::uint32_t> worms_;  // per input VC: flits to come of the worm that comes in
  std::vector<int> room_;
  std::map<int, int> owed_;  // per output VC: flits that left, without a credit
  std::uint64_t sent_ = 0;
};

// What shows on the outputs, of flits that are there.
std::string pin_text(const RtlParameters& p, const FlitPins& pins) {
  std::ostringstream text;
  for (int port = 0; port < p.ports(); ++port) {
    if (pins[Pin::kValid].bit(port)) {
      text << " port " << port << " kind " << pins.kind(port) << " vc " << pins[Pin::kVc].get(port)
           << " word " << pins[Pin::kWord].get(port);
    }
  }
  for (int input = 0; input < p.inputs(); ++input) {
    text << (pins[Pin::kCredit].bit(input) ? " credit " + std::to_string(input) : "");
  }
  return text.str();
}

DrawnNetwork first_that_fits(const RtlSet& set) {
  for (std::uint64_t seed = 1;; ++seed) {
    const DrawnNetwork network = NetworkDrawer(set.kind, seed).draw();
    if (set.fits(network, network.topology())) {
      return network;
    }
  }
}

class RtlTwins : public testing::TestWithParam<std::size_t> {};

// A header may be for any node, so that links get flits that no neighbour would send there.
TEST_P(RtlTwins, DoNotDifferWhenOneIsClockedOnlyWhereSomethingHappens) {
  const RtlSet& set = rtl_sets()[GetParam()];
  const RtlParameters& p = set.parameters;
  NetworkConfig config;
  config.switching = p.switching;
  config.ports = p.local_ports;
  config.vcs = p.vcs;
  config.buffer_flits = 6;
  config.router_delay = 2;
  config.cycles_per_flit = 2;
  const DrawnNetwork network = first_that_fits(set);
  const Topology topology = network.topology();
  const Routing routing(topology, RoutingOrder::kAscending);
  const RtlStraps straps(p, config, routing, 0);
  VerilatedRouter free_running(p, set.library(), straps.pins());
  VerilatedRouter gated(p, set.library(), straps.pins());
  RtlOutputs of_free(p);
  RtlOutputs of_gated(p);
  RandomPins random(set, 17);
  const Cycle cycles = 6000;
  Cycle slept = 0;
  bool busy = false;
  for (Cycle now = 0; now < cycles; ++now) {
    random.draw(now);
    ASSERT_EQ(free_running.clock(random.pins(), of_free), nullptr);
    if (busy || !random.quiet()) {
      ASSERT_EQ(gated.clock(random.pins(), of_gated), nullptr);
      ASSERT_EQ(pin_text(p, of_gated.pins), pin_text(p, of_free.pins)) << "cycle " << now;
      busy = of_gated.busy;
    } else {
      ++slept;
      for (int port = 0; port < p.ports(); ++port) {
        ASSERT_FALSE(of_free.pins[Pin::kValid].bit(port)) << "cycle " << now;
      }
      for (int input = 0; input < p.inputs(); ++input) {
        ASSERT_FALSE(of_free.pins[Pin::kCredit].bit(input)) << "cycle " << now;
        ASSERT_FALSE(of_free.pins[Pin::kGranted].bit(input)) << "cycle " << now;
      }
    }
    random.look_at(of_free.pins);
  }
  EXPECT_GT(slept, cycles / 10);
  EXPECT_GT(random.sent(), 300U);
}

INSTANTIATE_TEST_SUITE_P(Sets, RtlTwins, testing::Range<std::size_t>(0, rtl_sets().size()),
                         [](const auto& set) { return rtl_sets()[set.param].name; });

}  // namespace
}  // namespace flitcast::cosim::test_rtl_twins
