#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "hw/index_set.h"
#include "tests/support/draw.h"

namespace flitcast::test_index_set {
namespace {

/// Against std::set, with one word, two, and sixteen.
template <typename Set>
class AnyIndexSet : public testing::Test {
 protected:
  struct Both {
    Set set;
    std::set<int> model;

    void insert(int index) {
      set.insert(index);
      model.insert(index);
    }
  };

  static Both drawn(Draw& draw) {
    Both both;
    for (int count = draw.between(0, draw.one_in(2) ? 4 : Set::kSize); count > 0; --count) {
      both.insert(draw.between(0, Set::kSize - 1));
    }
    return both;
  }
  static std::set<int> members(const Set& set) {
    std::set<int> found;
    int last = -1;
    set.for_each([&](int index) {
      EXPECT_GT(index, last);  // ascending
      last = index;
      found.insert(index);
    });
    return found;
  }
};

using Sets = testing::Types<IndexSet<1>, IndexSet<2>, IndexSet<16>>;
TYPED_TEST_SUITE(AnyIndexSet, Sets, );

TYPED_TEST(AnyIndexSet, HasAtMostOneMemberWhereverThatIs) {
  TypeParam set;
  EXPECT_TRUE(set.at_most_one());
  for (int index = 0; index < TypeParam::kSize; ++index) {
    set = TypeParam();
    set.insert(index);
    EXPECT_TRUE(set.at_most_one()) << index;
    set.insert((index + 7) % TypeParam::kSize);
    EXPECT_FALSE(set.at_most_one()) << index;
  }
}

TYPED_TEST(AnyIndexSet, IsWhatWasPutIn) {
  Draw draw(1);
  for (int i = 0; i < 300; ++i) {
    auto both = this->drawn(draw);
    ASSERT_EQ(this->members(both.set), both.model);
    ASSERT_EQ(both.set.empty(), both.model.empty());
    if (!both.model.empty()) {
      ASSERT_EQ(both.set.first(), *both.model.begin());
    }
    ASSERT_EQ(both.set.at_most_one(), both.model.size() <= 1);
    for (int index = 0; index < TypeParam::kSize; ++index) {
      ASSERT_EQ(both.set.contains(index), both.model.count(index) == 1);
    }
    const int gone = draw.between(0, TypeParam::kSize - 1);
    both.set.erase(gone);
    both.model.erase(gone);
    ASSERT_EQ(this->members(both.set), both.model);
  }
}

TYPED_TEST(AnyIndexSet, KnowsWhatLiesBeyondAMember) {
  Draw draw(2);
  for (int i = 0; i < 100; ++i) {
    const auto both = this->drawn(draw);
    for (const int index : {0, 1, 31, 62, 63, TypeParam::kSize / 2, TypeParam::kSize - 1}) {
      const std::set<int> beyond(both.model.upper_bound(index), both.model.end());
      ASSERT_EQ(this->members(both.set.beyond(index)), beyond) << index;
    }
  }
}

TYPED_TEST(AnyIndexSet, RangesMayLieAcrossWords) {
  for (const int first : {0, 1, 60, 63, TypeParam::kSize - 64, TypeParam::kSize - 1}) {
    for (const int count : {1, 2, 4, 64, 65, TypeParam::kSize}) {
      if (first + count > TypeParam::kSize) {
        continue;
      }
      std::set<int> range;
      for (int index = first; index < first + count; ++index) {
        range.insert(index);
      }
      ASSERT_EQ(this->members(TypeParam::range(first, count)), range) << first << " " << count;
    }
  }
}

TYPED_TEST(AnyIndexSet, UnionIntersectionAndDifference) {
  Draw draw(3);
  for (int i = 0; i < 200; ++i) {
    const auto a = this->drawn(draw);
    const auto b = this->drawn(draw);
    std::set<int> all = a.model;
    all.insert(b.model.begin(), b.model.end());
    std::set<int> common;
    std::set<int> rest;
    for (const int index : a.model) {
      (b.model.count(index) == 1 ? common : rest).insert(index);
    }
    ASSERT_EQ(this->members(a.set | b.set), all);
    ASSERT_EQ(this->members(a.set & b.set), common);
    ASSERT_EQ(this->members(a.set - b.set), rest);
    ASSERT_EQ(a.set == b.set, a.model == b.model);
    ASSERT_EQ(a.set != b.set, a.model != b.model);
  }
}

}  // namespace
}  // namespace flitcast::test_index_set
