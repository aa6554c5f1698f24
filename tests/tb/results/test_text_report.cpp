#include <string>

#include <gtest/gtest.h>

#include "tb/config/keys/config_keys.h"
#include "tb/results/text_report.h"

namespace flitcast::test_text_report {
namespace {

/// The line of the excess in the report of a run that took `cycles` more than was predicted, with
/// what its last messages waited.
std::string excess_line(Cycle cycles, const ExcessSplit& split) {
  RawConfig raw;
  give(raw, "topology.kind", "hypercube");
  give(raw, "topology.dims", "3");
  give(raw, "traffic.algorithm", "aas-hc-dex");
  const PlannedRun plan = plan_run(raw);
  ScheduleRun result;
  result.prediction.cycles = std::get<Plan>(plan).prediction().cycles;
  result.completion_cycles = result.prediction.cycles + cycles;
  result.excess_split = split;
  const std::string report = run_report(plan, result);
  const std::size_t begin = report.find("excess");
  return report.substr(begin, report.find('\n', begin) - begin);
}

ExcessSplit split_of(Cycle contention, Cycle slack) {
  ExcessSplit split;
  split.waits[WaitCause::kContention] = contention;
  split.slack = slack;
  return split;
}

TEST(RunReport, TellsTheExcessByCause) {
  EXPECT_EQ(excess_line(0, {}), "excess          0 cycles");
  EXPECT_EQ(excess_line(7, split_of(7, 0)), "excess          7 cycles  7 cycles for contention");
  EXPECT_EQ(excess_line(5, split_of(7, 2)),
            "excess          5 cycles  7 cycles for contention, less 2 of slack");
}

TEST(RunReport, SaysThatAClosedFormDoesNotFitWhereNoWaitExplainsTheExcess) {
  EXPECT_EQ(excess_line(6, {}),
            "excess          6 cycles  6 that no wait explains: the closed form does not fit");
  EXPECT_EQ(excess_line(-6, {}),
            "excess         -6 cycles  -6 that no wait explains: the closed form does not fit");
  EXPECT_EQ(excess_line(6, split_of(4, 1)),
            "excess          6 cycles  4 cycles for contention, less 1 of slack, 3 that no wait "
            "explains: the closed form does not fit");
}

// Worms that wait for each other by definition.
TEST(RunReport, SaysWhatOfTheWaitsTheClosedFormHasCounted) {
  EXPECT_EQ(excess_line(2, split_of(500, 0)),
            "excess          2 cycles  500 cycles for contention, less 498 that the closed form "
            "has counted");
}

}  // namespace
}  // namespace flitcast::test_text_report
