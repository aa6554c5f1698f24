#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/plan/plan.h"
#include "tb/plan/planned_run.h"
#include "tb/plan/row_schedule.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/verify/verifier.h"

// Verifications that end early, and what they tell meanwhile. What is said of runs that are too
// large or too long is in tests/program/command_lines/plan.txt.

namespace flitcast::test_run_limits {
namespace {

/// Knows whether a verification was begun.
class Begun final : public VerifyWatcher {
 public:
  void verifying(std::uint64_t round, std::uint64_t rounds) override {
    calls_.emplace_back(round, rounds);
  }
  const std::vector<std::pair<std::uint64_t, std::uint64_t>>& calls() const { return calls_; }

 private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> calls_;
};

/// Rounds of one message of `blocks` blocks from node 0 to 1, as far as they are asked for.
Schedule rounds_of(const std::vector<std::size_t>& blocks, std::uint64_t& filled) {
  Schedule schedule = handmade_schedule(operation(loose_unicasts(), 2), {}, 100);
  schedule.rounds = blocks.size();
  schedule.fill = [&blocks, &filled](std::uint64_t round, Round& out) {
    filled = round + 1;
    append(out, {{0, 1}, std::vector<Block>(blocks[round], make_block(0, 1))});
  };
  return schedule;
}

TEST(VerifyLimits, EndAVerificationAtTheFirstPacketThatIsTooLarge) {
  const Topology line(TopologyKind::kLine, {2});
  const Routing routing(line, RoutingOrder::kAscending);
  VerifyOptions options;
  options.model = {4, 1, 1};
  options.most_packet_flits = 301;
  std::uint64_t filled = 0;
  const std::vector<std::size_t> blocks{3, 4, 5};
  try {
    verify(rounds_of(blocks, filled), routing, options);
    FAIL() << "was not refused";
  } catch (const ScheduleLimitError& error) {
    EXPECT_EQ(error.limit(), ScheduleLimitError::Limit::kPacketFlits);
    EXPECT_STREQ(error.what(),
                 "the packet from 0 to 1 in round 1 would have 401 flits; 301 is the limit");
  }
  EXPECT_EQ(filled, 2U);
}

TEST(VerifyWatcher, IsToldOfEveryRound) {
  const Topology line(TopologyKind::kLine, {3});
  const Routing routing(line, RoutingOrder::kAscending);
  const Schedule schedule = handmade_schedule(operation(operations::broadcast(), 3),
                                              {{{{0, 1}, {make_block(0, Block::kEveryone)}}},
                                               {{{1, 2}, {make_block(0, Block::kEveryone)}}}});
  Begun begun;
  VerifyOptions options;
  options.model = {4, 1, 1};
  verify(schedule, routing, options, &begun);
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> rounds{{0, 2}, {1, 2}};
  EXPECT_EQ(begun.calls(), rounds);
}

TEST(VerificationLine, SaysWhichRoundItIsAndWhatIsLeft) {
  EXPECT_EQ(verification_line(0, 14, 3), "verifying round 0/14");
  EXPECT_EQ(verification_line(2, 14, 5), "verifying round 2/14  30 s left");
  EXPECT_EQ(proof_line(0, 64, 3), "proving the routing  0 %");
  EXPECT_EQ(proof_line(16, 64, 5), "proving the routing  25 %  15 s left");
}

TEST(Coefficients, CountNoFartherThanTheyCan) {
  const Coefficients cost{1, 1, 4'000'000'000};
  EXPECT_EQ(cost.cycles({4, 1, 1000}, 1'000'000), 5 + 4'000'000'000'000'000'000);
  EXPECT_EQ(cost.cycles({4, 1, 10'000}, 1'000'000), kEndlessCycles);
  const Coefficients sum{1, 0, 9'000'000'000'000, 0, 9'000'000'000'000};
  EXPECT_EQ(sum.cycles({4, 1, 1, 1}, 1'000'000), kEndlessCycles);
}

}  // namespace
}  // namespace flitcast::test_run_limits
