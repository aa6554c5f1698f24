#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/node_path.h"

// Schedules of the catalogue, broken on purpose in every way that the verifier knows.

namespace flitcast::test_broken_rows {
namespace {

/// A row's schedule taken apart into messages that a test can change.
class BrokenRow {
 public:
  BrokenRow(const char* id, TopologyKind kind, std::vector<std::uint32_t> dims)
      : row_(find_row(id)),
        topology_(kind, std::move(dims)),
        routing_(topology_, row_.model.order) {
    const RowRequest request = in_own_model(row_, {topology_, routing_, 1});
    check_request(row_, request);
    const Schedule schedule = row_.build(request);
    operation_ = schedule.operation;
    for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
      Round round(topology_);
      schedule.fill(r, round);
      rounds.emplace_back();
      for (std::size_t i = 0; i < round.size(); ++i) {
        const MessageView m = round[i];
        rounds.back().push_back({nodes_of(m),
                                 {m.blocks.begin(), m.blocks.end()},
                                 {m.destinations.begin(), m.destinations.end()}});
      }
    }
  }

  /// What the verifier says; empty when it accepts the schedule.
  std::string objection() const {
    VerifyOptions options = options_of(row_, topology_, {4, 1, 1});
    options.disjoint_links = true;
    try {
      verify(handmade_schedule(operation_, rounds), routing_, options);
    } catch (const ScheduleError& error) {
      return error.what();
    }
    return {};
  }

  HandmadeRounds rounds;

 private:
  const Row& row_;
  Topology topology_;
  Routing routing_;
  Operation operation_;
};

const TopologyKind kHypercube = TopologyKind::kHypercube;

TEST(BrokenRow, IsAcceptedBeforeItIsBroken) {
  EXPECT_EQ(BrokenRow("aas-hc-dex", kHypercube, {3}).objection(), "");
  EXPECT_EQ(BrokenRow("aas-hc-sex", kHypercube, {3}).objection(), "");
  EXPECT_EQ(BrokenRow("oab-hc-sbt", kHypercube, {3}).objection(), "");
  EXPECT_EQ(BrokenRow("allreduce-hc", kHypercube, {3}).objection(), "");
  EXPECT_EQ(BrokenRow("oab-mesh-irc-corner", TopologyKind::kMesh, {3, 3}).objection(), "");
}

TEST(BrokenRow, NamesAMissingBlock) {
  BrokenRow broken("aas-hc-dex", kHypercube, {3});
  broken.rounds[4].erase(broken.rounds[4].begin() + 2);  // 2 -> 2 ⊕ 5
  EXPECT_EQ(broken.objection(), "after the last round node 7 lacks block 2->7 (node 2 holds it)");
}

TEST(BrokenRow, NamesABlockLeftOutOfACombinedMessage) {
  BrokenRow broken("aas-hc-sex", kHypercube, {3});
  broken.rounds[0][1].blocks.erase(broken.rounds[0][1].blocks.begin());  // 1->5 stays at node 1
  EXPECT_EQ(broken.objection(), "after the last round node 5 lacks block 1->5 (node 1 holds it)");
}

TEST(BrokenRow, NamesADoubledBlock) {
  BrokenRow moved("aas-hc-sex", kHypercube, {3});
  moved.rounds[0][0].blocks.push_back(moved.rounds[0][0].blocks[0]);
  EXPECT_EQ(moved.objection(), "round 0: node 0 sends block 0->4 twice");
  BrokenRow copied("oab-hc-sbt", kHypercube, {3});
  copied.rounds[2][3] = {{6, 4}, {make_block(0, Block::kEveryone)}};
  EXPECT_EQ(copied.objection(), "round 2: node 4 receives block 0->*, which it already holds");
}

TEST(BrokenRow, NamesTheNodeThatSendsTwiceAtOnePort) {
  BrokenRow broken("aas-hc-dex", kHypercube, {3});
  broken.rounds[1].push_back(broken.rounds[0][3]);
  broken.rounds[0].erase(broken.rounds[0].begin() + 3);
  EXPECT_EQ(broken.objection(),
            "round 1: node 3 sends 2 messages at a time, the last of them message 3->2 (block "
            "3->2); ports: 1");
}

TEST(BrokenRow, NamesTheNodeThatReceivesTwiceAtOnePort) {
  BrokenRow broken("oab-hc-sbt", kHypercube, {2});
  broken.rounds[1][0] = {{0, 1, 3}, {make_block(0, Block::kEveryone)}};
  EXPECT_EQ(broken.objection(),
            "round 1: node 3 receives 2 messages at a time, the last of them message 2->3 (block "
            "0->*); ports: 1");
}

TEST(BrokenRow, NamesTheMessagesThatShareALink) {
  BrokenRow broken("aas-hc-dex", kHypercube, {3});
  // 0 -> 3 by dimension 0, then 1; 1 -> 2 the other way round, over 1 -> 3
  broken.rounds[2][1].path = {1, 3, 2};
  EXPECT_EQ(broken.objection(),
            "round 2: link 1->3 is taken by message 0->3 (block 0->3) and message 1->2 (block "
            "1->2)");
}

TEST(BrokenRow, NamesTheLinkOfAWrongPath) {
  BrokenRow broken("aas-hc-dex", kHypercube, {3});
  broken.rounds[6][0].path = {0, 1, 6, 7};
  EXPECT_EQ(broken.objection(),
            "round 6: a message from node 0 takes link 1->6, which hypercube 3 does not have");
}

TEST(BrokenRow, NamesTheDestinationOutOfBrcpOrder) {
  BrokenRow broken("oab-mesh-irc-corner", TopologyKind::kMesh, {3, 3});
  std::vector<NodeId>& column = broken.rounds[0][0].destinations;
  ASSERT_EQ(column, (std::vector<NodeId>{3, 6}));
  column = {6, 3, 6};
  EXPECT_EQ(broken.objection(),
            "round 0: message 0->6 (block 0->*) does not pass its destination node 3 in the order "
            "of its header");
}

TEST(BrokenRow, NamesTheLinkOffTheBaseRoute) {
  BrokenRow broken("oab-mesh-irc-corner", TopologyKind::kMesh, {3, 3});
  broken.rounds[0][0] = {{0, 3, 4}, {make_block(0, Block::kEveryone)}, {3, 4}};
  EXPECT_EQ(broken.objection(),
            "round 0: message 0->4 (block 0->*) takes link 0->3, which is not on its base route");
}

TEST(BrokenRow, NamesALostOperand) {
  BrokenRow broken("allreduce-hc", kHypercube, {3});
  broken.rounds[1].erase(broken.rounds[1].begin() + 5);  // 5 -> 7
  EXPECT_EQ(broken.objection(),
            "after the last round the sum of block 0->* at node 3 lacks the operand of node 4");
}

TEST(BrokenRow, NamesAnOperandThatCountsTwice) {
  BrokenRow broken("allreduce-hc", kHypercube, {3});
  broken.rounds.push_back({broken.rounds[0][0]});
  EXPECT_EQ(broken.objection(),
            "round 3: node 1 receives block 0->* with the operand of node 0, which it already has");
}

}  // namespace
}  // namespace flitcast::test_broken_rows
