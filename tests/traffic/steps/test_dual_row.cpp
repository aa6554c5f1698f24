#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "traffic/operations/operations.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/dual_row.h"

namespace flitcast::test_dual_row {
namespace {

/// Node 0 of two sends its block to node 1, in "left" in the first of two rounds, in "right" in the
/// second.
Row forward_row(const OperationKind& kind) {
  Row row{};
  row.id = "forward";
  row.number = "X1";
  row.operation = &kind;
  row.variants = {"left", "right"};
  row.lay = [](const RowRequest& request, Schedule& schedule) {
    schedule.rounds = 2;
    schedule.fill = [right = request.variant == "right"](std::uint64_t round, Round& out) {
      if (round == (right ? 1U : 0U)) {
        begin_hop(out, 0, 1);
        out.add_block(make_block(0, Block::kEveryone));
      }
    };
  };
  row.closed_form = [](const RowRequest& request) -> std::optional<Coefficients> {
    Coefficients cost;
    cost.t_s = 2;
    cost.mu_t_m = request.stores_and_forwards() ? 6 : 2;
    return cost;
  };
  return row;
}

class DualRow : public testing::Test {
 protected:
  /// The round with the message.
  std::uint64_t round_of_message(const Row& row, const std::string& variant) const {
    RowRequest request{line_, routing_, 3};
    request.variant = variant;
    const Schedule schedule = row.build(request);
    EXPECT_EQ(schedule.rounds, 2U);
    Round first(line_);
    schedule.fill(0, first);
    return first.empty() ? 1 : 0;
  }

  Topology line_{TopologyKind::kLine, {2}};
  Routing routing_{line_, RoutingOrder::kAscending};
};

TEST_F(DualRow, PlaysTheOtherBackwards) {
  Row row = dual_of(forward_row(operations::broadcast()));
  row.id = "backward";
  EXPECT_EQ(row.operation, &operations::reduction());
  const Schedule schedule = row.build({line_, routing_, 3});
  EXPECT_EQ(schedule.algorithm, "backward");
  EXPECT_EQ(schedule.operation.kind, &operations::reduction());
  EXPECT_EQ(schedule.block_flits, 3U);
  Round round(line_);
  schedule.fill(1, round);
  ASSERT_EQ(round.size(), 1U);
  EXPECT_EQ(round[0].source, 1U);
  EXPECT_EQ(round[0].destinations[0], 0U);
}

TEST_F(DualRow, HasItsOwnNamesForTheVariantsInTheirOrder) {
  const Row row = dual_of(forward_row(operations::broadcast()), {"right", "left"});
  EXPECT_EQ(row.variants, (std::vector<std::string_view>{"right", "left"}));
  EXPECT_EQ(round_of_message(row, "right"), 1U);  // "left" of the other, its first round
  EXPECT_EQ(round_of_message(row, "left"), 0U);
  EXPECT_EQ(round_of_message(row, ""), 1U);
}

TEST_F(DualRow, HasNoVariantsWithoutNames) {
  EXPECT_TRUE(dual_of(forward_row(operations::broadcast())).variants.empty());
}

/// What arrives is added once, however often it is stored on its way; a gather adds nothing.
TEST_F(DualRow, AddsWhatArrivesInAReduction) {
  RowRequest request{line_, routing_, 3};
  const Row reduction = dual_of(forward_row(operations::broadcast()));
  EXPECT_EQ(*reduction.closed_form(request), (Coefficients{2, 0, 2, 0, 0, 2}));
  request.switching = Switching::kStoreAndForward;
  EXPECT_EQ(*reduction.closed_form(request), (Coefficients{2, 0, 6, 0, 0, 2}));
  const Row gather = dual_of(forward_row(operations::one_to_all_scatter()));
  EXPECT_EQ(*gather.closed_form(request), (Coefficients{2, 0, 6}));
}

TEST_F(DualRow, IsRefusedForAnOperationWithoutADual) {
  EXPECT_THROW(dual_of(forward_row(operations::barrier())), std::logic_error);
}

}  // namespace
}  // namespace flitcast::test_dual_row
