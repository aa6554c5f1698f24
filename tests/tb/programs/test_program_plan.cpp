#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/runs/played_program.h"

namespace flitcast::test_program_plan {
namespace {

ProgramPlan plan_of(const std::string& text, const GivenKeys& keys) {
  const TempFolder folder;
  RawConfig raw;
  give(raw, "traffic.program", folder.write("program", text));
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  return ProgramPlan(raw);
}

/// Every rank of five sends to the one `way` places on.
std::string round_the_ring(unsigned way) {
  std::string text = "num_ranks 5\n";
  for (unsigned rank = 0; rank < 5; ++rank) {
    text += "rank " + std::to_string(rank) + " {\nsend 8b to " + std::to_string((rank + way) % 5) +
            "\nrecv 8b from " + std::to_string((rank + 5 - way) % 5) + "\n}\n";
  }
  return text;
}

int vcs_of(const std::string& text, GivenKeys keys) {
  keys.insert(keys.end(), {{"topology.kind", "ring"}, {"topology.dims", "5"}});
  return plan_of(text, keys).config().network.vcs;
}

TEST(ProgramPlan, HasDatelinesOnlyWhereItsMessagesCouldWaitInACircle) {
  EXPECT_EQ(vcs_of(round_the_ring(1), {}), 1);
  EXPECT_EQ(vcs_of(round_the_ring(2), {}), 2);
}

// Neighbours in the ring of ranks are two nodes apart.
TEST(ProgramPlan, HasDatelinesForTheMessagesBetweenTheNodesOfRanks) {
  const TempFolder folder;
  const std::string placement = folder.write("placement", "0\n2\n4\n1\n3\n");
  EXPECT_EQ(vcs_of(round_the_ring(1), {{"traffic.placement", placement}}), 2);
}

TEST(ProgramPlan, KeepsTheVirtualChannelsThatAreGiven) {
  EXPECT_EQ(vcs_of(round_the_ring(1), {{"router.vcs", "2"}}), 2);
  EXPECT_EQ(vcs_of(round_the_ring(1), {{"router.vcs", "1"}}), 1);
  EXPECT_THROW(vcs_of(round_the_ring(2), {{"router.vcs", "1"}}), ConfigError);
}

TEST(ProgramPlan, LeavesVirtualChannelsToRoutersThatNeedThem) {
  EXPECT_EQ(vcs_of(round_the_ring(1), {{"router.pipeline", "staged"}}), 2);
}

TEST(ProgramPlan, SaysWhichKeysAreForOtherFormats) {
  const std::vector<std::string> expected = {
      "traffic.timing has no effect but on netrace",
      "traffic.collectives has no effect but on Chakra traces"};
  EXPECT_EQ(plan_of("num_ranks 1\n", {{"topology.kind", "line"},
                                      {"topology.dims", "1"},
                                      {"traffic.timing", "gaps"},
                                      {"traffic.collectives", "aab-ring,allreduce-ring"}})
                .config()
                .ineffective,
            expected);
}

}  // namespace
}  // namespace flitcast::test_program_plan
