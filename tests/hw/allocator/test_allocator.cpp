#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/allocator/age_arbiter.h"
#include "hw/allocator/matrix_arbiter.h"
#include "hw/allocator/maximum_matching.h"
#include "hw/allocator/random_arbiter.h"
#include "hw/allocator/round_robin_arbiter.h"
#include "hw/allocator/separable_input_first.h"
#include "hw/allocator/separable_output_first.h"
#include "hw/allocator/wavefront.h"
#include "hw/index_set.h"
#include "tests/support/draw.h"

namespace flitcast::test_allocator {
namespace {

/// How an allocator of a type is made, and whether nothing can be added to its matchings.
template <typename Allocator, int kIterations>
struct Made {
  using Set = typename Allocator::Set;
  using Type = Allocator;
  static Allocator make(int rows, int columns) { return {rows, columns, kIterations}; }
  static constexpr bool kMaximal = kIterations > 1;
};
template <typename Allocator>
struct Whole {
  using Set = typename Allocator::Set;
  using Type = Allocator;
  static Allocator make(int rows, int columns) { return {rows, columns}; }
  static constexpr bool kMaximal = true;
};

using Small = IndexSet<1>;
using Wide = IndexSet<4>;
using Widest = IndexSet<16>;
constexpr int kAll = 1000;  // iterations: as many as it takes

/// What every allocator keeps to, whatever its policy. A new one joins the list below.
template <typename Maker>
class AnyAllocator : public testing::Test {};

using Allocators = testing::Types<Made<SeparableInputFirst<RoundRobinArbiter<Small>>, 1>,
                                  Made<SeparableInputFirst<RoundRobinArbiter<Wide>>, kAll>,
                                  Made<SeparableInputFirst<RoundRobinArbiter<Widest>>, 1>,
                                  Made<SeparableInputFirst<MatrixArbiter<Small>>, kAll>,
                                  Made<SeparableInputFirst<AgeArbiter<Small>>, 1>,
                                  Made<SeparableInputFirst<RandomArbiter<Small>>, kAll>,
                                  Made<SeparableOutputFirst<RoundRobinArbiter<Small>>, 1>,
                                  Made<SeparableOutputFirst<RoundRobinArbiter<Wide>>, kAll>,
                                  Made<SeparableOutputFirst<RoundRobinArbiter<Widest>>, 1>,
                                  Made<SeparableOutputFirst<MatrixArbiter<Small>>, 1>,
                                  Made<SeparableOutputFirst<AgeArbiter<Small>>, kAll>,
                                  Made<SeparableOutputFirst<RandomArbiter<Small>>, 1>,
                                  Whole<WavefrontAllocator<Small>>, Whole<WavefrontAllocator<Wide>>,
                                  Whole<WavefrontAllocator<Widest>>, Whole<MaximumMatching<Small>>,
                                  Whole<MaximumMatching<Wide>>, Whole<MaximumMatching<Widest>>>;
TYPED_TEST_SUITE(AnyAllocator, Allocators, );

/// And those that say that they are fair.
template <typename Maker>
class FairAllocator : public testing::Test {};

using FairAllocators =
    testing::Types<Made<SeparableInputFirst<RoundRobinArbiter<Small>>, 1>,
                   Made<SeparableInputFirst<RoundRobinArbiter<Wide>>, kAll>,
                   Made<SeparableInputFirst<MatrixArbiter<Small>>, kAll>,
                   Made<SeparableOutputFirst<RoundRobinArbiter<Small>>, 1>,
                   Made<SeparableOutputFirst<RoundRobinArbiter<Wide>>, kAll>,
                   Made<SeparableOutputFirst<MatrixArbiter<Small>>, 1>,
                   Whole<WavefrontAllocator<Small>>, Whole<WavefrontAllocator<Widest>>>;
TYPED_TEST_SUITE(FairAllocator, FairAllocators, );

template <typename Set>
Requests<Set> drawn_requests(int rows, int columns, std::uint64_t sparse, Draw& draw) {
  Requests<Set> requests(rows);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      if (draw.one_in(sparse)) {
        requests.add(row, column);
      }
    }
  }
  return requests;
}

TYPED_TEST(AnyAllocator, GrantsAreAMatchingWithinTheRequestsAndMaximalWhereClaimed) {
  using Set = typename TypeParam::Set;
  Draw draw(1);
  const int most = std::min(Set::kSize, 70);
  for (const auto& [rows, columns] :
       {std::pair{1, 1}, {2, 2}, {5, 5}, {3, 8}, {9, 4}, {most, 7}, {most, most}}) {
    auto allocator = TypeParam::make(rows, columns);
    Matching<Set> matching(rows);
    for (int round = 0; round < 30; ++round) {
      const auto requests =
          drawn_requests<Set>(rows, columns, draw.between<std::uint64_t>(1, 8), draw);
      allocator.allocate(requests, matching);
      Set columns_taken;
      matching.rows.for_each([&](int row) {
        const int column = matching.column_of(row);
        ASSERT_TRUE(requests.rows.contains(row));
        ASSERT_TRUE(requests.of(row).contains(column));
        ASSERT_FALSE(columns_taken.contains(column));
        columns_taken.insert(column);
      });
      ASSERT_EQ(columns_taken, matching.columns);
      ASSERT_EQ(matching.rows.empty(), requests.rows.empty()) << "one at least is granted";
      if (TypeParam::kMaximal) {
        (requests.rows - matching.rows).for_each([&](int row) {
          ASSERT_TRUE((requests.of(row) - matching.columns).empty());
        });
      }
    }
  }
}

// One row asks for the same column all the time, the others for anything.
TYPED_TEST(FairAllocator, LetsNobodyStarve) {
  using Set = typename TypeParam::Set;
  static_assert(TypeParam::Type::kFair);
  constexpr int kSize = 6;
  for (const int patient : {0, 3, kSize - 1}) {
    Draw draw(static_cast<std::uint64_t>(patient));
    auto allocator = TypeParam::make(kSize, kSize);
    Matching<Set> matching(kSize);
    int waited = 0;
    for (int round = 0; round < 2000; ++round) {
      auto requests = drawn_requests<Set>(kSize, kSize, draw.between<std::uint64_t>(1, 4), draw);
      requests.rows.erase(patient);
      requests.add(patient, 2);
      allocator.allocate(requests, matching);
      waited = matching.rows.contains(patient) ? 0 : waited + 1;
      ASSERT_LE(waited, kSize * kSize);
    }
  }
}

TYPED_TEST(AnyAllocator, ARowThatIsAloneGetsWhatItWouldGetAmongOthers) {
  using Set = typename TypeParam::Set;
  constexpr int kSize = 5;
  Draw draw(3);
  auto alone = TypeParam::make(kSize, kSize);
  auto asked = TypeParam::make(kSize, kSize);
  Matching<Set> matching(kSize);
  for (int round = 0; round < 200; ++round) {
    Requests<Set> requests(kSize);
    const int row = draw.between(0, kSize - 1);
    requests.add(row, draw.between(0, kSize - 1));
    requests.add(row, draw.between(0, kSize - 1));
    asked.allocate(requests, matching);
    ASSERT_EQ(alone.grant_alone(row, requests.of(row)), matching.column_of(row)) << round;
  }
}

// The most that any choice of columns gives to the rows from `row` on.
int most_grants(const Requests<Small>& requests, int row, int rows, std::uint64_t taken) {
  if (row == rows) {
    return 0;
  }
  int most = most_grants(requests, row + 1, rows, taken);
  if (requests.rows.contains(row)) {
    requests.of(row).for_each([&](int column) {
      if ((taken >> column & 1U) == 0) {
        const std::uint64_t more = taken | std::uint64_t{1} << column;
        most = std::max(most, 1 + most_grants(requests, row + 1, rows, more));
      }
    });
  }
  return most;
}

TEST(MaximumMatching, GrantsAsManyAsThereCanBe) {
  Draw draw(9);
  constexpr int kSize = 6;
  MaximumMatching<Small> allocator(kSize, kSize);
  Matching<Small> matching(kSize);
  for (int round = 0; round < 300; ++round) {
    const auto requests =
        drawn_requests<Small>(kSize, kSize, draw.between<std::uint64_t>(2, 5), draw);
    allocator.allocate(requests, matching);
    int grants = 0;
    matching.rows.for_each([&](int /*row*/) { ++grants; });
    ASSERT_EQ(grants, most_grants(requests, 0, kSize, 0)) << round;
  }
}

/// Cycles out of `cycles` in which all columns of a square are granted where everybody asks for
/// everything.
template <typename Allocator>
int full_cycles(Allocator allocator, int size, int cycles) {
  Requests<Small> requests(size);
  for (int row = 0; row < size; ++row) {
    requests.add(row, Small::range(0, size));
  }
  Matching<Small> matching(size);
  int full = 0;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    allocator.allocate(requests, matching);
    full += matching.rows == Small::range(0, size) ? 1 : 0;
  }
  return full;
}

// McKeown 1999: under full load the pointers of iSLIP part within as many cycles as there are
// ports, and from then on everything is granted with a single iteration.
TEST(SeparableAllocators, PointersPartUnderFullLoad) {
  using RoundRobin = RoundRobinArbiter<Small>;
  for (const int size : {2, 3, 8}) {
    constexpr int kCycles = 100;
    EXPECT_GE(full_cycles(SeparableOutputFirst<RoundRobin>(size, size, 1), size, kCycles),
              kCycles - size);
    EXPECT_GE(full_cycles(SeparableInputFirst<RoundRobin>(size, size, 1), size, kCycles),
              kCycles - size);
  }
}

// The two differ in what an iteration misses: rows 0 and 1 both ask for columns 0 and 1. Input
// first both choose column 0, and one row gets it; a second iteration gives the other column 1.
TEST(SeparableAllocators, ASecondIterationFillsWhatTheFirstLeft) {
  using RoundRobin = RoundRobinArbiter<Small>;
  Requests<Small> requests(2);
  requests.add(0, Small::range(0, 2));
  requests.add(1, Small::range(0, 2));
  Matching<Small> matching(2);
  SeparableInputFirst<RoundRobin> once(2, 2, 1);
  once.allocate(requests, matching);
  EXPECT_EQ(matching.rows, Small::of(0));
  EXPECT_EQ(matching.column_of(0), 0);
  SeparableInputFirst<RoundRobin> twice(2, 2, 2);
  twice.allocate(requests, matching);
  EXPECT_EQ(matching.rows, Small::range(0, 2));
  EXPECT_EQ(matching.column_of(1), 1);
}

TEST(SeparableAllocators, TheOldestRequestGoesFirst) {
  Requests<Small> requests(3);
  for (int row = 0; row < 3; ++row) {
    requests.add(row, 1);
  }
  const auto age_of = [](int row, int /*column*/) { return row == 1 ? 10 : 20; };
  Matching<Small> matching(3);
  SeparableInputFirst<AgeArbiter<Small>> input_first(3, 3, 1);
  input_first.allocate(requests, matching, age_of);
  EXPECT_EQ(matching.rows, Small::of(1));
  SeparableOutputFirst<AgeArbiter<Small>> output_first(3, 3, 1);
  output_first.allocate(requests, matching, age_of);
  EXPECT_EQ(matching.rows, Small::of(1));
}

// The cells of a diagonal do not meet: a square of requests is granted as a whole, by the diagonal
// that comes first, another one every time.
TEST(WavefrontAllocator, StartsWithAnotherDiagonalEveryTime) {
  constexpr int kSize = 4;
  Requests<Small> requests(kSize);
  for (int row = 0; row < kSize; ++row) {
    requests.add(row, Small::range(0, kSize));
  }
  WavefrontAllocator<Small> allocator(kSize, kSize);
  Matching<Small> matching(kSize);
  for (int first = 0; first < 2 * kSize; ++first) {
    allocator.allocate(requests, matching);
    for (int row = 0; row < kSize; ++row) {
      ASSERT_EQ((matching.column_of(row) + row) % kSize, first % kSize);
    }
  }
}

}  // namespace
}  // namespace flitcast::test_allocator
