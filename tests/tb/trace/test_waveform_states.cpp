// Signals of a waveform against each other and against hand-worked timelines.

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/runs/traced_traffic.h"

namespace flitcast::trace::test_waveform_states {
namespace {

using namespace traced_traffic;

class WaveformStates : public Waveform {};

// What holds in every cycle for an input VC and the channel into it.
void expect_consistent(const Vcd& vcd, const std::string& router, const std::string& input,
                       const Traffic& traffic) {
  const std::string scope = router + "." + input;
  const bool network = input.rfind("from_", 0) == 0;
  for (std::uint64_t time = vcd.first_time(); time < vcd.last_time(); time += kPeriod) {
    const std::string& state = vcd.at(scope + ".state", time);
    ASSERT_EQ(state == "idle", vcd.at(scope + ".owner", time) == "z") << scope << " " << time;
    if (network) {
      const Cycle held = std::stoll(vcd.at(scope + ".occupancy", time)) +
                         std::stoll(vcd.at(scope + ".credits", time));
      ASSERT_LE(held, traffic.buffer) << scope << " " << time;
      if (traffic.link_delay == 1) {  // nothing is under way between two cycles
        ASSERT_EQ(held, traffic.buffer) << scope << " " << time;
      }
    }
    const std::string& wanted = vcd.at(scope + ".wanted", time);
    if (state == "active" || state == "absorbing" || state == "blocked_on_credit") {
      ASSERT_TRUE(vcd.has(router + "." + wanted + ".valid")) << scope << " wants " << wanted;
    }
    if (state == "blocked_on_vc") {
      ASSERT_EQ(wanted.rfind("to_", 0), 0U) << scope << " " << time;
    }
    if (state == "blocked_on_port") {
      ASSERT_EQ(wanted.rfind("eject_", 0), 0U) << scope << " " << time;
    }
  }
}

TEST_P(WaveformStates, StatesOwnersAndCreditsFitTogetherInEveryCycle) {
  const Traffic& traffic = GetParam();
  const Vcd vcd(run(traffic, trace_all(topology_)).vcd);
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    const std::string router = "tb.fabric.router_" + std::to_string(node);
    for (int port = 0; port < topology_.network_ports(); ++port) {
      const NodeId from = topology_.neighbour(node, static_cast<PortId>(port));
      for (int vc = 0; from != kNoNode && vc < traffic.vcs; ++vc) {
        expect_consistent(vcd, router, "from_" + std::to_string(from) + "_vc" + std::to_string(vc),
                          traffic);
      }
    }
    if (node < topology_.processors()) {
      expect_consistent(vcd, router, "inject_0", traffic);
    }
  }
  EXPECT_EQ(vcd.variable("tb.deadlock").changes.size(), 1U);
}

// A flit that is shown on a channel belongs to the worm that an input VC of the router sends there.
TEST_P(WaveformStates, EveryFlitOnAChannelComesFromAnOwner) {
  const Traffic& traffic = GetParam();
  const Vcd vcd(run(traffic, trace_all(topology_)).vcd);
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    const std::string router = "tb.fabric.router_" + std::to_string(node);
    std::vector<std::string> inputs;
    for (const Vcd::Variable& variable : vcd.variables()) {
      const std::size_t end = variable.name.rfind(".owner");
      if (end != std::string::npos && variable.name.rfind(router + ".", 0) == 0) {
        inputs.push_back(variable.name.substr(0, end));
      }
    }
    for (int port = 0; port < topology_.network_ports(); ++port) {
      const NodeId to = topology_.neighbour(node, static_cast<PortId>(port));
      if (to == kNoNode) {
        continue;
      }
      const std::string output = "to_" + std::to_string(to);
      for (std::uint64_t time = vcd.first_time(); time < vcd.last_time(); time += kPeriod) {
        const std::string kind = router + "." + output + ".kind";
        // A tail is on the channel for t_m cycles, its worm in the router only in the first.
        const bool tail_again = vcd.at(kind, time) == "tail" && time > vcd.first_time() &&
                                vcd.at(kind, time - kPeriod) == "tail";
        if (vcd.at(router + "." + output + ".valid", time) == "0" || tail_again) {
          continue;
        }
        const std::string& message = vcd.at(router + "." + output + ".message", time);
        int owners = 0;
        for (const std::string& input : inputs) {
          const std::string& state = vcd.at(input + ".state", time);
          owners += (state == "active" || state == "absorbing") &&
                            vcd.at(input + ".owner", time) == message &&
                            vcd.at(input + ".wanted", time) == output
                        ? 1
                        : 0;
        }
        ASSERT_EQ(owners, 1) << router << " " << output << " " << time;
      }
    }
  }
}

TEST(Waveforms, SwitchesHaveLinksToTheirNeighboursOnly) {
  const Traffic traffic{"switches", TopologyKind::kTree, {1}, nullptr};
  const Vcd vcd(run(traffic, trace_all(Topology(traffic.kind, traffic.dims))).vcd);
  std::set<std::string> scopes;
  for (const Vcd::Variable& variable : vcd.variables()) {
    scopes.insert(variable.name.substr(0, variable.name.rfind('.')));
  }
  const std::string fabric = "tb.fabric.";
  std::set<std::string> expected{"tb"};
  for (const char* scope :
       {"router_0.from_2_vc0", "router_0.inject_0", "router_0.to_2", "router_0.eject_0",
        "ni_0.send_0", "ni_0.receive_0", "router_1.from_2_vc0", "router_1.inject_0",
        "router_1.to_2", "router_1.eject_0", "ni_1.send_0", "ni_1.receive_0", "router_2.from_0_vc0",
        "router_2.from_1_vc0", "router_2.to_0", "router_2.to_1"}) {
    expected.insert(fabric + scope);
  }
  EXPECT_EQ(scopes, expected);
}

// A ring of four with one virtual channel: every node sends a long worm two hops up. All take their
// first link, and then each wants the link that the next one holds.
TEST(StuckWaveform, ShowsWhoWaitsAndRaisesDeadlock) {
  const Topology ring(TopologyKind::kRing, {4});
  Config config;
  config.stall_cycles = 50;
  const Vcd vcd(
      traced_run(config, ring, trace_all(ring), [](const Topology&, const Routing& routing) {
        Schedule schedule;
        schedule.operation.kind = &loose_unicasts();
        schedule.operation.nodes = 4;
        schedule.rounds = 1;
        schedule.block_flits = 20;
        schedule.fill = [&routing](std::uint64_t, Round& round) {
          for (NodeId node = 0; node < 4; ++node) {
            begin_unicast(round, routing, node, (node + 2) % 4);
            round.add_block(make_block(node, (node + 2) % 4));
          }
        };
        return schedule;
      }).vcd);
  const auto& deadlock = vcd.variable("tb.deadlock").changes;
  ASSERT_EQ(deadlock.size(), 2U);
  EXPECT_EQ(deadlock.back().value, "1");
  const std::uint64_t at = deadlock.back().time;
  EXPECT_EQ(at, 54 * kPeriod);  // the last flit that can move arrives at 4
  for (int node = 0; node < 4; ++node) {
    const std::string router = "tb.fabric.router_" + std::to_string(node);
    const std::string input = router + ".from_" + std::to_string((node + 3) % 4) + "_vc0";
    const std::string next = "to_" + std::to_string((node + 1) % 4);
    EXPECT_EQ(vcd.at(input + ".state", at), "blocked_on_vc");
    EXPECT_EQ(vcd.at(input + ".wanted", at), next);
    EXPECT_EQ(vcd.at(input + ".owner", at), std::to_string((node + 3) % 4));
    EXPECT_EQ(vcd.at(input + ".occupancy", at), "2");
    EXPECT_EQ(vcd.at(input + ".credits", at), "0");
    EXPECT_EQ(vcd.at(router + ".inject_0.state", at), "blocked_on_credit");
    EXPECT_EQ(vcd.at(router + ".inject_0.wanted", at), next);
    EXPECT_EQ(vcd.at("tb.fabric.ni_" + std::to_string(node) + ".send_0.state", at), "sending");
  }
}

INSTANTIATE_TEST_SUITE_P(All, WaveformStates, testing::ValuesIn(kSetups), setup_name);

}  // namespace
}  // namespace flitcast::trace::test_waveform_states
