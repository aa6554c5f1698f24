#include "tests/support/rows/simulated_row.h"

namespace flitcast::test_simulated_sums_shifts {
namespace {

const SimulatedRun kRuns[] = {
    // G6: (n, n, n)
    {"prefix-hc", "hypercube", "1", "", 1, 1, 1},
    {"prefix-hc", "hypercube", "5", "router.switching=store_and_forward", 5, 5, 5},
    {"prefix-hc", "hypercube", "8", "router.switching=cut_through", 8, 8, 8},
    // Hillis and Steele: (n, n(n+1)/2, n) on a hypercube
    {"prefix-hillis-steele", "hypercube", "1", "", 1, 1, 1},
    {"prefix-hillis-steele", "hypercube", "3", "router.switching=store_and_forward", 3, 6, 6},
    {"prefix-hillis-steele", "hypercube", "6", "router.routing=descending", 6, 21, 6},
    {"prefix-hillis-steele", "line", "3", "", 2, 3, 2},
    {"prefix-hillis-steele", "mesh", "3x3", "router.switching=cut_through", 4, 13, 4},
    // Blelloch: (2n − 1, n + n(n+1)/2 − 1, 2n − 1) on a hypercube, (2^U − 1) + (2^D − 1) links on a
    // line with U rounds up and D down
    {"prefix-blelloch", "hypercube", "4", "", 7, 13, 7},
    {"prefix-blelloch", "line", "2", "", 1, 1, 1},
    {"prefix-blelloch", "line", "6", "router.switching=store_and_forward", 4, 6, 6},
    {"prefix-blelloch", "line", "16", "router.switching=cut_through", 7, 22, 7},
    {"prefix-blelloch", "ring", "33", "", 9, 46, 9},
    {"prefix-blelloch", "mesh", "7x4", "", 8, 38, 8},
    {"prefix-blelloch", "torus", "4x4", "", 7, 12, 7},
    // dissemination: (n, n(n+1)/2, n) on a hypercube
    {"barrier-dissemination", "hypercube", "1", "", 1, 1, 1},
    {"barrier-dissemination", "hypercube", "3", "router.switching=cut_through", 3, 6, 3},
    {"barrier-dissemination", "hypercube", "6", "", 6, 21, 6},
    // G10: min(q, p − q) of each
    {"cshift-ring", "ring", "2", "traffic.shift=1", 1, 1, 1},
    {"cshift-ring", "ring", "8", "traffic.shift=3", 3, 3, 3},
    {"cshift-ring", "ring", "13", "traffic.shift=9 router.switching=store_and_forward", 4, 4, 4},
    {"cshift-ring", "torus", "6", "traffic.shift=3", 3, 3, 3},
    // G11: min(c, w − c) + [c ≠ 0] + min(r, h − r) of each
    {"cshift-mesh", "torus", "2x2", "traffic.shift=3", 3, 3, 3},
    {"cshift-mesh", "torus", "4x4", "traffic.shift=5", 3, 3, 3},
    {"cshift-mesh", "torus", "6x5", "traffic.shift=16", 5, 5, 5},
    {"cshift-mesh", "torus", "5x3", "traffic.shift=10 router.switching=cut_through", 1, 1, 1},
    // G12: 2·popcount(q) − q mod 2 of each
    {"cshift-hc-gray", "hypercube", "1", "traffic.shift=1", 1, 1, 1},
    {"cshift-hc-gray", "hypercube", "3", "traffic.shift=5", 3, 3, 3},
    {"cshift-hc-gray", "hypercube", "3", "traffic.shift=6 traffic.variant=low-first", 4, 4, 4},
    {"cshift-hc-gray", "hypercube", "6", "traffic.shift=45 traffic.variant=high-first", 7, 7, 7},
    // G13: (1, n − γ, 1)
    {"cshift-hc-ecube", "hypercube", "3", "traffic.shift=1", 1, 3, 1},
    {"cshift-hc-ecube", "hypercube", "3", "traffic.shift=4", 1, 1, 1},
    {"cshift-hc-ecube", "hypercube", "3", "traffic.shift=7 router.switching=store_and_forward", 1,
     3, 3},
    {"cshift-hc-ecube", "hypercube", "6", "traffic.shift=44 router.routing=descending", 1, 4, 1},
    {"cshift-hc-ecube", "hypercube", "8", "traffic.shift=255 router.switching=cut_through", 1, 8,
     1},
};

INSTANTIATE_TEST_SUITE_P(SumsAndShifts, SimulatedRow,
                         testing::Combine(testing::ValuesIn(kRuns),
                                          testing::ValuesIn(kSimulatedHardware)),
                         name_of_case);

}  // namespace
}  // namespace flitcast::test_simulated_sums_shifts
