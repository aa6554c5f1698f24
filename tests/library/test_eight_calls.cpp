#include <sstream>
#include <stdexcept>

#include <flitcast/eight_calls.h>
#include <gtest/gtest.h>

#include "tests/support/library/eight_calls_networks.h"
#include "tests/support/library/pushed_accesses.h"

namespace flitcast::test_eight_calls {
namespace {

Settings pair_of_nodes() {
  return Settings::parse("[topology]\nkind = line\ndims = 2\n", "pair.ini");
}

TEST(EightCalls, LoseNothingAndKeepTheOrderOfEveryFlowAndClass) {
  for (const EightCallsNetwork& network : eight_calls_networks()) {
    for (const PushStyle style : {PushStyle::kRandom, PushStyle::kBursty, PushStyle::kManyToOne}) {
      SCOPED_TRACE(network.name + ", style " + std::to_string(static_cast<int>(style)));
      TestInterconnect interconnect(network.settings());
      PushedAccesses accesses(interconnect, style, 3000, network.classes, 1);
      accesses.run();
      EXPECT_EQ(accesses.popped(), 3000U);
      if (network.keeps_order) {
        EXPECT_EQ(accesses.out_of_order(), 0U);
      }
    }
  }
}

TEST(EightCalls, RefuseWhatASourceHasNoRoomFor) {
  Network::Options options;
  options.source_queue = 2;
  Interconnect<TestAccess> interconnect(pair_of_nodes(), options);
  TestAccess access;
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(interconnect.is_full(0, &access));
    interconnect.push(0, 1, &access);
  }
  EXPECT_TRUE(interconnect.is_full(0, &access));
  EXPECT_FALSE(interconnect.is_full(1, &access));
  EXPECT_THROW(interconnect.push(0, 1, &access), std::length_error);
}

TEST(EightCalls, RunUntilTheLastAccessIsPopped) {
  Interconnect<TestAccess> interconnect(pair_of_nodes());
  TestAccess access;
  EXPECT_FALSE(interconnect.running());
  interconnect.push(0, 1, &access);
  int cycles = 0;
  for (; interconnect.is_empty(1); ++cycles) {
    EXPECT_TRUE(interconnect.running());
    interconnect.cycle();
  }
  // T = t_s + D·t_d of a lone header: startup 0 + 4, one link with t_d = 1.
  EXPECT_EQ(cycles, 5);
  EXPECT_EQ(interconnect.top(1), &access);
  EXPECT_TRUE(interconnect.running());
  interconnect.pop(1);
  EXPECT_FALSE(interconnect.running());
  EXPECT_EQ(interconnect.top(1), nullptr);
}

TEST(EightCalls, PrintWhatHasHappened) {
  TestInterconnect interconnect(pair_of_nodes());
  TestAccess write{0, 1, 4, 1};
  interconnect.push(0, 1, &write);
  interconnect.network().run_until(100);
  std::ostringstream text;
  interconnect.print_stats(text);
  EXPECT_EQ(text.str(),
            "network: 100 cycles, 0 packets under way\n"
            "  class 0: 0 packets of 0, 0 flits; latency min 0, mean 0, p99 0, max 0; in the "
            "network mean 0 cycles\n"
            "  class 1: 1 packets of 1, 5 flits; latency min 9, mean 9, p99 9, max 9; in the "
            "network mean 8 cycles\n");
}

}  // namespace
}  // namespace flitcast::test_eight_calls
