#pragma once

#include <string>
#include <vector>

#include "tests/support/rows/row_cost.h"

namespace flitcast {

using Sides = std::vector<std::uint32_t>;

/// The row shares links: its lockstep terms, and what the busiest link carries in any round.
inline void expect_contended(const std::string& id, const Sides& sides, std::uint64_t rounds,
                             std::uint64_t contended_rounds, std::uint64_t contention,
                             const Coefficients& formula) {
  const Topology mesh(TopologyKind::kMesh, sides);
  const Row& row = find_row(id);
  for (const RoutingOrder order : kOrders) {
    const Routing routing(mesh, order);
    const RowRequest request = in_own_model(row, {mesh, routing, 3, 0, "raw"});
    SCOPED_TRACE(id + " on " + mesh.describe());
    ASSERT_NO_THROW(check_request(row, request));
    const VerifyReport report =
        verify(row.build(request), routing, options_of(row, mesh, {4, 1, 1}));
    EXPECT_EQ(report.rounds, rounds);
    EXPECT_EQ(report.contended_rounds, contended_rounds);
    EXPECT_EQ(report.link_contention, contention);
    EXPECT_EQ(to_string(*row.closed_form(request)), to_string(formula));
  }
}

}  // namespace flitcast
