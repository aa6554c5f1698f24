#include <gtest/gtest.h>

#include "hw/routing/routing.h"
#include "tb/schedules/schedule_row.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_schedule_row {
namespace {

/// A broadcast to the other of two nodes in two halves; the second is rearranged, and half as much
/// again.
const char* const kHalves = R"({"schema": "flitcast.schedule/1", "operation": "broadcast",
  "algorithm": "halves", "nodes": 2, "root": 0, "message_flits": 6, "parts": 2,
  "rounds": [[{"src": 0, "dst": [1], "blocks": [[0, null, 0]]}],
             [{"src": 0, "dst": [1], "blocks": [[0, null, 1]]}]], "copy_flits": [0, 9]})";

class ScheduleRows : public testing::Test {
 protected:
  Row row_of_text(const std::string& text) {
    return row_of(std::make_shared<const ScheduleFile>(
                      read_schedule(folder_.write("s.json", text), topology_)),
                  RowModel{});
  }
  RowRequest request(std::uint32_t message_flits) const {
    return {topology_, routing_, message_flits};
  }
  std::string objection(const Row& row, std::uint32_t message_flits) const {
    try {
      check_request(row, request(message_flits));
    } catch (const ParameterError& error) {
      return error.key() + ": " + error.what();
    }
    return "";
  }

 private:
  TempFolder folder_;
  Topology topology_{TopologyKind::kHypercube, {1}};
  Routing routing_{topology_, RoutingOrder::kAscending};
};

TEST_F(ScheduleRows, PlayTheRoundsOfTheFile) {
  const Row row = row_of_text(kHalves);
  EXPECT_EQ(row.id, "halves");
  EXPECT_FALSE(row.model.irc);
  const RowRequest request = this->request(6);
  EXPECT_EQ(row.closed_form(request), std::nullopt);
  const Schedule schedule = row.build(request);
  EXPECT_EQ(schedule.algorithm, "halves");
  EXPECT_EQ(schedule.rounds, 2U);
  EXPECT_EQ(schedule.block_flits, 3U);
  Round round(request.topology);
  schedule.fill(1, round);
  ASSERT_EQ(round.size(), 1U);
  EXPECT_EQ(round[0].hops(), 1U);  // by the base route
  EXPECT_EQ(round[0].blocks[0], make_block(0, Block::kEveryone, 1));
  EXPECT_EQ(round.copy_flits(), 9U);
}

TEST_F(ScheduleRows, BlocksAndWhatIsRearrangedGrowWithTheMessage) {
  const Row row = row_of_text(kHalves);
  const Schedule schedule = row.build(request(4));
  EXPECT_EQ(schedule.block_flits, 2U);
  Round round(request(4).topology);
  schedule.fill(1, round);
  EXPECT_EQ(round.copy_flits(), 6U);
  EXPECT_EQ(objection(row, 4), "");
  EXPECT_EQ(objection(row, 5),
            "traffic.message_flits: the schedule cuts a block into 2 parts, which 5 flits do not "
            "make; the nearest is 6");
}

TEST_F(ScheduleRows, WhatIsRearrangedStaysCountable) {
  std::string text = kHalves;
  text.replace(text.find("[0, 9]"), 6, "[0, 1099511627772]");
  const Row row = row_of_text(text);
  EXPECT_EQ(objection(row, 6), "");
  EXPECT_EQ(objection(row, 12),
            "traffic.message_flits: a round rearranges more than 1099511627776 flits then; give a "
            "smaller number, or leave the key out");
}

TEST_F(ScheduleRows, WhatIsRearrangedStaysWhole) {
  std::string text = kHalves;
  text.replace(text.find("[0, 9]"), 6, "[0, 1]");
  const Row row = row_of_text(text);
  EXPECT_EQ(objection(row, 6), "");
  EXPECT_EQ(objection(row, 12), "");
  EXPECT_EQ(
      objection(row, 8),
      "traffic.message_flits: 1 rearranged flits of messages of 6 become no whole number with "
      "messages of 8; leave the key out");
}

}  // namespace
}  // namespace flitcast::test_schedule_row
