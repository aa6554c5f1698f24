#include "tests/support/rows/simulated_row.h"

namespace flitcast::test_simulated_pipelined_broadcasts {
namespace {

// Five ports share the 216 flits, t_s + t_d + ⌈216/5⌉·t_m, and 6 nodes know the last of them before
// the next start-up, t_s - 1 + t_m, tells all 32.
TEST(Prediction, SharesAMessageAmongMorePortsThanTheRowHas) {
  RawConfig raw;
  give(raw, "topology.kind", "hypercube");
  give(raw, "topology.dims", "5");
  give(raw, "traffic.algorithm", "oab-hc-nesbt");
  give(raw, "traffic.segments", "12");
  give(raw, "traffic.message_flits", "216");
  give(raw, "router.ports", "all");
  give(raw, "link.cycles_per_flit", "2");
  EXPECT_EQ(Plan(raw).prediction().lower_bound_cycles, 4 + 1 + 44 * 2 + (4 - 1 + 2));
}

// 13 rounds up and 13 down of 4 flits on Q_4 with 7 segments, 24 links of the longest ways either
// way; 5 cycles a flit for adding, on the way up only.
TEST(SimulatedAllReduce, AddsOnTheWayUpOnly) {
  RawConfig raw;
  give(raw, "topology.kind", "hypercube");
  give(raw, "topology.dims", "4");
  give(raw, "traffic.algorithm", "allreduce-hc-double-tree");
  give(raw, "traffic.segments", "7");
  give(raw, "traffic.message_flits", "28");
  give(raw, "ni.startup", "6");
  give(raw, "ni.reduce_per_flit", "5");
  const Plan plan(raw);
  const RunResult result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  EXPECT_EQ(result.completion_cycles, 26 * 10 + 48 * 1 + 26 * 4 + 13 * 4 * 5);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
}

}  // namespace
}  // namespace flitcast::test_simulated_pipelined_broadcasts
