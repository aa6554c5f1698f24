// Lower bounds of programs, by hand: without a start-up t_s is 4, a flit takes a cycle on a link,
// and a message of n flits keeps its send port for t_s - 1 + n cycles.

#include <gtest/gtest.h>

#include "tests/support/runs/played_program.h"
#include "traffic/program/program_bound.h"

namespace flitcast::test_program_bound {
namespace {

/// On a ring of six; no run is faster.
ProgramBound bound_of(const std::string& ranks, GivenKeys keys = {}) {
  const TempFolder folder;
  const std::string file = folder.write("program", "num_ranks 4\n" + ranks);
  keys.insert(keys.end(), {{"topology.kind", "ring"}, {"topology.dims", "6"}});
  RawConfig raw;
  give(raw, "traffic.program", file);
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  const ProgramPlan plan(raw);
  const ProgramBound bound =
      program_bound(plan.program(), plan.placement(), plan.routing(), plan.config().network);
  EXPECT_GE(play_program_file(file, keys).completion_cycles, bound.cycles);
  return bound;
}

const std::string kThreeSends =
    "rank 1 {\nsend 80b to 0\nsend 160b to 2\nsend 160b to 3\n}\nrank 0 {\nrecv 80b from 1\n}\n"
    "rank 2 {\nrecv 160b from 1\n}\nrank 3 {\nrecv 160b from 1\n}\n";

TEST(ProgramBound, IsWhatARankSendsThroughItsPorts) {
  EXPECT_EQ(bound_of(kThreeSends).cycles, 13 + 23 + 23);
  EXPECT_EQ(bound_of(kThreeSends).reason, "rank 1 sends");
  EXPECT_EQ(bound_of(kThreeSends, {{"router.ports", "2"}}).cycles, (13 + 23 + 23 + 1) / 2);
}

// Two links bring 102 and 102 and 102 flits; with a cycle in two for each, as many cycles again.
TEST(ProgramBound, IsWhatARankReceivesOverItsLinks) {
  const std::string to_zero =
      "rank 0 {\nrecv 808b from 1\nrecv 808b from 2\nrecv 808b from 3\n}\n"
      "rank 1 {\nsend 808b to 0\n}\nrank 2 {\nsend 808b to 0\n}\nrank 3 {\nsend 808b to 0\n}\n";
  EXPECT_EQ(bound_of(to_zero, {{"router.ports", "2"}}).cycles, 3 * 102 / 2);
  EXPECT_EQ(bound_of(to_zero, {{"router.ports", "2"}}).reason, "rank 0 receives");
  EXPECT_EQ(bound_of(to_zero).cycles, 3 * 101);  // through one port
  EXPECT_EQ(bound_of(to_zero, {{"link.cycles_per_flit", "2"}}).cycles, 3 * 102);
}

TEST(ProgramBound, IsWhatAStreamComputesAndStarts) {
  const std::string busy =
      "rank 2 {\ncalc 300\ncalc 200 cpu 1\nsend 8b to 0\n}\n"
      "rank 0 {\nrecv 8b from 2\n}\n";
  EXPECT_EQ(bound_of(busy, {{"ni.startup", "50"}}).cycles, 350);
  EXPECT_EQ(bound_of(busy).reason, "rank 2 computes, and starts sends");
}

TEST(ProgramBound, OfNothingIsNothing) {
  EXPECT_EQ(bound_of("").cycles, 0);
  EXPECT_EQ(bound_of("").reason, "");
}

}  // namespace
}  // namespace flitcast::test_program_bound
