#include <gtest/gtest.h>

#include "tests/support/library/eight_calls_networks.h"
#include "tests/support/library/pushed_accesses.h"

namespace flitcast::test_million_packets {
namespace {

class MillionPackets : public testing::TestWithParam<PushStyle> {};

TEST_P(MillionPackets, AllArriveAndInOrder) {
  constexpr std::size_t kPackets = 1'000'000;
  const EightCallsNetwork network = eight_calls_networks().front();
  TestInterconnect interconnect(network.settings());
  PushedAccesses accesses(interconnect, GetParam(), kPackets, network.classes, 1);
  accesses.run();
  EXPECT_EQ(accesses.popped(), kPackets);
  EXPECT_EQ(accesses.out_of_order(), 0U);
  EXPECT_GT(accesses.refused(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Styles, MillionPackets,
                         testing::Values(PushStyle::kRandom, PushStyle::kBursty,
                                         PushStyle::kManyToOne));

}  // namespace
}  // namespace flitcast::test_million_packets
