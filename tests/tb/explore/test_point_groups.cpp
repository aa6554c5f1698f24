#include <gtest/gtest.h>

#include "tb/explore/sweep/point_groups.h"

namespace flitcast::explore::test_point_groups {
namespace {

using Texts = std::vector<std::string>;

TEST(PointGroups, PutTogetherWhatDiffersInNumbersAlone) {
  PointGroups groups;
  EXPECT_TRUE(groups.empty());
  groups.add("dims: 3x5 is not a square", "p1", {"3x5", "1"});
  groups.add("kind: mesh does not fit", "p2", {"4x4", "1"});
  groups.add("dims: 4x8x2 is not a square", "p3", {"4x8x2", "1"});
  groups.add("dims: 1.5 is not a square", "p4", {"3x5", "2"});
  EXPECT_EQ(groups.count(), 4U);
  const std::vector<PointGroup> sorted = groups.largest_first();
  ASSERT_EQ(sorted.size(), 2U);
  EXPECT_EQ(sorted[0].count, 3U);
  EXPECT_EQ(sorted[0].first, "p1");
  EXPECT_EQ(sorted[0].reason, "dims: 3x5 is not a square");
  EXPECT_TRUE(sorted[0].alike);
  EXPECT_EQ(sorted[0].values, (std::vector<Texts>{{"3x5", "4x8x2"}, {"1", "2"}}));
  EXPECT_FALSE(sorted[1].alike);
}

TEST(PointGroups, TakeNoNoticeOfNamesOfPoints) {
  PointGroups groups;
  groups.add("r/0a1b.json: is empty", "0a1b", {"1"});
  groups.add("r/cdef.json: is empty", "cdef", {"2"});
  EXPECT_EQ(groups.largest_first().size(), 1U);
}

TEST(PointGroups, KeepTheOrderOfThoseOfOneSize) {
  PointGroups groups;
  groups.add("b", "p1", {"1"});
  groups.add("a", "p2", {"2"});
  groups.add("c", "p3", {"3"});
  groups.add("c", "p4", {"4"});
  Texts reasons;
  for (const PointGroup& group : groups.largest_first()) {
    reasons.push_back(group.reason);
  }
  EXPECT_EQ(reasons, (Texts{"c", "b", "a"}));
}

TEST(PointGroups, AreDescribedByWhatIsNotTheSameInAllPoints) {
  PointGroups groups;
  for (int size = 1; size <= 9; ++size) {
    groups.add("", "", {"mesh", std::to_string(size), size % 2 == 0 ? "on" : "off"});
  }
  const PointGroup group = groups.largest_first().front();
  EXPECT_EQ(describe(group, {"kind", "size", "irc"}, {2, 10, 2}),
            "9 points, kind = mesh, size = 1, 2, 3, 4, 5 and 4 more");
  EXPECT_EQ(describe(group, {"kind", "size", "irc"}, {1, 9, 2}), "9 points");
  PointGroups one;
  one.add("", "", {"tree", "1"});
  EXPECT_EQ(describe(one.largest_first().front(), {"kind", "size"}, {2, 1}),
            "1 point, kind = tree");
}

}  // namespace
}  // namespace flitcast::explore::test_point_groups
