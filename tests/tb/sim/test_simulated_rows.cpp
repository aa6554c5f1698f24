#include "tests/support/rows/simulated_row.h"

namespace flitcast::test_simulated_rows {
namespace {

const SimulatedRun kRuns[] = {
    // A1: (n, n, n·2^(n−1)) in every switching, all messages go one hop
    {"aas-hc-sex", "hypercube", "1", "", 1, 1, 1},
    {"aas-hc-sex", "hypercube", "3", "router.switching=store_and_forward", 3, 3, 12},
    {"aas-hc-sex", "hypercube", "3", "router.switching=wormhole", 3, 3, 12},
    {"aas-hc-sex", "hypercube", "5", "traffic.variant=descending router.switching=cut_through", 5,
     5, 80},
    {"aas-hc-sex", "hypercube", "5", "traffic.variant=ascending", 5, 5, 80},
    {"aas-hc-sex", "hypercube", "6", "traffic.variant=ascending router.switching=wormhole", 6, 6,
     192},
    // A2: (z−1, z−1, z(z−1)/2)
    {"aas-ring-1port", "ring", "3", "", 2, 2, 3},
    {"aas-ring-1port", "ring", "6", "", 5, 5, 15},
    {"aas-ring-1port", "ring", "13", "", 12, 12, 78},
    {"aas-ring-1port", "torus", "8", "", 7, 7, 28},
    // A3: odd (z²−1)/8, even unsplit z(z+2)/8, split z²/8
    {"aas-ring-allport", "ring", "3", "", 1, 1, 1},
    {"aas-ring-allport", "ring", "9", "", 4, 4, 10},
    {"aas-ring-allport", "ring", "21", "traffic.variant=standard", 10, 10, 55},
    {"aas-ring-allport", "ring", "4", "", 2, 2, 3},
    {"aas-ring-allport", "ring", "16", "traffic.variant=standard", 8, 8, 36},
    {"aas-ring-allport", "ring", "4", "traffic.variant=split", 2, 2, 2},
    {"aas-ring-allport", "ring", "8", "traffic.variant=split", 4, 4, 8},
    {"aas-ring-allport", "ring", "16", "traffic.variant=split", 8, 8, 32},
    // A4: Σ(z−1), the same, N·Σ(z−1)/2
    {"aas-torus-nd-sf", "torus", "3x3", "", 4, 4, 18},
    {"aas-torus-nd-sf", "torus", "3x5", "router.switching=wormhole", 6, 6, 45},
    {"aas-torus-nd-sf", "torus", "8x4", "router.switching=cut_through", 10, 10, 160},
    {"aas-torus-nd-sf", "torus", "3x4x5", "", 9, 9, 270},
    {"aas-torus-nd-sf", "ring", "7", "", 6, 6, 21},
    // A5: Σ(z−1), Σ(z−1)², N·Σ(z−1)/2
    {"aas-mesh-nd-wh-ring", "mesh", "3x3", "", 4, 8, 18},
    {"aas-mesh-nd-wh-ring", "mesh", "2x3", "", 3, 5, 9},
    {"aas-mesh-nd-wh-ring", "mesh", "3x5", "router.switching=cut_through", 6, 20, 45},
    {"aas-mesh-nd-wh-ring", "mesh", "3x4x5", "", 9, 29, 270},
    {"aas-mesh-nd-wh-ring", "mesh", "8x1", "", 7, 49, 28},
    {"aas-mesh-nd-wh-ring", "line", "6", "", 5, 25, 15},
    // A12: 2^(n−1) of each
    {"aas-hc-allport-sf", "hypercube", "2", "", 2, 2, 2},
    {"aas-hc-allport-sf", "hypercube", "4", "", 8, 8, 8},
    {"aas-hc-allport-sf", "hypercube", "7", "", 64, 64, 64},
    // A14: (2^n−1, n·2^(n−1), 2^n−1)
    {"aas-hc-dex", "hypercube", "1", "", 1, 1, 1},
    {"aas-hc-dex", "hypercube", "3", "router.switching=wormhole", 7, 12, 7},
    {"aas-hc-dex", "hypercube", "4", "router.switching=cut_through", 15, 32, 15},
    {"aas-hc-dex", "hypercube", "6", "", 63, 192, 63},
    // A17: z²/8, the longest paths, z²/8
    {"aas-ring-dex", "ring", "8", "", 8, 24, 8},
    {"aas-ring-dex", "torus", "12", "router.switching=cut_through", 18, 83, 18},
    {"aas-ring-dex", "ring", "16", "", 32, 194, 32},
    // A22, the traffic of matrix transposition, is covered with its matrices by the configurations
    // S10: (n, n, 2^n−1)
    {"oas-hc-sbt", "hypercube", "1", "traffic.root=1", 1, 1, 1},
    {"oas-hc-sbt", "hypercube", "4", "traffic.variant=descending traffic.root=11", 4, 4, 15},
    {"oas-hc-sbt", "hypercube", "7",
     "traffic.variant=ascending traffic.root=64 router.switching=wormhole", 7, 7, 127},
    // M13: (n, n, n)
    {"oab-hc-sbt", "hypercube", "1", "", 1, 1, 1},
    {"oab-hc-sbt", "hypercube", "5", "traffic.variant=descending traffic.root=19", 5, 5, 5},
    {"oab-hc-sbt", "hypercube", "8",
     "traffic.variant=ascending traffic.root=255 router.switching=store_and_forward", 8, 8, 8},
    // M16: (d, d(d+1), d), and in store-and-forward (d, d(d+1), d(d+1))
    {"oab-tree", "tree", "1", "", 1, 2, 1},
    {"oab-tree", "tree", "1", "traffic.root=1 router.switching=store_and_forward", 1, 2, 2},
    {"oab-tree", "tree", "2", "traffic.root=3", 2, 6, 2},
    {"oab-tree", "tree", "2", "traffic.root=1 router.switching=cut_through", 2, 6, 2},
    {"oab-tree", "tree", "3", "router.switching=cut_through", 3, 12, 3},
    {"oab-tree", "tree", "3", "traffic.root=6 router.switching=store_and_forward", 3, 12, 12},
    {"oab-tree", "tree", "3", "traffic.root=5 router.switching=wormhole", 3, 12, 3},
    {"oab-tree", "tree", "5", "router.switching=wormhole", 5, 30, 5},
    {"oab-tree", "tree", "5", "traffic.root=31 router.switching=cut_through", 5, 30, 5},
    {"oab-tree", "tree", "5", "traffic.root=18 router.switching=store_and_forward", 5, 30, 30},
    // M7, a × b: C-R a+b−2, RC-C (a+b−2)+(b−1), RC-R (a+b−2)+(a−1) hops. Address flits beyond the
    // first: a worm of k hops has k addresses.
    {"oab-mesh-irc-corner", "mesh", "4x4", "traffic.variant=C-R", 2, 6, 2, 4},
    {"oab-mesh-irc-corner", "mesh", "5x3", "traffic.variant=C-R traffic.root=14", 2, 6, 2, 4},
    {"oab-mesh-irc-corner", "mesh", "2x7", "traffic.variant=C-R traffic.root=1", 2, 7, 2, 5},
    {"oab-mesh-irc-corner", "mesh", "4x4", "traffic.variant=RC-C traffic.root=12", 2, 9, 2, 7},
    {"oab-mesh-irc-corner", "mesh", "3x6", "traffic.variant=RC-C traffic.root=2", 2, 12, 2, 10},
    {"oab-mesh-irc-corner", "mesh", "5x2", "traffic.variant=RC-C", 2, 6, 2, 4},
    {"oab-mesh-irc-corner", "mesh", "4x4", "traffic.variant=RC-R traffic.root=15", 2, 9, 2, 7},
    {"oab-mesh-irc-corner", "mesh", "6x3", "traffic.variant=RC-R", 2, 12, 2, 10},
    {"oab-mesh-irc-corner", "mesh", "2x5", "traffic.variant=RC-R traffic.root=8", 2, 6, 2, 4},
    // G5: (n, n, n), real sums
    {"allreduce-hc", "hypercube", "1", "", 1, 1, 1},
    {"allreduce-hc", "hypercube", "4", "", 4, 4, 4},
    {"allreduce-hc", "hypercube", "8", "router.switching=cut_through", 8, 8, 8},
};

INSTANTIATE_TEST_SUITE_P(Catalogue, SimulatedRow,
                         testing::Combine(testing::ValuesIn(kRuns),
                                          testing::ValuesIn(kSimulatedHardware)),
                         name_of_case);

}  // namespace
}  // namespace flitcast::test_simulated_rows
