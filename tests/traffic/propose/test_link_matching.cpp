#include <gtest/gtest.h>

#include "traffic/propose/link_matching.h"

namespace flitcast::test_link_matching {
namespace {

using Matched = LinkMatching::Matched;

TEST(LinkMatching, GivesEveryLinkItsBestWhereThatIsPossible) {
  EXPECT_EQ(LinkMatching({{3, 1}, {2, 3}}).match(2), (Matched{3, 2}));
  EXPECT_EQ(LinkMatching(LinkMatching::Wishes()).match(2), Matched());
}

TEST(LinkMatching, LetsThoseWithOtherWishesChange) {
  EXPECT_EQ(LinkMatching({{1, 2}, {1}, {2, 3, 1}}).match(3), (Matched{2, 1, 3}));
  // The last one finds all that it wishes taken by those that have nothing else.
  EXPECT_EQ(LinkMatching({{1}, {2}, {1, 2}}).match(3), (Matched{1, 2, std::nullopt}));
}

TEST(LinkMatching, StopsAtTheMost) {
  EXPECT_EQ(LinkMatching({{1, 5}, {2}, {3, 4}}).match(2), (Matched{1, 2, std::nullopt}));
  EXPECT_EQ(LinkMatching({{1}, {2}}).match(0), Matched(2));
}

}  // namespace
}  // namespace flitcast::test_link_matching
