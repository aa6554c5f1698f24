#include <gtest/gtest.h>

#include "tests/support/rows/played_row.h"

namespace flitcast::test_rows_rings {
namespace {

/// Verified, without two messages on a link, and as costly as the closed form says.
void expect_alone_on_links(const char* id, std::uint32_t a, std::uint32_t b) {
  const Played row(id, kMesh, {a, b});
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

}  // namespace
}  // namespace flitcast::test_rows_rings
