#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/catalogue/catalogue.h"

namespace flitcast::test_rows_multiphase {
namespace {

RowRequest in_phases(const Topology& cube, const Routing& routing,
                     const std::vector<std::uint32_t>& partition) {
  RowRequest request{cube, routing, 3};
  request.parameters.partition = partition;
  return request;
}

/// Everything that a round of the schedule holds.
std::string text_of(const Schedule& schedule, const Topology& topology, std::uint64_t number) {
  Round round(topology);
  schedule.fill(number, round);
  std::string text = std::to_string(round.copy_flits());
  for (std::size_t i = 0; i < round.size(); ++i) {
    for (const NodeId node : round[i].nodes()) {
      text += ">" + std::to_string(node);
    }
    for (const Block& block : round[i].blocks) {
      text += " " + to_string(block);
    }
  }
  return text;
}

TEST(Multiphase, MeetsItsExtremesMessageForMessage) {
  for (std::uint32_t n = 2; n <= 5; ++n) {
    const Topology cube(TopologyKind::kHypercube, {n});
    const Routing routing(cube, RoutingOrder::kAscending);
    for (const bool direct : {false, true}) {
      const auto partition = direct ? std::vector<std::uint32_t>{n} : std::vector(n, 1U);
      const Schedule phases =
          find_row("aas-hc-multiphase").build(in_phases(cube, routing, partition));
      const Schedule extreme =
          find_row(direct ? "aas-hc-dex" : "aas-hc-sex").build({cube, routing, 3});
      ASSERT_EQ(phases.rounds, extreme.rounds);
      for (std::uint64_t r = 0; r < phases.rounds; ++r) {
        EXPECT_EQ(text_of(phases, cube, r), text_of(extreme, cube, r));
      }
    }
  }
}

}  // namespace
}  // namespace flitcast::test_rows_multiphase
