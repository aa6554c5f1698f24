#include <gtest/gtest.h>

#include "tests/support/rows/played_row.h"

namespace flitcast::test_rows_rings {
namespace {

/// Verified, without two messages on a link, and as costly as the closed form says.
void expect_alone_on_links(const char* id, std::uint32_t a, std::uint32_t b,
                           TopologyKind kind = kMesh, const char* variant = "") {
  const Played row(id, kind, {a, b}, 1, variant);
  const VerifyReport report = row.report();
  EXPECT_EQ(report.link_contention, 1U) << id << " " << a << "x" << b;
  EXPECT_EQ(to_string(report.lockstep_terms), to_string(row.closed_form()))
      << id << " " << a << "x" << b;
  EXPECT_LE(row.bound(), report.lockstep_cycles) << id << " " << a << "x" << b;
}

TEST(RingRows, FoldedLinesShareNoLinkOfAnyMesh) {
  for (std::uint32_t a = 1; a <= 9; ++a) {
    for (std::uint32_t b = a == 1 ? 2 : 1; b <= 9; ++b) {
      expect_alone_on_links("aab-mesh-bucket", a, b);
    }
  }
}

TEST(RingRows, ARingGoesThroughAllNodesOfAnyMesh) {
  for (std::uint32_t a = 2; a <= 9; ++a) {
    for (std::uint32_t b = 2; b <= 9; ++b) {
      expect_alone_on_links("aab-mesh-hamiltonian", a, b);
    }
  }
}

TEST(ChainRows, AGridOfAnySidesIsHalvedWithoutContention) {
  for (const char* id : {"scatter-grid", "allreduce-grid-chain"}) {
    for (const TopologyKind kind : {kMesh, kTorus}) {
      for (std::uint32_t a = kind == kTorus ? 2 : 1; a <= 7; ++a) {
        for (std::uint32_t b = 2; b <= 7; ++b) {
          expect_alone_on_links(id, a, b, kind, "lines");
          expect_alone_on_links(id, a, b, kind, "chain");
        }
      }
    }
  }
}

TEST(ChainRows, EveryRootOfATorusIsInTheSamePlace) {
  const Topology torus(kTorus, {5, 4});
  for (const RoutingOrder order : kOrders) {
    const Routing routing(torus, order);
    const RowRequest first{torus, routing, 3, 0};
    for (NodeId root = 0; root < torus.nodes(); ++root) {
      const RowRequest request{torus, routing, 3, root};
      expect_cost("gather-grid", request, *find_row("gather-grid").closed_form(first));
    }
  }
}

}  // namespace
}  // namespace flitcast::test_rows_rings
