#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/theory/bounds.h"
#include "traffic/theory/lockstep_cost.h"

namespace flitcast::test_cost_model {
namespace {

constexpr TimingModel kModel = {10, 3, 2};

Coefficients coefficients(std::int64_t t_s, std::int64_t t_d, std::int64_t num, std::int64_t den,
                          std::int64_t t_m) {
  return {t_s, t_d, {num, den}, t_m};
}

TEST(MessageCycles, WormholePaysTheBodyOnce) {
  EXPECT_EQ(message_cycles(kModel, Switching::kWormhole, 4, 1, 8), 10 + 12 + 16);
  EXPECT_EQ(message_cycles(kModel, Switching::kCutThrough, 4, 1, 8), 10 + 12 + 16);
}

TEST(MessageCycles, StoreAndForwardPaysTheBodyOnEveryLink) {
  EXPECT_EQ(message_cycles(kModel, Switching::kStoreAndForward, 4, 1, 8), 10 + 4 * (3 + 16));
}

TEST(MessageCycles, OneHopCostsTheSameInEverySwitching) {
  EXPECT_EQ(message_cycles(kModel, Switching::kStoreAndForward, 1, 1, 5),
            message_cycles(kModel, Switching::kWormhole, 1, 1, 5));
}

TEST(MessageCycles, AddressFlitsBeyondTheFirstCountAsBody) {
  EXPECT_EQ(message_cycles(kModel, Switching::kWormhole, 4, 3, 8), 10 + 12 + 20);
}

TEST(MessageCoefficients, GiveTheCyclesOfTheMessage) {
  for (const auto switching :
       {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward}) {
    for (const std::uint32_t parts : {1U, 2U}) {
      const Coefficients c = message_coefficients(switching, 5, 3, 7, parts);
      const std::uint64_t mu = 6;
      EXPECT_EQ(c.cycles(kModel, mu), message_cycles(kModel, switching, 5, 3, 7 * mu / parts));
    }
  }
}

TEST(Coefficients, AddUpFractions) {
  Coefficients sum;
  sum += coefficients(1, 2, 1, 2, 0);
  sum += coefficients(1, 1, 1, 3, 4);
  EXPECT_EQ(sum, coefficients(2, 3, 5, 6, 4));
  sum += coefficients(0, 0, 1, 6, 0);
  EXPECT_EQ(sum.mu_t_m, 1);
}

TEST(Coefficients, CompareTheValueOfFractions) {
  EXPECT_EQ(coefficients(1, 1, 2, 4, 0), coefficients(1, 1, 1, 2, 0));
  EXPECT_NE(coefficients(1, 1, 2, 4, 0), coefficients(1, 1, 2, 3, 0));
  EXPECT_NE(coefficients(1, 1, 1, 1, 0), coefficients(2, 1, 1, 1, 0));
  EXPECT_NE(coefficients(1, 1, 1, 1, 0), coefficients(1, 2, 1, 1, 0));
  EXPECT_NE(coefficients(1, 1, 1, 1, 0), coefficients(1, 1, 1, 1, 1));
  EXPECT_EQ((Coefficients{1, 1, 1, 0, {1, 2}, 3}), (Coefficients{1, 1, 1, 0, {2, 4}, 3}));
  EXPECT_NE((Coefficients{1, 1, 1, 0, 1, 0}), (Coefficients{1, 1, 1, 0, 0, 1}));
  EXPECT_NE((Coefficients{1, 1, 1, 0, 0, 1}), (Coefficients{1, 1, 1, 0, 0, 0}));
}

TEST(Coefficients, RefuseAMessageThatDoesNotDivide) {
  EXPECT_EQ(coefficients(0, 0, 9, 2, 0).cycles(kModel, 4), 36);
  EXPECT_THROW(coefficients(0, 0, 9, 2, 0).cycles(kModel, 5), std::logic_error);
}

TEST(Coefficients, ReadAsAFormula) {
  EXPECT_EQ(to_string(coefficients(7, 12, 7, 1, 0)), "7·t_s + 12·t_d + 7·μ·t_m");
  EXPECT_EQ(to_string(coefficients(1, 1, 9, 2, 3)), "t_s + t_d + 9/2·μ·t_m + 3·t_m");
  EXPECT_EQ(to_string(Coefficients{}), "0");
  EXPECT_EQ(to_string(Coefficients{1, 2, 3, 4, {5, 2}, 6}),
            "t_s + 2·t_d + 3·μ·t_m + 4·t_m + 5/2·μ·t_r + 6·μ·t_op");
}

TEST(Coefficients, HideLocalOperationsThatTakeNoTime) {
  const Coefficients c{1, 2, 3, 0, 5, 6};
  EXPECT_EQ(to_string(c, {10, 3, 2, 0, 0}), "t_s + 2·t_d + 3·μ·t_m");
  EXPECT_EQ(to_string(c, {10, 3, 2, 1, 0}), "t_s + 2·t_d + 3·μ·t_m + 5·μ·t_r");
  EXPECT_EQ(to_string(c, {10, 3, 2, 0, 9}), "t_s + 2·t_d + 3·μ·t_m + 6·μ·t_op");
}

TEST(Coefficients, ChargeLocalOperationsByTheFlit) {
  const Coefficients c{1, 2, 3, 4, {5, 2}, 6};
  EXPECT_EQ(c.cycles({10, 3, 2, 7, 9}, 8),
            10 + 2 * 3 + (3 * 8 + 4) * 2 + 5 * 8 / 2 * 7 + 6 * 8 * 9);
}

Operation unicasts() {
  Operation operation;
  operation.kind = &loose_unicasts();
  operation.nodes = 8;
  return operation;
}

TEST(LockstepCost, ARoundLastsAsLongAsItsSlowestMessage) {
  const Block block = make_block(0, 1);
  const Schedule schedule = handmade_schedule(unicasts(), {}, 4);
  const Round round = handmade_round({{{0, 1, 3, 7}, {block}}, {{1, 0}, {block, block, block}}});
  LockstepCost slow_links({10, 20, 1}, Switching::kWormhole);
  slow_links.add(schedule, round);
  EXPECT_EQ(slow_links.cycles(), 10 + 3 * 20 + 4);
  EXPECT_EQ(slow_links.coefficients(), coefficients(1, 3, 1, 1, 0));

  LockstepCost slow_flits({10, 1, 2}, Switching::kWormhole);
  slow_flits.add(schedule, round);
  EXPECT_EQ(slow_flits.cycles(), 10 + 1 + 24);
  EXPECT_EQ(slow_flits.coefficients(), coefficients(1, 1, 3, 1, 0));
}

TEST(LockstepCost, AddsUpRounds) {
  const Schedule schedule = handmade_schedule(unicasts(), {}, 4);
  LockstepCost cost(kModel, Switching::kWormhole);
  cost.add(schedule, handmade_round({{{0, 1}, {make_block(0, 1)}}}));
  cost.add(schedule, handmade_round({}));
  cost.add(schedule, handmade_round({{{0, 1, 3}, {make_block(0, 3)}}}));
  EXPECT_EQ(cost.cycles(), (10 + 3 + 8) + (10 + 6 + 8));
  EXPECT_EQ(cost.coefficients(), coefficients(2, 3, 2, 1, 0));
}

constexpr TimingModel kSlowNodes = {10, 3, 2, 5, 7};

TEST(LockstepCost, ARoundEndsWhenEverythingIsReduced) {
  const Block sum = make_block(0, Block::kEveryone);
  const Schedule schedule = handmade_schedule(operation(operations::all_reduce(), 2), {}, 4);
  LockstepCost cost(kSlowNodes, Switching::kWormhole);
  cost.add(schedule, handmade_round({{{0, 1}, {sum}}, {{1, 0}, {sum}}}));
  EXPECT_EQ(cost.cycles(), 10 + 3 + 4 * 2 + 4 * 7);
  EXPECT_EQ(cost.coefficients(), (Coefficients{1, 1, 1, 0, 0, 1}));
}

TEST(LockstepCost, ALargeMessageMayOutlastALongOneByItsReduction) {
  const Block halves[] = {make_block(0, Block::kEveryone, 0), make_block(0, Block::kEveryone, 1)};
  const Schedule schedule = handmade_schedule(operation(operations::all_reduce(), 8, 0, 2), {}, 4);
  const Round round =
      handmade_round({{{0, 1, 3, 7}, {halves[0]}}, {{1, 0}, {halves[0], halves[1]}}});
  LockstepCost fast_sums({10, 20, 1, 0, 1}, Switching::kWormhole);
  fast_sums.add(schedule, round);
  EXPECT_EQ(fast_sums.cycles(), 10 + 3 * 20 + 4 + 4);
  EXPECT_EQ(fast_sums.coefficients(), (Coefficients{1, 3, {1, 2}, 0, 0, {1, 2}}));

  LockstepCost slow_sums({10, 20, 1, 0, 10}, Switching::kWormhole);
  slow_sums.add(schedule, round);
  EXPECT_EQ(slow_sums.cycles(), 10 + 20 + 8 + 80);
  EXPECT_EQ(slow_sums.coefficients(), (Coefficients{1, 1, 1, 0, 0, 1}));
}

TEST(LockstepCost, OnlyReductionsReduce) {
  const Schedule schedule = handmade_schedule(unicasts(), {}, 4);
  LockstepCost cost(kSlowNodes, Switching::kWormhole);
  cost.add(schedule, handmade_round({{{0, 1}, {make_block(0, 1)}}}));
  EXPECT_EQ(cost.cycles(), 10 + 3 + 8);
  EXPECT_EQ(cost.coefficients(), coefficients(1, 1, 1, 1, 0));
}

TEST(LockstepCost, CopiesBehindTheMessagesOfTheRound) {
  const Schedule schedule =
      handmade_schedule(operation(operations::one_to_all_scatter(), 8, 0, 2), {}, 4);
  LockstepCost cost(kSlowNodes, Switching::kWormhole);
  Round round = handmade_round({{{0, 1}, {make_block(0, 1)}}});
  round.set_copy_flits(12);
  cost.add(schedule, round);
  EXPECT_EQ(cost.cycles(), 10 + 3 + 8 + 12 * 5);
  EXPECT_EQ(cost.coefficients(), (Coefficients{1, 1, {1, 2}, 0, {3, 2}, 0}));

  Round copies_only(any_network());
  copies_only.set_copy_flits(4);
  cost.add(schedule, copies_only);
  EXPECT_EQ(cost.cycles(), 10 + 3 + 8 + 16 * 5);
  EXPECT_EQ(cost.coefficients(), (Coefficients{1, 1, {1, 2}, 0, 2, 0}));
}

TEST(Bounds, AChannelTakesItsWordsOneByOne) {
  EXPECT_EQ(stream_bound(kModel, 7), 10 + 3 + 14);
}

TEST(Bounds, TheInformedDoubleAtMostOncePerPortHolding) {
  EXPECT_EQ(spreading_bound(kModel, 2, 1, 5), 10 + 3 + 10);
  EXPECT_EQ(spreading_bound(kModel, 8, 1, 5), 10 + 3 + 10 + 2 * (10 - 1 + 2));
  EXPECT_EQ(spreading_bound(kModel, 5, 1, 1), spreading_bound(kModel, 8, 1, 1));
}

TEST(Bounds, HalfOfEverybodysPacketsCrossTheMiddleOfTheLongestSide) {
  const auto bound = [](TopologyKind kind, std::vector<std::uint32_t> sides) {
    return bisection_bound(kModel, Topology(kind, std::move(sides)), 3) - 10 - 3;
  };
  EXPECT_EQ(bound(TopologyKind::kLine, {5}), 2 * 3 * 3 * 2);
  EXPECT_EQ(bound(TopologyKind::kMesh, {3, 6}), 3 * 3 * 3 * 3 * 2);
  EXPECT_EQ(bound(TopologyKind::kRing, {8}), 8 * 3 * 2);
  EXPECT_EQ(bound(TopologyKind::kRing, {6}), 14 * 2);  // 9 packets of 3 words over 2 channels
  EXPECT_EQ(bound(TopologyKind::kTorus, {4, 4, 3}), 4 * 12 * 3 / 2 * 2);
  EXPECT_EQ(bound(TopologyKind::kTorus, {2, 2}), 1 * 2 * 3 * 2);
}

}  // namespace
}  // namespace flitcast::test_cost_model
