#include <gtest/gtest.h>

#include "tb/plan/placement_file.h"
#include "tb/system/file_error.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_placement_file {
namespace {

/// On a mesh of 6 nodes.
Placement placement_of(const std::string& text, std::uint32_t ranks) {
  const TempFolder folder;
  return read_placement(folder.write("p", text), ranks, Topology(TopologyKind::kMesh, {3, 2}));
}

/// Without the folder.
std::string refusal(const std::string& text, std::uint32_t ranks = 3) {
  try {
    placement_of(text, ranks);
  } catch (const FileError& error) {
    const std::string words = error.what();
    return words.substr(words.find("/p:") + 1);
  }
  return "";
}

TEST(PlacementFile, HasALineForEveryRank) {
  EXPECT_EQ(placement_of("5\n0\n3\n", 3), (Placement{5, 0, 3}));
  EXPECT_EQ(placement_of("# of a ring\n\n 5 \r\n0\n3", 3), (Placement{5, 0, 3}));
  EXPECT_EQ(placement_of("", 0), Placement{});
}

TEST(PlacementFile, HasLinesWithRanksInAnyOrder) {
  EXPECT_EQ(placement_of("2,3\n0,5\n1, 0\n", 3), (Placement{5, 0, 3}));
  EXPECT_EQ(placement_of("rank,node\n2,3\n0,5\n1,0\n", 3), (Placement{5, 0, 3}));
}

TEST(PlacementFile, IsReadAsItIsWritten) {
  const Placement nodes{5, 0, 3, 1, 2, 4};
  EXPECT_EQ(placement_of(placement_text(nodes), 6), nodes);
}

TEST(PlacementFile, IsRefusedWithTheLine) {
  EXPECT_EQ(refusal("5\nx\n"),
            "p:2: \"x\" is no node; give the node of every rank, a line for each, or rank,node");
  EXPECT_EQ(refusal("5\n-1\n"),
            "p:2: \"-1\" is no node; give the node of every rank, a line for each, or rank,node");
  EXPECT_EQ(refusal("a,5\n"),
            "p:1: \"a\" is no rank; give the node of every rank, a line for each, or rank,node");
  EXPECT_EQ(refusal("0,5,6\n"),
            "p:1: \"5,6\" is no node; give the node of every rank, a line for each, or rank,node");
  EXPECT_EQ(refusal("6\n"), "p:1: node 6 is not there; they are 0 to 5");
  EXPECT_EQ(refusal("99999999999\n"), "p:1: node 99999999999 is not there; they are 0 to 5");
  EXPECT_EQ(refusal("3,1\n"), "p:1: rank 3 is not there; they are 0 to 2");
  EXPECT_EQ(refusal("1\n2\n3\n4\n"), "p:4: the program has no more than 3 ranks");
  EXPECT_EQ(refusal("1\n\n2\n1\n"),
            "p:4: node 1 has a rank, on line 1; give every rank a node of its own");
  EXPECT_EQ(refusal("0,1\n0,2\n"), "p:2: rank 0 has a node, 1, on line 1");
}

TEST(PlacementFile, IsRefusedWithTheRankThatItLeavesOut) {
  EXPECT_EQ(refusal("1\n2\n"), "p: rank 2 has no node; the program has ranks 0 to 2");
  EXPECT_EQ(refusal("2,1\n0,2\n"), "p: rank 1 has no node; the program has ranks 0 to 2");
  EXPECT_EQ(refusal("2,1\n0\n"), "p:2: the program has no more than 3 ranks");
}

}  // namespace
}  // namespace flitcast::test_placement_file
