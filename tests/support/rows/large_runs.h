#pragma once

#include "tests/support/rows/simulated_row.h"

namespace flitcast {

// Every row and variant of the catalogue on networks of hundreds of nodes and more.

inline const SimulatedRun kLargeRuns[] = {
    // A1: (n, n, n·2^(n−1))
    {"aas-hc-sex", "hypercube", "9", "traffic.variant=descending", 9, 9, 2304},
    {"aas-hc-sex", "hypercube", "9", "traffic.variant=ascending", 9, 9, 2304},
    // A2: (z−1, z−1, z(z−1)/2)
    {"aas-ring-1port", "ring", "128", "", 127, 127, 8128},
    // A3: (z²−1)/8, z(z+2)/8, split z²/8
    {"aas-ring-allport", "ring", "127", "", 63, 63, 2016},
    {"aas-ring-allport", "ring", "128", "traffic.variant=standard", 64, 64, 2080},
    {"aas-ring-allport", "ring", "128", "traffic.variant=split", 64, 64, 2048},
    // A4, A5: Σ(z−1) rounds and N·Σ(z−1)/2 packets; Σ(z−1) links, without wrap links Σ(z−1)²
    {"aas-torus-nd-sf", "torus", "16x16", "", 30, 30, 3840},
    {"aas-mesh-nd-wh-ring", "mesh", "16x16", "", 30, 450, 3840},
    {"aas-torus-nd-sf", "torus", "4x4x4", "", 9, 9, 288},
    {"aas-mesh-nd-wh-ring", "mesh", "4x4x4", "", 9, 27, 288},
    // A9: (a+b−2, (a²+b²−2)/3, (a+b−2)·N/2)
    {"aas-mesh-bex", "mesh", "16x16", "traffic.variant=standard", 30, 170, 3840},
    // A10: (3(2^k−1), 4(4^k−1)/3, 3(2^k−1)·N/4); mirror: 578 links
    {"aas-mesh-qex", "mesh", "16x16", "traffic.variant=standard", 45, 340, 2880},
    {"aas-mesh-qex", "mesh", "16x16", "traffic.variant=mirror", 45, 578, 2880},
    // A12: 2^(n−1) of each
    {"aas-hc-allport-sf", "hypercube", "8", "", 128, 128, 128},
    // A14: (2^n−1, n·2^(n−1), 2^n−1)
    {"aas-hc-dex", "hypercube", "9", "", 511, 2304, 511},
    // A15: 3(8^k−1)/7 rounds, over their longest ways
    {"aas-mesh-dex", "mesh", "16x16", "traffic.variant=standard", 1755, 28258, 1755},
    // A17, A18: 2⌈z/4⌉²
    {"aas-ring-dex", "ring", "64", "", 512, 12302, 512},
    {"aas-ring-dex", "ring", "62", "", 512, 12302, 512},
    // A19: z³/8, A20: 4t⁴+4t²
    {"aas-torus2d-dex", "torus", "16x16", "traffic.variant=standard", 512, 6350, 512},
    {"aas-torus2d-dex", "torus", "16x16", "traffic.variant=naive", 1088, 12804, 1088},
    // S1: N−1, over all distances
    {"oas-grid-wh", "hypercube", "10", "traffic.root=77", 1023, 5120, 1023},
    {"oas-grid-wh", "torus", "16x16", "traffic.root=77", 255, 2048, 255},
    {"oas-grid-wh", "mesh", "4x4x4", "traffic.root=21", 63, 192, 63},
    // S2: z−1, S3: ⌊z/2⌋
    {"oas-ring-sf", "ring", "256", "traffic.root=200", 255, 255, 255},
    {"oas-ring-sf", "ring", "256", "router.ports=all", 128, 128, 128},
    // S4: N−1; all-port the largest subtree of the base routes
    {"oas-grid-sf", "torus", "16x16", "traffic.root=149", 255, 255, 255},
    {"oas-grid-sf", "torus", "16x16", "router.ports=all", 128, 128, 128},
    {"oas-grid-sf", "mesh", "16x16", "router.ports=all traffic.root=149", 160, 160, 160},
    {"oas-grid-sf", "mesh", "4x4x4", "", 63, 63, 63},
    // S5: ⌈(z²−1)/4⌉; worms over every fourth of the sorted distances
    {"oas-torus2d-balanced", "torus", "16x16", "traffic.root=100", 64, 64, 64},
    {"oas-torus2d-balanced", "torus", "16x16", "router.switching=wormhole", 64, 520, 64},
    // S6: ⌈(2^n−1)/n⌉, S7: 2^n−1, S8: worms over every n-th of the sorted distances
    {"oas-hc-necklace", "hypercube", "10", "traffic.root=777", 103, 103, 103},
    {"oas-hc-necklace", "hypercube", "10", "router.ports=1", 1023, 1023, 1023},
    {"oas-hc-necklace", "hypercube", "10", "router.switching=wormhole", 103, 517, 103},
    // S10: (n, n, 2^n−1)
    {"oas-hc-sbt", "hypercube", "10", "traffic.variant=descending traffic.root=777", 10, 10, 1023},
    {"oas-hc-sbt", "hypercube", "10", "traffic.variant=ascending traffic.root=777", 10, 10, 1023},
    // S11: (z−1, z−1, z(z−1)/2)
    {"oas-ring-sf-combining", "ring", "128", "", 127, 127, 8128},
    // S12: ceil (⌈log z⌉, Σ⌈z/2^i⌉, z−1), floor (⌈log z⌉, z−1, Σ⌈z/2^i⌉)
    {"oas-line-wh-rd", "line", "100", "traffic.variant=ceil", 7, 102, 99},
    {"oas-line-wh-rd", "line", "100", "traffic.variant=floor", 7, 99, 102},
    {"oas-line-wh-rd", "ring", "200", "traffic.variant=ceil", 8, 202, 199},
    {"oas-line-wh-rd", "ring", "200", "traffic.variant=floor", 8, 199, 202},
    // S13: (log p, ·, p−1); n, p−1 and a+b−2 links
    {"gather-hc", "hypercube", "10", "traffic.root=777", 10, 10, 1023},
    {"scatter-line", "line", "256", "traffic.root=99", 8, 255, 255},
    {"scatter-mesh", "mesh", "16x16", "traffic.root=149", 8, 30, 255},
    {"gather-line", "line", "256", "traffic.root=99", 8, 255, 255},
    {"gather-mesh", "mesh", "16x16", "traffic.root=149", 8, 30, 255},
    // M1, M4: 20 destinations in ⌈log2 21⌉ rounds, over the longest ways of each
    {"mc-hc-chain", "hypercube", "10",
     "traffic.variant=ceil traffic.root=777 "
     "traffic.destinations=20,60,68,92,105,158,227,241,296,310,405,411,490,532,562,738,784,820,940,"
     "1014",
     5, 30, 5},
    {"mc-hc-chain", "hypercube", "10",
     "traffic.variant=floor traffic.root=777 "
     "traffic.destinations=20,60,68,92,105,158,227,241,296,310,405,411,490,532,562,738,784,820,940,"
     "1014",
     5, 30, 5},
    {"mc-mesh-chain", "mesh", "16x16",
     "traffic.variant=ceil traffic.root=149 "
     "traffic.destinations=6,27,42,44,49,54,66,67,69,70,92,137,165,200,205,207,212,213,238,242",
     5, 49, 5},
    {"mc-mesh-chain", "mesh", "16x16",
     "traffic.variant=floor traffic.root=149 "
     "traffic.destinations=6,27,42,44,49,54,66,67,69,70,92,137,165,200,205,207,212,213,238,242",
     5, 46, 5},
    // M6: a chain of 16 leaders, and along the rows
    {"mc-mesh-irc-leaders", "mesh", "16x16", "traffic.destinations=all traffic.root=149", 6, 51, 6,
     14},
    // M7: C-R a+b−2, RC-C a+2b−3, RC-R 2a+b−3 links
    {"oab-mesh-irc-corner", "mesh", "16x16", "traffic.variant=C-R traffic.root=240", 2, 30, 2, 28},
    {"oab-mesh-irc-corner", "mesh", "16x16", "traffic.variant=RC-C traffic.root=240", 2, 45, 2, 43},
    {"oab-mesh-irc-corner", "mesh", "16x16", "traffic.variant=RC-R traffic.root=240", 2, 45, 2, 43},
    {"oab-mesh-irc-corner", "mesh", "16x12", "traffic.variant=RC-C", 2, 37, 2, 35},
    {"oab-mesh-irc-corner", "mesh", "16x12", "traffic.variant=RC-R", 2, 41, 2, 39},
    // M8: 11 links to the corner, then as M7
    {"oab-mesh-irc-3round", "mesh", "16x16", "traffic.variant=C-R traffic.root=149", 3, 41, 3, 28},
    {"oab-mesh-irc-3round", "mesh", "16x16", "traffic.variant=RC-C traffic.root=149", 3, 56, 3, 43},
    {"oab-mesh-irc-3round", "mesh", "16x16", "traffic.variant=RC-R traffic.root=149", 3, 56, 3, 43},
    // M9: 5 columns behind the root, 6 rows above it
    {"oab-mesh-irc-2round", "mesh", "16x16", "traffic.root=149", 2, 46, 2, 44},
    // M10: c links to the corner and Σ(z−1)
    {"oab-mesh-nd-irc", "mesh", "16x16", "traffic.root=149", 3, 41, 3, 28},
    {"oab-mesh-nd-irc", "mesh", "4x4x4", "traffic.root=21", 4, 12, 4, 6},
    // M11: ⌊a/2⌋+⌊b/2⌋, or a+b−2 over one port
    {"oab-torus2d-irc", "torus", "16x16", "traffic.variant=allport traffic.root=149", 2, 16, 2, 14},
    {"oab-torus2d-irc", "torus", "16x16", "traffic.variant=unidirectional", 2, 30, 2, 28},
    // M13: (n, n, n)
    {"oab-hc-sbt", "hypercube", "10", "traffic.variant=descending traffic.root=777", 10, 10, 10},
    {"oab-hc-sbt", "hypercube", "10", "traffic.variant=ascending traffic.root=777", 10, 10, 10},
    // M14 to M17: (log p, p−1, log p), (log N, Σ(z−1), log N), (d, d(d+1), d)
    {"oab-line", "line", "256", "traffic.root=99", 8, 255, 8},
    {"oab-mesh", "mesh", "16x16", "traffic.root=149", 8, 30, 8},
    {"oab-mesh", "mesh", "4x4x4", "", 6, 9, 6},
    {"oab-tree", "tree", "10", "traffic.root=777", 10, 110, 10},
    {"aor-line", "line", "256", "traffic.root=99", 8, 255, 8},
    {"aor-mesh", "mesh", "16x16", "traffic.root=149", 8, 30, 8},
    {"aor-mesh", "mesh", "4x4x4", "", 6, 9, 6},
    {"aor-tree", "tree", "10", "traffic.root=777", 10, 110, 10},
    // M17: (n, n, n)
    {"aor-hc", "hypercube", "10", "traffic.variant=ascending traffic.root=777", 10, 10, 10},
    {"aor-hc", "hypercube", "10", "traffic.variant=descending traffic.root=777", 10, 10, 10},
    // M19: 10 and 9 links to the farther ends
    {"oab-mesh-irc-allport", "mesh", "16x16", "traffic.root=149", 2, 19, 2, 17},
    // G1, G4: (p−1, p−1, p−1)
    {"aab-ring", "ring", "256", "", 255, 255, 255},
    {"aar-ring", "ring", "128", "", 127, 127, 127},
    // G2, G4: (Σ(z−1), Σ(z−1), N−1)
    {"aab-mesh", "torus", "16x16", "", 30, 30, 255},
    {"aab-mesh", "torus", "4x4x4", "", 9, 9, 63},
    {"aar-mesh", "torus", "16x16", "", 30, 30, 255},
    {"aar-mesh", "torus", "4x4x4", "", 9, 9, 63},
    // G3, G4: (n, n, 2^n−1)
    {"aab-hc", "hypercube", "10", "traffic.variant=ascending", 10, 10, 1023},
    {"aab-hc", "hypercube", "10", "traffic.variant=descending", 10, 10, 1023},
    {"aar-hc", "hypercube", "9", "traffic.variant=descending", 9, 9, 511},
    {"aar-hc", "hypercube", "9", "traffic.variant=ascending", 9, 9, 511},
    // G5, G6: (n, n, n)
    {"allreduce-hc", "hypercube", "10", "", 10, 10, 10},
    {"prefix-hc", "hypercube", "10", "", 10, 10, 10},
    // G7 to G9: (2n, 2n, 2(p−1)/p)
    {"oab-hc-scatter-allgather", "hypercube", "10", "traffic.variant=descending traffic.root=777",
     20, 20, 2046, 0, 1024},
    {"oab-hc-scatter-allgather", "hypercube", "10", "traffic.variant=ascending traffic.root=777",
     20, 20, 2046, 0, 1024},
    {"aor-hc-aar-gather", "hypercube", "9", "traffic.variant=descending traffic.root=77", 18, 18,
     1022, 0, 512},
    {"aor-hc-aar-gather", "hypercube", "9", "traffic.variant=ascending traffic.root=77", 18, 18,
     1022, 0, 512},
    {"allreduce-hc-rsag", "hypercube", "9", "traffic.variant=descending", 18, 18, 1022, 0, 512},
    {"allreduce-hc-rsag", "hypercube", "9", "traffic.variant=ascending", 18, 18, 1022, 0, 512},
    // G10: min(q, p−q)
    {"cshift-ring", "ring", "256", "traffic.shift=100", 100, 100, 100},
    // G11, 182 = 11·16+6: min(c, w−c) + [c≠0] + min(r, h−r)
    {"cshift-mesh", "torus", "16x16", "traffic.shift=182", 12, 12, 12},
    // G12, 731 = 1011011011b: 2·popcount(q) − q mod 2
    {"cshift-hc-gray", "hypercube", "10", "traffic.variant=high-first traffic.shift=731", 13, 13,
     13},
    {"cshift-hc-gray", "hypercube", "10", "traffic.variant=low-first traffic.shift=731", 13, 13,
     13},
    // G13, 728 = 91·2³: (1, n−γ, 1)
    {"cshift-hc-ecube", "hypercube", "10", "traffic.shift=728", 1, 7, 1},
    // van de Geijn: ⌈log p⌉+p−1 rounds, 2(p−1)/p
    {"oab-vandegeijn", "ring", "100", "traffic.root=55", 106, 201, 198, 0, 100},
    // (n, n(n+1)/2, n) on a hypercube; else over the longest ways i -> i+2^k
    {"prefix-hillis-steele", "hypercube", "10", "", 10, 55, 10},
    // (2n−1, n+n(n+1)/2−1, 2n−1) on a hypercube; else over the longest ways
    {"prefix-blelloch", "hypercube", "10", "", 19, 64, 19},
    {"prefix-blelloch", "line", "200", "", 14, 254, 14},
    {"prefix-blelloch", "mesh", "16x16", "", 15, 90, 15},
    {"prefix-blelloch", "torus", "16x16", "", 15, 56, 15},
    // (n, n(n+1)/2, n) on a hypercube
    {"barrier-dissemination", "hypercube", "10", "", 10, 55, 10},
    // Bruck: (n, n(n+1)/2, n·2^(n−1)), base 4 Σ over the digits
    {"aas-bruck", "hypercube", "9", "", 9, 45, 2304},
    {"aas-bruck", "hypercube", "8", "traffic.radix=4", 12, 56, 768},
    // (n, n(n+1)/2, 2^n−1)
    {"aab-bruck", "hypercube", "10", "", 10, 55, 1023},
    // Σ(2^d−1), Σd·2^(d−1), Σ(2^d−1)·2^(n−d)
    {"aas-hc-multiphase", "hypercube", "9", "traffic.partition=2,4,3", 25, 48, 1312},
    {"aas-hc-multiphase", "hypercube", "8", "", 255, 1024, 255},
    // 2n rounds, 2(p−1)/p
    {"allreduce-rabenseifner", "hypercube", "9", "", 18, 18, 1022, 0, 512},
    // (2(p−1), 2(p−1), 2(p−1)/p), on a line 2(p−1)² links
    {"allreduce-ring", "ring", "128", "", 254, 254, 254, 0, 128},
    {"allreduce-ring", "line", "64", "", 126, 7938, 126, 0, 64},
    // 2(a−1)+2(b−1) rounds, 2(p−1)/p
    {"allreduce-torus2d-bucket", "torus", "16x16", "", 60, 60, 510, 0, 256},
    // p−2+S rounds; from an inner node 2S−2 and the longer arm
    {"oab-chain", "hypercube", "10", "traffic.segments=8 traffic.root=777", 1030, 1030, 1030, 0, 8},
    {"oab-chain", "torus", "16x16", "traffic.segments=8 traffic.root=149", 262, 262, 262, 0, 8},
    {"oab-chain", "mesh", "16x16", "traffic.segments=8 traffic.root=15", 262, 262, 262, 0, 8},
    {"oab-chain", "mesh", "16x16", "traffic.segments=8 traffic.root=149", 168, 168, 168, 0, 8},
    // R = 2S+2n−3, R = S+2n−2 and twice that, over 2R−3 or 2R−2 links
    {"oab-hc-tree-pipelined", "hypercube", "10", "traffic.segments=16 traffic.root=777", 49, 95, 49,
     0, 16},
    {"oab-hc-double-tree", "hypercube", "10", "traffic.segments=16 traffic.root=777", 34, 65, 34, 0,
     16},
    {"oab-hc-double-tree", "hypercube", "10", "traffic.segments=15", 33, 64, 33, 0, 15},
    {"allreduce-hc-double-tree", "hypercube", "10", "traffic.segments=15", 66, 128, 66, 0, 15},
    // S+n rounds, all-port ⌈S/n⌉+n
    {"oab-hc-nesbt", "hypercube", "10", "traffic.segments=30 traffic.root=777", 40, 40, 40, 0, 30},
    {"oab-hc-nesbt", "hypercube", "10", "traffic.segments=30 router.ports=all", 13, 13, 13, 0, 30},
    // ⌈n/3⌉ rounds
    {"oab-hc-allport-hokao", "hypercube", "10", "traffic.root=777", 4, 14, 4},
};

/// Worms of a round share links: the coefficients are those without contention, and the rest of the
/// cycles is the excess.
struct LargeSharedRun {
  SimulatedRun run;
  long excess;
};

inline std::ostream& operator<<(std::ostream& out, const LargeSharedRun& shared) {
  return out << shared.run;
}

inline const LargeSharedRun kLargeSharedRuns[] = {
    {{"aas-mesh-bex", "mesh", "16x16", "traffic.variant=raw", 8, 8, 3840, 22}, 6},
    {{"aas-mesh-dex", "mesh", "16x16", "traffic.variant=raw", 255, 3840, 255}, 2359},
    // G14: n steps of 2^j links
    {{"aab-line-hc", "line", "128", "", 7, 127, 127}, 10554},
    {{"prefix-hillis-steele", "mesh", "16x16", "", 8, 68, 8}, 45},
    {{"prefix-hillis-steele", "line", "100", "", 7, 127, 7}, 474},
    {{"barrier-dissemination", "torus", "16x16", "router.vcs=2", 8, 34, 8}, 110},
    {{"aas-bruck", "ring", "64", "", 6, 63, 192}, 19855},
    {{"aas-bruck", "torus", "16x16", "traffic.radix=16", 30, 143, 480}, 12122},
    {{"aab-bruck", "ring", "100", "", 7, 99, 99}, 18822},
    // Swing: n or 2n rounds, over 1+1+3+5+11+21 links once or twice
    {{"allreduce-ring-swing", "ring", "64", "traffic.variant=latency", 6, 42, 48, 0, 8}, 1624},
    {{"allreduce-ring-swing", "ring", "64", "traffic.variant=bandwidth", 12, 84, 126, 0, 64}, 1184},
    {{"allreduce-rabenseifner", "ring", "64", "", 12, 126, 126, 0, 64}, 542},
};

}  // namespace flitcast
