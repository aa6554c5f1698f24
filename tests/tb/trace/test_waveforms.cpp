// Waveforms against the messages CSV, against hand-worked timelines, and against each other.

#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program/messages_csv.h"
#include "tests/support/runs/traced_run.h"
#include "tests/support/schedules/unicasts.h"
#include "tests/support/vcd_parser.h"
#include "traffic/schedule/messages.h"

namespace flitcast::test_waveforms {
namespace {

constexpr std::uint64_t kPeriod = 1000;  // ps of a cycle

/// A configuration and its traffic.
struct Traffic {
  const char* name;
  TopologyKind kind;
  std::vector<std::uint32_t> dims;
  const char* row;  ///< of the catalogue; null: random unicasts
  Switching switching = Switching::kWormhole;
  int vcs = 1;
  int ports = 1;
  Cycle buffer = 2;
  Cycle router_delay = 0;
  Cycle link_delay = 1;
  Cycle cycles_per_flit = 1;
  Cycle startup = 0;
  Duplex duplex = Duplex::kFull;
  Sync sync = Sync::kBarrier;
};

std::ostream& operator<<(std::ostream& out, const Traffic& traffic) {
  return out << traffic.name;
}

Config config_of(const Traffic& traffic) {
  Config config;
  config.network.switching = traffic.switching;
  config.network.vcs = traffic.vcs;
  config.network.ports = traffic.ports;
  config.network.buffer_flits = traffic.buffer;
  config.network.router_delay = traffic.router_delay;
  config.network.link_delay = traffic.link_delay;
  config.network.cycles_per_flit = traffic.cycles_per_flit;
  config.network.startup = traffic.startup;
  config.network.duplex = traffic.duplex;
  config.sync = traffic.sync;
  return config;
}

Schedule schedule_of(const Traffic& traffic, const Topology& topology, const Routing& routing) {
  if (traffic.row != nullptr) {
    const Row& row = find_row(traffic.row);
    return row.build({topology, routing, 7, 0,
                      row.variants.empty() ? std::string() : std::string(row.variants.front())});
  }
  return random_unicasts(topology, routing, 3, 6, 9);
}

TracedRun run(const Traffic& traffic, const TraceRequest& request) {
  return traced_run(config_of(traffic), Topology(traffic.kind, traffic.dims), request,
                    [&](const Topology& topology, const Routing& routing) {
                      return schedule_of(traffic, topology, routing);
                    });
}

class Waveform : public testing::TestWithParam<Traffic> {
 protected:
  Topology topology_{GetParam().kind, GetParam().dims};
};

using Arrivals = std::map<std::pair<std::string, std::string>, std::pair<Cycle, Cycle>>;

/// (message, node): first and last cycle of its arrival, from the receive ports alone. The header
/// is in the network interface one cycle before it is in memory.
Arrivals received(const Vcd& vcd, const Topology& topology, int ports) {
  Arrivals arrivals;
  for (NodeId node = 0; node < topology.processors(); ++node) {
    for (int port = 0; port < ports; ++port) {
      const std::string scope =
          "tb.fabric.ni_" + std::to_string(node) + ".receive_" + std::to_string(port);
      const auto& changes = vcd.variable(scope + ".message").changes;
      for (std::size_t i = 0; i < changes.size(); ++i) {
        const bool none = changes[i].value == "z";
        EXPECT_EQ(vcd.at(scope + ".state", changes[i].time), none ? "idle" : "receiving");
        if (!none) {
          arrivals[{changes[i].value, std::to_string(node)}] = {
              static_cast<Cycle>(changes[i].time / kPeriod) + 1,
              static_cast<Cycle>(changes.at(i + 1).time / kPeriod)};
        }
      }
    }
  }
  return arrivals;
}

TEST_P(Waveform, HoldsEveryArrivalOfTheMessagesCsv) {
  const TracedRun run_result = run(GetParam(), trace_all(topology_));
  const Vcd vcd(run_result.vcd);
  const Arrivals arrivals = received(vcd, topology_, GetParam().ports);
  const std::vector<CsvRow> rows = read_messages(run_result.messages);
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(arrivals.size(), rows.size());
  for (const CsvRow& row : rows) {
    const auto found = arrivals.find({row.id, row.destination});
    ASSERT_NE(found, arrivals.end()) << "message " << row.id << " at " << row.destination;
    EXPECT_EQ(found->second.first, row.head_arrived) << "message " << row.id;
    EXPECT_EQ(found->second.second, row.tail_arrived) << "message " << row.id;
  }
}

// Cycles in which a signal is 1.
std::uint64_t cycles_high(const Vcd& vcd, const std::string& signal) {
  const auto& changes = vcd.variable(signal).changes;
  std::uint64_t cycles = 0;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const std::uint64_t end = i + 1 < changes.size() ? changes[i + 1].time : vcd.last_time();
    cycles += changes[i].value == "1" ? (end - changes[i].time) / kPeriod : 0;
  }
  return cycles;
}

TEST_P(Waveform, ShowsEveryFlitOnEveryChannel) {
  const TracedRun run_result = run(GetParam(), trace_all(topology_));
  const Vcd vcd(run_result.vcd);
  std::uint64_t on_links = 0;
  std::uint64_t ejected = 0;
  for (const Vcd::Variable& variable : vcd.variables()) {
    const std::string& name = variable.name;
    if (name.size() > 6 && name.compare(name.size() - 6, 6, ".valid") == 0) {
      on_links += name.find(".to_") != std::string::npos ? cycles_high(vcd, name) : 0;
      ejected += name.find(".eject_") != std::string::npos ? cycles_high(vcd, name) : 0;
    }
  }
  EXPECT_EQ(on_links / static_cast<std::uint64_t>(GetParam().cycles_per_flit) + ejected,
            run_result.flit_hops);
}

TEST_P(Waveform, HoldsStartUpAndInjectionOfTheMessagesCsv) {
  const TracedRun run_result = run(GetParam(), trace_all(topology_));
  const Vcd vcd(run_result.vcd);
  std::map<std::string, std::pair<Cycle, Cycle>> sent;  // issued, injected
  for (NodeId node = 0; node < topology_.processors(); ++node) {
    for (int port = 0; port < GetParam().ports; ++port) {
      const std::string scope =
          "tb.fabric.ni_" + std::to_string(node) + ".send_" + std::to_string(port);
      for (const Vcd::Change& change : vcd.variable(scope + ".message").changes) {
        if (change.value == "z") {
          continue;
        }
        EXPECT_EQ(vcd.at(scope + ".state", change.time), "startup");
        sent[change.value].first = static_cast<Cycle>(change.time / kPeriod);
      }
      for (const Vcd::Change& change : vcd.variable(scope + ".kind").changes) {
        if (change.value == "head") {
          EXPECT_EQ(vcd.at(scope + ".valid", change.time), "1");
          EXPECT_EQ(vcd.at(scope + ".state", change.time), "sending");
          sent[vcd.at(scope + ".message", change.time)].second =
              static_cast<Cycle>(change.time / kPeriod);
        }
      }
    }
  }
  for (const CsvRow& row : read_messages(run_result.messages)) {
    EXPECT_EQ(sent[row.id], std::make_pair(row.issued, row.injected)) << "message " << row.id;
  }
}

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

TEST_P(Waveform, StatesOwnersAndCreditsFitTogetherInEveryCycle) {
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
TEST_P(Waveform, EveryFlitOnAChannelComesFromAnOwner) {
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

TEST_P(Waveform, NamesTheCycleWhereSomethingChanges) {
  const Vcd vcd(run(GetParam(), trace_all(topology_)).vcd);
  std::uint64_t named = 0;
  for (std::uint64_t time = vcd.first_time(); time <= vcd.last_time(); time += kPeriod) {
    const std::string& cycle = vcd.at("tb.cycle", time);
    ASSERT_TRUE(cycle == "z" || cycle == std::to_string(time / kPeriod)) << cycle << " at " << time;
    named += cycle == "z" ? 0 : 1;
  }
  EXPECT_GT(named, 0U);
  for (const Vcd::Variable& variable : vcd.variables()) {
    for (const Vcd::Change& change : variable.changes) {
      ASSERT_TRUE(variable.name == "tb.cycle" || vcd.at("tb.cycle", change.time) != "z");
    }
  }
}

TEST_P(Waveform, IsTheSameInEveryRun) {
  EXPECT_EQ(run(GetParam(), trace_all(topology_)).vcd, run(GetParam(), trace_all(topology_)).vcd);
}

// Windows that open in the midst of traffic, at every phase of the channels.
TEST_P(Waveform, OfAWindowIsThatPartOfTheWholeOne) {
  const TracedRun whole_run = run(GetParam(), trace_all(topology_));
  const Vcd whole(whole_run.vcd);
  const auto last = static_cast<Cycle>(whole.last_time() / kPeriod);
  for (Cycle from = 1; from < last; from += 1 + last / 7) {
    TraceRequest request = trace_all(topology_);
    request.from = from;
    request.to = std::min(last, from + 40);
    const TracedRun window_run = run(GetParam(), request);
    EXPECT_EQ(window_run.messages, whole_run.messages);
    const Vcd window(window_run.vcd);
    ASSERT_EQ(window.first_time(), static_cast<std::uint64_t>(from) * kPeriod);
    ASSERT_EQ(window.last_time(), static_cast<std::uint64_t>(request.to) * kPeriod);
    ASSERT_EQ(window.variables().size(), whole.variables().size());
    for (const Vcd::Variable& variable : whole.variables()) {
      if (variable.name == "tb.cycle") {
        continue;  // written with the others only
      }
      for (Cycle cycle = from; cycle < request.to; ++cycle) {
        const std::uint64_t time = static_cast<std::uint64_t>(cycle) * kPeriod;
        ASSERT_EQ(window.at(variable.name, time), whole.at(variable.name, time))
            << variable.name << " in cycle " << cycle << " of window " << from;
      }
    }
  }
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

const std::vector<Traffic> kSetups{
    {"wormhole", TopologyKind::kMesh, {3, 3}, nullptr},
    {"one_flit_buffers", TopologyKind::kMesh, {3, 3}, nullptr, Switching::kWormhole, 1, 1, 1},
    {"deep_buffers", TopologyKind::kMesh, {4, 2}, nullptr, Switching::kWormhole, 1, 1, 16},
    {"slow", TopologyKind::kMesh, {3, 2}, nullptr, Switching::kWormhole, 1, 1, 3, 2, 3, 4, 5},
    {"two_vcs", TopologyKind::kMesh, {3, 3}, nullptr, Switching::kWormhole, 2, 1, 2},
    {"slow_vcs", TopologyKind::kMesh, {3, 2}, nullptr, Switching::kWormhole, 2, 2, 3, 1, 2, 3},
    {"cut_through", TopologyKind::kHypercube, {3}, nullptr, Switching::kCutThrough, 1, 1, 12},
    {"cut_through_vcs", TopologyKind::kHypercube, {3}, nullptr, Switching::kCutThrough, 2, 1, 12},
    {"store", TopologyKind::kMesh, {3, 3}, nullptr, Switching::kStoreAndForward, 1, 2, 20},
    {"store_vcs", TopologyKind::kMesh, {3, 2}, nullptr, Switching::kStoreAndForward, 2, 1, 12, 1},
    {"irc", TopologyKind::kMesh, {4, 3}, "oab-mesh-irc-corner"},
    {"irc_slow",
     TopologyKind::kMesh,
     {4, 3},
     "oab-mesh-irc-corner",
     Switching::kWormhole,
     1,
     1,
     5,
     1,
     2,
     3},
    {"irc_vcs",
     TopologyKind::kMesh,
     {3, 4},
     "oab-mesh-irc-corner",
     Switching::kCutThrough,
     2,
     1,
     12},
    {"exchange", TopologyKind::kHypercube, {3}, "aas-hc-dex"},
    {"scatter", TopologyKind::kHypercube, {3}, "oas-hc-sbt", Switching::kStoreAndForward, 1, 1, 40},
    {"half_duplex",
     TopologyKind::kMesh,
     {3, 3},
     nullptr,
     Switching::kStoreAndForward,
     1,
     1,
     20,
     0,
     1,
     2,
     0,
     Duplex::kHalf},
    {"half_duplex_exchange",
     TopologyKind::kHypercube,
     {3},
     "aas-hc-sex",
     Switching::kWormhole,
     2,
     1,
     4,
     1,
     2,
     1,
     0,
     Duplex::kHalf},
    {"datelines", TopologyKind::kTorus, {4, 3}, nullptr, Switching::kWormhole, 2, 1, 3},
    {"dataflow",
     TopologyKind::kRing,
     {8},
     "aas-ring-dex",
     Switching::kWormhole,
     2,
     1,
     2,
     0,
     1,
     1,
     0,
     Duplex::kFull,
     Sync::kDataflow},
    {"switches", TopologyKind::kTree, {3}, nullptr},
    {"switches_broadcast", TopologyKind::kTree, {3}, "oab-tree"},
};

INSTANTIATE_TEST_SUITE_P(All, Waveform, testing::ValuesIn(kSetups),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace flitcast::test_waveforms
