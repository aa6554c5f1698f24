#include <map>

#include <gtest/gtest.h>

#include "traffic/play/cycle_counts.h"

namespace flitcast::test_cycle_counts {
namespace {

TEST(CycleCounts, CountsShortAndLongNumbersOfCyclesAlike) {
  CycleCounts counts;
  EXPECT_TRUE(counts.by_cycles().empty());
  std::map<Cycle, std::uint64_t> expected;
  for (const Cycle cycles : {Cycle{7}, Cycle{0}, Cycle{65535}, Cycle{7}, Cycle{65536},
                             Cycle{5'000'000'000}, Cycle{65536}, Cycle{7}, Cycle{1}}) {
    counts.count(cycles);
    ++expected[cycles];
    EXPECT_EQ(counts.by_cycles(), expected);
  }
}

}  // namespace
}  // namespace flitcast::test_cycle_counts
