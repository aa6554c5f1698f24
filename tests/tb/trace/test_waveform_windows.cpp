// Waveforms of a part of the time against whole ones.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/runs/traced_traffic.h"

namespace flitcast::trace::test_waveform_windows {
namespace {

using namespace traced_traffic;

class WaveformWindows : public Waveform {};

TEST_P(WaveformWindows, NamesTheCycleWhereSomethingChanges) {
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

TEST_P(WaveformWindows, IsTheSameInEveryRun) {
  EXPECT_EQ(run(GetParam(), trace_all(topology_)).vcd, run(GetParam(), trace_all(topology_)).vcd);
}

// Windows that open in the midst of traffic, at every phase of the channels.
TEST_P(WaveformWindows, OfAWindowIsThatPartOfTheWholeOne) {
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

INSTANTIATE_TEST_SUITE_P(All, WaveformWindows, testing::ValuesIn(kSetups), setup_name);

}  // namespace
}  // namespace flitcast::trace::test_waveform_windows
