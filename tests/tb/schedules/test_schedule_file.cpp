#include <fstream>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/schedules/schedule_file.h"
#include "tb/system/file_error.h"
#include "tests/support/schedules/schedule_mutations.h"
#include "tests/support/temp_folder.h"
#include "traffic/operations/operations.h"

namespace flitcast::test_schedule_file {
namespace {

class ScheduleFiles : public testing::Test {
 protected:
  ScheduleFile read(const std::string& text) { return read_schedule(write(text), ring_); }
  /// What the reader has against the text, without the name of the file.
  std::string objection(const std::string& text) {
    const std::string file = write(text);
    try {
      read_schedule(file, ring_);
    } catch (const FileError& error) {
      const std::string what = error.what();
      return what.substr(0, file.size()) == file ? what.substr(file.size()) : what;
    }
    return "";
  }

 private:
  std::string write(const std::string& text) { return folder_.write("s.json", text); }

  TempFolder folder_;
  Topology ring_{TopologyKind::kRing, {3}};
};

TEST_F(ScheduleFiles, TellOperationRoundsAndMessages) {
  const ScheduleFile schedule = read(shipped_schedule());
  EXPECT_EQ(schedule.algorithm, "ring-all-gather");
  EXPECT_EQ(schedule.operation.kind, &operations::all_to_all_broadcast());
  EXPECT_EQ(schedule.operation.nodes, 3U);
  EXPECT_EQ(schedule.operation.parts, 1U);
  EXPECT_EQ(schedule.message_flits, 4U);
  EXPECT_EQ(schedule.rings, RingTravel::kMinimal);
  EXPECT_FALSE(schedule.irc);
  EXPECT_TRUE(schedule.model.empty());
  ASSERT_EQ(schedule.rounds.size(), 2U);
  for (NodeId round = 0; round < 2; ++round) {
    ASSERT_EQ(schedule.rounds[round].size(), 3U);
    for (NodeId node = 0; node < 3; ++node) {
      const MessageView m = schedule.rounds[round][node];
      EXPECT_EQ(m.source, node);
      EXPECT_EQ(m.hops(), 1U);
      ASSERT_EQ(m.destinations.size(), 1U);
      EXPECT_EQ(m.destinations[0], (node + 1) % 3);
      EXPECT_EQ(m.transfer, Transfer::kNatural);
      ASSERT_EQ(m.blocks.size(), 1U);
      EXPECT_EQ(m.blocks[0], make_block((node + 3 - round) % 3, Block::kEveryone));
    }
  }
}

TEST_F(ScheduleFiles, TakeWhatAnOperationIsCalledElsewhere) {
  for (const char* name : {"all-to-all scatter", "alltoall", "MPI_Alltoall", "aas"}) {
    const ScheduleFile schedule = read(R"({"schema": "flitcast.schedule/1", "operation": ")" +
                                       std::string(name) + R"(", "nodes": 3, "rounds": []})");
    EXPECT_EQ(schedule.operation.kind, &operations::all_to_all_scatter()) << name;
  }
}

// But for blanks, hyphens, capitals and "MPI_".
TEST(ScheduleSchema, HasAllNamesOfOperations) {
  const std::string file = std::string(FLITCAST_ROOT) + "/configs/schema/schedule.schema.json";
  const nlohmann::json schema = nlohmann::json::parse(std::ifstream(file));
  std::set<std::string> names;
  for (const auto& name : schema["properties"]["operation"]["enum"]) {
    names.insert(name.get<std::string>());
  }
  const std::vector<std::string> known = operation_words();
  EXPECT_EQ(names, std::set<std::string>(known.begin(), known.end()));
}

TEST_F(ScheduleFiles, TakeMembersInAnyOrder) {
  const ScheduleFile schedule = read(
      R"({"rounds": [[{"flits": 6, "blocks": [[0, 1, 0], [0, 1, 2]], "path": [0, 2, 1], "dst": [1],
          "src": 0, "transfer": "copy", "id": 0}]], "copy_flits": [7], "round_count": 1,
          "rings": "up", "parts": 3, "message_flits": 9, "shift": 1, "ring": [0, 2, 1], "nodes": 3,
          "model": {"router.ports": "all", "router.vcs": 2, "link.duplex": "half"},
          "comment": "not played", "operation": "circular shift", "schema": "flitcast.schedule/1"})");
  EXPECT_EQ(schedule.algorithm, "schedule");
  EXPECT_EQ(schedule.operation.kind, &operations::circular_shift());
  EXPECT_EQ(schedule.operation.shift, 1U);
  EXPECT_EQ(schedule.operation.ring, (std::vector<NodeId>{0, 2, 1}));
  EXPECT_EQ(schedule.operation.parts, 3U);
  EXPECT_EQ(schedule.rings, RingTravel::kUpwards);
  const std::vector<std::pair<std::string, std::string>> model{
      {"router.ports", "all"}, {"router.vcs", "2"}, {"link.duplex", "half"}};
  EXPECT_EQ(schedule.model, model);
  ASSERT_EQ(schedule.rounds.size(), 1U);
  EXPECT_EQ(schedule.rounds[0].copy_flits(), 7U);
  const MessageView m = schedule.rounds[0][0];
  EXPECT_EQ(m.hops(), 2U);
  EXPECT_EQ(m.transfer, Transfer::kCopy);
  ASSERT_EQ(m.blocks.size(), 2U);
  EXPECT_EQ(m.blocks[1], make_block(0, 1, 2));
}

TEST_F(ScheduleFiles, AMulticastGoesToItsDestinations) {
  const auto text = [](const std::string& destinations) {
    return R"({"schema": "flitcast.schedule/1", "operation": "multicast", "nodes": 3, "root": 1,
               "destinations": )" +
           destinations + R"(, "rounds": [[{"src": 1, "dst": [2, 0], "blocks": [[1, null]]}]]})";
  };
  const ScheduleFile schedule = read(text("[0, 2]"));
  EXPECT_EQ(schedule.operation.root, 1U);
  EXPECT_EQ(schedule.operation.destinations, (std::vector<NodeId>{0, 2}));
  EXPECT_TRUE(schedule.irc);
  EXPECT_EQ(objection(text("[0, 1]")), ": destinations[1]: 1 is the root, which has the block");
  EXPECT_EQ(objection(text("[2, 0]")),
            ": destinations[1]: 0 does not ascend; give every node once, in ascending order");
  EXPECT_EQ(objection(text("[]")),
            ": destinations: a list of 0 does not fit; give a list of nodes");
}

TEST_F(ScheduleFiles, ARingHasEveryNodeOnce) {
  const auto text = [](const std::string& ring) {
    return R"({"schema": "flitcast.schedule/1", "operation": "circular shift", "nodes": 3,
               "shift": 1, "rounds": [], "ring": )" +
           ring + "}";
  };
  EXPECT_EQ(objection(text("[2, 0, 1]")), "");
  EXPECT_EQ(objection(text("[2, 0, 2]")), ": ring[2]: 2 is there twice");
  EXPECT_EQ(objection(text("[2, 0]")), ": ring: has 2 of 3 nodes");
}

TEST_F(ScheduleFiles, APathEndsWhereItComesToItsLastDestination) {
  const auto text = [](const std::string& path) {
    return R"({"schema": "flitcast.schedule/1", "operation": "multicast", "nodes": 3, "root": 0,
               "destinations": [1], "rounds": [[{"src": 0, "dst": [1], "blocks": [[0, null]],
               "path": )" +
           path + "}]]}";
  };
  EXPECT_EQ(objection(text("[0, 2, 1]")), "");
  EXPECT_EQ(objection(text("[0, 1, 2, 1]")),
            ": rounds[0][0].path[1]: 1 is the last destination, where the message ends; the path "
            "goes on");
}

TEST_F(ScheduleFiles, NothingIsRearrangedAfterARoundWithoutMessages) {
  const auto text = [](const std::string& copy_flits) {
    return R"({"schema": "flitcast.schedule/1", "operation": "barrier", "nodes": 3,
               "rounds": [[]], "copy_flits": )" +
           copy_flits + "}";
  };
  EXPECT_EQ(objection(text("[0]")), "");
  EXPECT_EQ(objection(text("[5]")),
            ": copy_flits[0]: nothing has come that could be rearranged, since the round has no "
            "messages; give 0");
}

TEST_F(ScheduleFiles, WhatIsWrongIsNamed) {
  for (const ScheduleMutation& mutation : schedule_mutations()) {
    EXPECT_EQ(objection(mutated(mutation)), ": " + mutation.error);
  }
}

TEST_F(ScheduleFiles, WhatIsNoJsonIsFoundByLineAndColumn) {
  EXPECT_EQ(objection(""), ":1: column 1: the file ends in the middle of its JSON");
  EXPECT_EQ(objection("{\n  \"schema\": flitcast"), ":2: column 14: this is not JSON");
  EXPECT_EQ(objection("[topology]"),
            ": a list does not fit; give an object with schema, operation, "
            "nodes and rounds");
  EXPECT_EQ(objection(shipped_schedule() + "{}"), ":17: column 1: this is not JSON");
  EXPECT_EQ(objection(R"({"nodes": 1e999})"), ":1: column 16: this is not JSON");
}

TEST_F(ScheduleFiles, AFileThatIsCutOffIsRefused) {
  const std::string text = shipped_schedule();
  for (std::size_t size = 0; size < text.find_last_of('}'); size += 7) {
    EXPECT_NE(objection(text.substr(0, size)), "") << size;
  }
}

TEST_F(ScheduleFiles, NoiseIsRefusedWithoutMuchAdo) {
  constexpr std::size_t kMuch = 4 << 20;
  EXPECT_EQ(objection(std::string(kMuch, '[')),
            ": a list does not fit; give an object with schema, "
            "operation, nodes and rounds");
  EXPECT_EQ(objection(R"({"rounds": )" + std::string(kMuch, '[')),
            ": rounds[0][0]: a list does not fit; give a message with src, dst and blocks");
  EXPECT_LT(objection(std::string(kMuch, '7')).size(), 200U);
  EXPECT_LT(objection(R"({"comment": ")" + std::string(kMuch, 'x')).size(), 200U);
  EXPECT_LT(objection("{\"" + std::string(kMuch, 'x') + "\": 1}").size(), 300U);
  std::string noise;
  for (std::uint32_t i = 0, state = 1; i < kMuch; ++i) {
    state = state * 1664525U + 1013904223U;
    noise += static_cast<char>(state >> 24U);
  }
  EXPECT_NE(objection(noise), "");
}

// What comes after the element that is too much is not even JSON, so nothing of it was read.
TEST_F(ScheduleFiles, AListThatIsTooLongIsRefusedAtItsFirstElementTooMuch) {
  const auto begun = [](const std::string& member) {
    return R"({"schema": "flitcast.schedule/1", "operation": "barrier", "nodes": 3, )" + member;
  };
  EXPECT_EQ(objection(begun(R"("ring": [0, 1, 2, 0 ?)")),
            ": ring: a list of more than 3 does not fit; give a list of all nodes");
  EXPECT_EQ(objection(begun(R"("destinations": [0, 1, 2, 0 ?)")),
            ": destinations: a list of more than 3 does not fit; give a list of nodes");
  EXPECT_EQ(objection(begun(R"("rounds": [[{"dst": [0, 1, 2, 0 ?)")),
            ": rounds[0][0].dst: a list of more than 3 does not fit; give a list of one node or "
            "more");
  std::string dims = R"("topology": {"dims": [1)";
  for (int i = 0; i < 16; ++i) {
    dims += ", 1";
  }
  EXPECT_EQ(objection(begun(dims + " ?")),
            ": topology.dims: a list of more than 16 does not fit; give a list of numbers");
}

TEST_F(ScheduleFiles, AMillionRoundsAreTheMost) {
  std::string rounds = R"({"schema": "flitcast.schedule/1", "operation": "barrier", "nodes": 3, )"
                       R"("rounds": [[])";
  for (int i = 1; i < 1'000'000; ++i) {
    rounds += ",[]";
  }
  EXPECT_EQ(read(rounds + "]}").rounds.size(), 1'000'000U);
  EXPECT_EQ(objection(rounds + ",[] ?"),
            ": rounds: a list of more than 1000000 does not fit; give a list of rounds");
}

TEST_F(ScheduleFiles, AFileThatIsNotThereIsNamed) {
  EXPECT_THROW(read_schedule("/nowhere/s.json", Topology(TopologyKind::kRing, {3})), FileError);
}

}  // namespace
}  // namespace flitcast::test_schedule_file
