// Waveforms against the messages CSV and against what went over channels.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program/messages_csv.h"
#include "tests/support/runs/traced_traffic.h"

namespace flitcast::trace::test_waveform_messages {
namespace {

using namespace traced_traffic;

class WaveformMessages : public Waveform {};

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

TEST_P(WaveformMessages, HoldsEveryArrivalOfTheMessagesCsv) {
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

TEST_P(WaveformMessages, ShowsEveryFlitOnEveryChannel) {
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

TEST_P(WaveformMessages, HoldsStartUpAndInjectionOfTheMessagesCsv) {
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

INSTANTIATE_TEST_SUITE_P(All, WaveformMessages, testing::ValuesIn(kSetups), setup_name);

}  // namespace
}  // namespace flitcast::trace::test_waveform_messages
