#include "tests/support/rows/simulated_row.h"

// One-to-all scatter and gather, simulated.

namespace flitcast::test_simulated_scatter {
namespace {

const SimulatedRun kRuns[] = {
    // S1: (N−1, Σ distances, N−1), in store-and-forward (N−1, Σ distances, Σ distances)
    {"oas-grid-wh", "hypercube", "1", "", 1, 1, 1},
    {"oas-grid-wh", "hypercube", "4", "traffic.root=6", 15, 32, 15},
    {"oas-grid-wh", "ring", "7", "traffic.root=4 router.switching=cut_through", 6, 12, 6},
    {"oas-grid-wh", "ring", "2", "traffic.root=1", 1, 1, 1},
    {"oas-grid-wh", "line", "5", "traffic.root=3 router.switching=store_and_forward", 4, 7, 7},
    {"oas-grid-wh", "torus", "4x5", "traffic.root=9", 19, 44, 19},
    {"oas-grid-wh", "mesh", "4x3", "traffic.root=5 router.ports=all", 11, 20, 11},
    // S2: z−1, S3: ⌊z/2⌋
    {"oas-ring-sf", "ring", "3", "", 2, 2, 2},
    {"oas-ring-sf", "torus", "8", "traffic.root=5", 7, 7, 7},
    {"oas-ring-sf", "ring", "13", "traffic.root=12 router.switching=wormhole", 12, 12, 12},
    {"oas-ring-sf", "ring", "3", "router.ports=all", 1, 1, 1},
    {"oas-ring-sf", "ring", "8", "router.ports=all traffic.root=5", 4, 4, 4},
    {"oas-ring-sf", "torus", "13", "router.ports=2 router.switching=cut_through", 6, 6, 6},
    // S4: N−1; all-port the largest subtree
    {"oas-grid-sf", "line", "2", "traffic.root=1", 1, 1, 1},
    {"oas-grid-sf", "line", "9", "traffic.root=3", 8, 8, 8},
    {"oas-grid-sf", "mesh", "5x3", "traffic.root=7", 14, 14, 14},
    {"oas-grid-sf", "torus", "3x4x3", "traffic.root=20", 35, 35, 35},
    {"oas-grid-sf", "torus", "5x5", "router.ports=all traffic.root=13", 10, 10, 10},
    {"oas-grid-sf", "mesh", "5x3", "router.ports=all", 12, 12, 12},
    {"oas-grid-sf", "mesh", "5x3", "router.ports=all router.routing=descending", 10, 10, 10},
    // S5: ⌈(z²−1)/4⌉; worms h(h+1)z/2 links for odd z, h³+h for even
    {"oas-torus2d-balanced", "torus", "3x3", "traffic.root=8", 2, 2, 2},
    {"oas-torus2d-balanced", "torus", "5x5", "", 6, 6, 6},
    {"oas-torus2d-balanced", "torus", "8x8", "traffic.root=27", 16, 16, 16},
    {"oas-torus2d-balanced", "torus", "5x5", "router.switching=wormhole", 6, 15, 6},
    {"oas-torus2d-balanced", "torus", "4x4", "router.switching=cut_through traffic.root=6", 4, 10,
     4},
    {"oas-torus2d-balanced", "torus", "8x8", "router.switching=wormhole traffic.root=63", 16, 68,
     16},
    // S6: ⌈(2^n−1)/n⌉, S7: 2^n−1, S8: worms of 35 (n = 6) and 132 (n = 8) links
    {"oas-hc-necklace", "hypercube", "1", "", 1, 1, 1},
    {"oas-hc-necklace", "hypercube", "4", "traffic.root=9", 4, 4, 4},
    {"oas-hc-necklace", "hypercube", "6", "", 11, 11, 11},
    {"oas-hc-necklace", "hypercube", "8", "traffic.root=200", 32, 32, 32},
    {"oas-hc-necklace", "hypercube", "2", "router.ports=1", 3, 3, 3},
    {"oas-hc-necklace", "hypercube", "5", "router.ports=1 traffic.root=30", 31, 31, 31},
    {"oas-hc-necklace", "hypercube", "5", "router.ports=1 router.switching=wormhole", 31, 80, 31},
    {"oas-hc-necklace", "hypercube", "6", "router.switching=wormhole traffic.root=21", 11, 35, 11},
    {"oas-hc-necklace", "hypercube", "8", "router.switching=cut_through", 32, 132, 32},
    // S11: (z−1, z−1, z(z−1)/2)
    {"oas-ring-sf-combining", "ring", "3", "", 2, 2, 3},
    {"oas-ring-sf-combining", "ring", "8", "traffic.root=6", 7, 7, 28},
    {"oas-ring-sf-combining", "torus", "13", "router.switching=wormhole", 12, 12, 78},
    // S12: ceil (⌈log z⌉, Σ⌈z/2^i⌉, z−1), floor (⌈log z⌉, z−1, Σ⌈z/2^i⌉)
    {"oas-line-wh-rd", "line", "2", "", 1, 1, 1},
    {"oas-line-wh-rd", "line", "7", "traffic.variant=ceil", 3, 7, 6},
    {"oas-line-wh-rd", "line", "7", "traffic.variant=floor", 3, 6, 7},
    {"oas-line-wh-rd", "ring", "13", "traffic.root=8", 4, 14, 12},
    {"oas-line-wh-rd", "ring", "13", "traffic.variant=floor traffic.root=3", 4, 12, 14},
    {"oas-line-wh-rd", "line", "32", "router.switching=cut_through", 5, 31, 31},
    // S13: (log p, ·, p−1); n, p−1 and a+b−2 links
    {"gather-hc", "hypercube", "1", "traffic.root=1", 1, 1, 1},
    {"gather-hc", "hypercube", "4", "traffic.root=11", 4, 4, 15},
    {"gather-hc", "hypercube", "7", "router.switching=wormhole", 7, 7, 127},
    {"scatter-line", "line", "2", "traffic.root=1", 1, 1, 1},
    {"scatter-line", "line", "16", "traffic.root=5", 4, 15, 15},
    {"scatter-line", "ring", "16", "traffic.root=12", 4, 15, 15},
    {"gather-line", "line", "16", "traffic.root=5", 4, 15, 15},
    {"gather-line", "ring", "16", "traffic.root=12 router.switching=cut_through", 4, 15, 15},
    {"scatter-mesh", "mesh", "4x4", "traffic.root=6", 4, 6, 15},
    {"scatter-mesh", "mesh", "8x2", "router.switching=cut_through", 4, 8, 15},
    {"gather-mesh", "mesh", "2x2", "traffic.root=3", 2, 2, 3},
    {"gather-mesh", "mesh", "8x8", "traffic.root=27", 6, 14, 63},
};

INSTANTIATE_TEST_SUITE_P(Scatter, SimulatedRow,
                         testing::Combine(testing::ValuesIn(kRuns),
                                          testing::ValuesIn(kSimulatedHardware)),
                         name_of_case);

}  // namespace
}  // namespace flitcast::test_simulated_scatter
