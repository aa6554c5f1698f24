#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/keys/config_keys.h"
#include "tb/plan/plan.h"
#include "tb/plan/row_schedule.h"
#include "tb/sim/progress.h"
#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/verify/verifier.h"

// Runs that are too large or too long, and what is said before the work that they would make.

namespace flitcast::test_run_limits {
namespace {

using Keys = std::vector<std::pair<const char*, const char*>>;

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

/// Why the configuration is refused; `watcher` is told of its verification.
std::string refusal(const Keys& keys, VerifyWatcher& watcher) {
  RawConfig raw;
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  try {
    const Plan plan(raw, &watcher);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

/// The same, where no round may have been looked at.
std::string refusal_at_once(const Keys& keys) {
  Begun begun;
  const std::string text = refusal(keys, begun);
  EXPECT_TRUE(begun.calls().empty());
  return text;
}

Keys standard_exchange(const char* dimension, const char* cycles_per_flit, const char* period) {
  return {{"topology.kind", "hypercube"},
          {"topology.dims", dimension},
          {"traffic.algorithm", "aas-hc-sex"},
          {"traffic.message_flits", "1000000"},
          {"link.cycles_per_flit", cycles_per_flit},
          {"clock.period", period}};
}

// 2^13 blocks of 10^6 flits in every message, and its header.
TEST(RunLimits, APacketTooLargeIsToldByTheClosedForm) {
  EXPECT_EQ(refusal_at_once(standard_exchange("14", "1", "1")),
            "--traffic.message_flits: there would be packets of 8192000001 flits or more; "
            "4294967295 is the limit");
}

// Half of the 2^14 blocks in every message, wherever the links are shared: on hypercubes they are
// not.
TEST(RunLimits, APacketTooLargeIsToldByAClosedFormThatCountsNoWaiting) {
  EXPECT_EQ(refusal_at_once({{"topology.kind", "hypercube"},
                             {"topology.dims", "14"},
                             {"traffic.algorithm", "aas-bruck"},
                             {"traffic.message_flits", "1000000"}}),
            "--traffic.message_flits: there would be packets of 8192000001 flits or more; "
            "4294967295 is the limit");
}

// The closed form of the binary exchange counts 2^j worms for a middle link: 64 nodes exchange half
// of their 64 blocks in every message, no more.
TEST(RunLimits, WaitingIsNotTakenForPackets) {
  Begun begun;
  EXPECT_EQ(refusal({{"topology.kind", "mesh"},
                     {"topology.dims", "8x8"},
                     {"traffic.algorithm", "aas-mesh-bex"},
                     {"traffic.variant", "raw"},
                     {"traffic.message_flits", "1000000"}},
                    begun),
            "");
  EXPECT_FALSE(begun.calls().empty());
}

// 8·(4 + 1) + 8·128·10^6·10^4
TEST(RunLimits, MoreTimeThanCanBeSimulatedIsToldByTheClosedForm) {
  EXPECT_EQ(refusal_at_once(standard_exchange("8", "10000", "1000")),
            "--clock.period: 10240000000040 cycles of 1000 ns are more than simulated time can "
            "hold; give a shorter period");
}

// On a line of 65,536 nodes the scatter takes 65535·65536/2 packets of 10^6 flits over a link, one
// behind the other, each flit for 10^4 cycles: 2.1·10^19 in all.
TEST(RunLimits, MoreTimeThanCanBeCountedIsTold) {
  EXPECT_EQ(refusal_at_once({{"topology.kind", "line"},
                             {"topology.dims", "65536"},
                             {"traffic.algorithm", "oas-grid-wh"},
                             {"router.switching", "store_and_forward"},
                             {"traffic.message_flits", "1000000"},
                             {"link.cycles_per_flit", "10000"},
                             {"clock.period", "0.001"}}),
            "--clock.period: 9223372036854775807 cycles or more of 0.001 ns are more than "
            "simulated time can hold; give smaller messages or a smaller network");
}

// In store-and-forward direct exchange has no closed form. Its round for the relative address a
// takes 4 + d·(1 + 10^10) cycles with d the ones in a; those of 1 … 119 have 404 ones in all, those
// of 1 … 118 only 398.
TEST(RunLimits, MoreTimeThanCanBeSimulatedEndsTheVerification) {
  Begun begun;
  const std::string text = refusal({{"topology.kind", "hypercube"},
                                    {"topology.dims", "9"},
                                    {"traffic.algorithm", "aas-hc-dex"},
                                    {"router.switching", "store_and_forward"},
                                    {"traffic.message_flits", "1000000"},
                                    {"link.cycles_per_flit", "10000"},
                                    {"clock.period", "1000"}},
                                   begun);
  EXPECT_EQ(begun.calls().size(), 119U);
  EXPECT_EQ(text,
            "--clock.period: the first 119 of 511 rounds would take 4040000000880 cycles; "
            "4000000000000 is the limit at 1000 ns each; give a shorter period");
}

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
