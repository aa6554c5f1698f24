#include "tests/support/rows/simulated_row.h"

namespace flitcast::test_simulated_pipelined_broadcasts {
namespace {

const SimulatedRun kRuns[] = {
    // chain: p-2+S rounds of a segment; from an inner node 2S-2 and the longer arm
    {"oab-chain", "hypercube", "1", "traffic.segments=3", 3, 3, 3, 0, 3},
    {"oab-chain", "hypercube", "4", "traffic.segments=5 traffic.root=11", 19, 19, 19, 0, 5},
    {"oab-chain", "ring", "9", "traffic.segments=4 traffic.root=6", 11, 11, 11, 0, 4},
    {"oab-chain", "torus", "4x3",
     "traffic.segments=4 traffic.root=7 router.switching=store_and_forward", 14, 14, 14, 0, 4},
    {"oab-chain", "torus", "4x4x4", "traffic.segments=8 traffic.root=21", 70, 70, 70, 0, 8},
    {"oab-chain", "mesh", "4x3", "traffic.segments=6 traffic.root=8", 16, 16, 16, 0, 6},
    {"oab-chain", "mesh", "4x3", "traffic.segments=6 traffic.root=5", 16, 16, 16, 0, 6},
    {"oab-chain", "mesh", "16x16", "traffic.segments=2", 256, 256, 256, 0, 2},
    {"oab-chain", "line", "6", "traffic.segments=3 traffic.root=2 router.switching=cut_through", 7,
     7, 7, 0, 3},
    // one tree: 2S+2n-3 rounds, in all but three of them a way of two links
    {"oab-hc-tree-pipelined", "hypercube", "1", "traffic.segments=3", 3, 3, 3, 0, 3},
    {"oab-hc-tree-pipelined", "hypercube", "2", "traffic.segments=3 traffic.root=2", 7, 10, 7, 0,
     3},
    {"oab-hc-tree-pipelined", "hypercube", "4", "traffic.segments=1 traffic.root=9", 7, 11, 7},
    {"oab-hc-tree-pipelined", "hypercube", "6",
     "traffic.segments=8 traffic.root=33 router.routing=descending", 25, 47, 25, 0, 8},
    {"oab-hc-tree-pipelined", "hypercube", "5",
     "traffic.segments=4 router.switching=store_and_forward", 15, 27, 27, 0, 4},
    {"oab-hc-tree-pipelined", "hypercube", "10", "traffic.segments=4", 25, 47, 25, 0, 4},
    // two trees: S+2n-2 rounds; in all but two or three of them a way of two links
    {"oab-hc-double-tree", "hypercube", "1", "traffic.segments=5", 5, 5, 5, 0, 5},
    {"oab-hc-double-tree", "hypercube", "2", "traffic.segments=5 traffic.root=3", 7, 10, 7, 0, 5},
    {"oab-hc-double-tree", "hypercube", "4", "traffic.segments=1", 7, 11, 7},
    {"oab-hc-double-tree", "hypercube", "4", "traffic.segments=7 traffic.root=10", 13, 24, 13, 0,
     7},
    {"oab-hc-double-tree", "hypercube", "6",
     "traffic.segments=8 traffic.root=21 router.routing=descending", 18, 33, 18, 0, 8},
    {"oab-hc-double-tree", "hypercube", "5",
     "traffic.segments=3 router.switching=store_and_forward", 11, 20, 20, 0, 3},
    {"oab-hc-double-tree", "hypercube", "10", "traffic.segments=10", 28, 53, 28, 0, 10},
    // up and down two trees, real sums
    {"allreduce-hc-double-tree", "hypercube", "1", "traffic.segments=2", 4, 4, 4, 0, 2},
    {"allreduce-hc-double-tree", "hypercube", "4", "traffic.segments=7", 26, 48, 26, 0, 7},
    {"allreduce-hc-double-tree", "hypercube", "6",
     "traffic.segments=8 router.routing=descending router.switching=cut_through", 36, 66, 36, 0, 8},
    // n edge-disjoint trees: S+n rounds, on all ports ⌈S/n⌉+n
    {"oab-hc-nesbt", "hypercube", "1", "traffic.segments=4 traffic.root=1", 4, 4, 4, 0, 4},
    {"oab-hc-nesbt", "hypercube", "4", "traffic.segments=6 traffic.root=13", 10, 10, 10, 0, 6},
    {"oab-hc-nesbt", "hypercube", "5",
     "traffic.segments=3 router.ports=2 router.switching=store_and_forward", 8, 8, 8, 0, 3},
    {"oab-hc-nesbt", "hypercube", "8", "traffic.segments=20 traffic.root=99", 28, 28, 28, 0, 20},
    {"oab-hc-nesbt", "hypercube", "2", "traffic.segments=3 router.ports=all", 4, 4, 4, 0, 3},
    {"oab-hc-nesbt", "hypercube", "5", "traffic.segments=12 router.ports=all traffic.root=7", 8, 8,
     8, 0, 12},
    {"oab-hc-nesbt", "hypercube", "8", "traffic.segments=16 router.ports=all", 10, 10, 10, 0, 16},
    // worms to the words of a Hamming code, and from them to all neighbours
    {"oab-hc-allport-hokao", "hypercube", "1", "", 1, 1, 1},
    {"oab-hc-allport-hokao", "hypercube", "3", "traffic.root=5", 2, 4, 2},
    {"oab-hc-allport-hokao", "hypercube", "4", "router.switching=cut_through", 2, 5, 2},
    {"oab-hc-allport-hokao", "hypercube", "7", "traffic.root=100", 3, 11, 3},
    {"oab-hc-allport-hokao", "hypercube", "9", "traffic.root=300", 3, 13, 3},
    {"oab-hc-allport-hokao", "hypercube", "10", "", 4, 14, 4},
};

INSTANTIATE_TEST_SUITE_P(PipelinedBroadcasts, SimulatedRow,
                         testing::Combine(testing::ValuesIn(kRuns),
                                          testing::ValuesIn(kSimulatedHardware)),
                         name_of_case);

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
