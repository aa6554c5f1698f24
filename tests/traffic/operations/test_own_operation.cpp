#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/schedule/block_index.h"
#include "traffic/schedule/dual.h"
#include "traffic/theory/operation_bounds.h"
#include "traffic/verify/verifier.h"

// A schedule may promise an operation that flitcast does not know.

namespace flitcast::test_own_operation {
namespace {

/// The two nodes of every pair (2i, 2i + 1) exchange blocks, and keep their own.
class PairwiseExchange final : public OperationKind {
 public:
  const char* name() const override { return "pairwise exchange"; }
  BlockFamily family() const override { return BlockFamily::kReplicated; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, operation.nodes}, BlockIndex::kEveryone, operation.parts};
  }
  bool promises(const Operation& /*operation*/, NodeId node, const Block& block) const override {
    return node / 2 == block.origin / 2;
  }
  bool exclusive() const override { return true; }
};

const PairwiseExchange kExchange;

HandmadeMessage message(NodeId from, NodeId to) {
  return {{from, to}, {make_block(from, Block::kEveryone)}};
}

std::string objection(const HandmadeRounds& rounds) {
  const Topology line(TopologyKind::kLine, {4});
  const Routing routing(line, RoutingOrder::kAscending);
  VerifyOptions options;
  options.model = {4, 1, 1};
  try {
    verify(handmade_schedule(operation(kExchange, 4), rounds), routing, options);
  } catch (const ScheduleError& error) {
    return error.what();
  }
  return "";
}

TEST(OwnOperation, IsVerifiedLikeAnyOther) {
  EXPECT_EQ(objection({{message(0, 1), message(1, 0), message(2, 3), message(3, 2)}}), "");
  EXPECT_EQ(objection({{message(0, 1), message(2, 3), message(3, 2)}}),
            "after the last round node 0 lacks block 1->*");
  EXPECT_EQ(
      objection({{message(0, 1), message(1, 0), message(2, 3), message(3, 2)}, {message(1, 2)}}),
      "after the last round node 2 holds block 1->*, which is not for it");
  EXPECT_EQ(objection({{{{0, 1}, {make_block(0, 1)}}}}),
            "round 0: node 0 sends block 0->1, which is not part of this pairwise exchange");
}

TEST(OwnOperation, NeedNotHaveABoundOrADual) {
  const Topology line(TopologyKind::kLine, {4});
  const Operation exchange = operation(kExchange, 4);
  EXPECT_EQ(kExchange.lower_bound({exchange, line, 1, 1, Duplex::kFull, false, {4, 1, 1}}), 0);
  EXPECT_THROW(dual(kExchange), std::logic_error);
}

TEST(OwnOperation, NeedNotNumberLooseBlocks) {
  EXPECT_THROW(operation(loose_unicasts(), 2).blocks(), std::logic_error);
}

}  // namespace
}  // namespace flitcast::test_own_operation
