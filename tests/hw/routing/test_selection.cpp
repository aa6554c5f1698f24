#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "hw/allocator/round_robin_arbiter.h"
#include "hw/router/allocation/vc_allocator.h"
#include "hw/router/parts/candidate_units.h"
#include "hw/routing/selection.h"

namespace flitcast::test_selection {
namespace {

RouteCandidates ways_of(const std::vector<RouteCandidate>& list) {
  RouteCandidates ways;
  for (const RouteCandidate& each : list) {
    ways.add(each);
  }
  return ways;
}

std::vector<int> ports_of(const RouteCandidates& ways) {
  std::vector<int> ports;
  for (const RouteCandidate& way : ways) {
    ports.push_back(way.port);
  }
  return ports;
}

TEST(EvenBits, GiveEveryNumberAsOften) {
  std::array<int, 12> counts{};
  for (std::uint64_t i = 0; i < 1200; ++i) {
    EvenBits bits(i << 53U | i << 42U);  // steps through 0 … 1 a bit over half-way
    ++counts[bits.below(12)];
  }
  EXPECT_EQ(std::count(counts.begin(), counts.begin() + 7, 0), 0);
  // Digits of 5/8 in base 2, then 4: 1, 0b01 -> 1, 0.
  EvenBits bits(std::uint64_t{5} << 61U);
  EXPECT_EQ(bits.below(2), 1U);
  EXPECT_EQ(bits.below(4), 1U);
  EXPECT_EQ(bits.below(4), 0U);
  EvenBits most(~std::uint64_t{0});
  EXPECT_EQ(most.below(std::uint64_t{1} << 32U), 0xFFFFFFFFU);
  EXPECT_EQ(most.below(3), 2U);
}

// All orders of three ways, each about 1/6 of the time; the escape stays the last.
TEST(RandomSelection, DrawsEveryOrderAndKeepsEscapesForTheEnd) {
  std::vector<std::vector<int>> seen;
  std::array<int, 6> counts{};
  for (std::uint64_t packet = 0; packet < 6000; ++packet) {
    RouteCandidates ways = ways_of({{4, 1}, {9, 0}, {2, 1}, {7, 1}});
    shuffle(ways, 1, mixed(1, packet, 3));
    ASSERT_EQ(ways.size(), 4U);
    EXPECT_EQ(ways[3].port, 9);
    const std::vector<int> ports = ports_of(ways);
    const auto known = std::find(seen.begin(), seen.end(), ports);
    ++counts.at(static_cast<std::size_t>(known - seen.begin()));
    if (known == seen.end()) {
      seen.push_back(ports);
    }
  }
  for (const int count : counts) {
    EXPECT_GT(count, 900);  // 1000 expected, a standard deviation of 29
    EXPECT_LT(count, 1100);
  }
}

TEST(RandomSelection, IsTheSameForTheSameSeedPacketAndNode) {
  EXPECT_EQ(mixed(1, 2, 3), mixed(1, 2, 3));
  EXPECT_NE(mixed(1, 2, 3), mixed(2, 2, 3));
  EXPECT_NE(mixed(1, 2, 3), mixed(1, 3, 2));
  EXPECT_NE(mixed(1, 2, 3), mixed(1, 2, 4));
}

/// A router of four network ports with buffers of 4 flits behind them.
class CreditSelection : public testing::Test {
 protected:
  using Allocator = SeparableVcAllocator<RoundRobinArbiter<IndexSet<1>>>;

  CreditSelection() {
    for (int i = 0; i < layout_.inputs(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      channels_[at].set_capacity(4);
      outputs_[at].channel = &channels_[at];
      outputs_[at].link = &link_;
      outputs_[at].port = static_cast<PortId>(i / layout_.vcs);
      outputs_[at].unit = static_cast<std::uint16_t>(
          layout_.unit(i / layout_.vcs, layout_.class_of(i % layout_.vcs)));
      outputs_[at].held = false;
    }
  }
  void fill(int output, int flits) {
    VirtualChannel& channel = channels_[static_cast<std::size_t>(output)];
    channel.open();
    for (int i = 0; i < flits; ++i) {
      ASSERT_TRUE(channel.can_push(0));
      channel.push({0, 0, 0, flit_kind::kBody, 0}, 0);
    }
  }
  /// The port that a header takes at `now` which would like those ways in this order.
  int taken(Allocator& allocator, CandidateUnits& candidates,
            const std::vector<RouteCandidate>& ways, Cycle now) {
    InputVc in;
    candidates.set(0, in, ways_of(ways));
    OutputVc* const out = allocator.allocate_alone(0, in, now);
    if (out != nullptr) {
      out->held = false;
    }
    return out == nullptr ? -1 : out->port;
  }

  PortLayout layout_{4, 1, 2, 2};
  Link link_{LinkParameters{}};  // nothing of it but that its virtual channels share no slots
  std::vector<OutputVc> outputs_ = std::vector<OutputVc>(10);
  std::vector<VirtualChannel> channels_ = std::vector<VirtualChannel>(10);
};

TEST_F(CreditSelection, TakesTheWayWithMostFreeSlots) {
  CandidateUnits candidates(layout_, true);
  Allocator allocator(layout_, outputs_, candidates);
  fill(layout_.input(0, 0), 3);
  fill(layout_.input(1, 0), 1);
  fill(layout_.input(2, 0), 2);
  EXPECT_EQ(taken(allocator, candidates, {{0, 0}, {1, 0}, {2, 0}}, 5), 1);
  EXPECT_EQ(taken(allocator, candidates, {{0, 0}, {2, 0}}, 5), 2);
  EXPECT_EQ(taken(allocator, candidates, {{0, 0}, {3, 0}}, 5), 3);  // nobody has been there
  // Equal ones: the preferred one.
  fill(layout_.input(1, 0), 1);
  EXPECT_EQ(taken(allocator, candidates, {{2, 0}, {1, 0}}, 5), 2);
  EXPECT_EQ(taken(allocator, candidates, {{1, 0}, {2, 0}}, 5), 1);
  // One that is held does not count, however empty.
  outputs_[static_cast<std::size_t>(layout_.input(3, 0))].held = true;
  EXPECT_EQ(taken(allocator, candidates, {{3, 0}, {0, 0}}, 5), 0);
  outputs_[static_cast<std::size_t>(layout_.input(0, 0))].free_at = 6;
  EXPECT_EQ(taken(allocator, candidates, {{3, 0}, {0, 0}}, 5), -1);
  EXPECT_EQ(taken(allocator, candidates, {{3, 0}, {0, 0}}, 6), 0);
}

TEST_F(CreditSelection, CountsACreditFromTheCycleInWhichItIsThere) {
  CandidateUnits candidates(layout_, true);
  Allocator allocator(layout_, outputs_, candidates);
  fill(layout_.input(0, 0), 2);
  fill(layout_.input(1, 0), 3);
  channels_[static_cast<std::size_t>(layout_.input(1, 0))].pop(7);
  channels_[static_cast<std::size_t>(layout_.input(1, 0))].pop(9);
  EXPECT_EQ(taken(allocator, candidates, {{1, 0}, {0, 0}}, 6), 0);
  EXPECT_EQ(taken(allocator, candidates, {{1, 0}, {0, 0}}, 7), 1);
  EXPECT_EQ(taken(allocator, candidates, {{0, 0}, {1, 0}}, 7), 0);
  EXPECT_EQ(taken(allocator, candidates, {{0, 0}, {1, 0}}, 9), 1);
}

// Class 0 is the escape, class 1 is taken where the buffer is empty, by all that have left.
TEST_F(CreditSelection, TakesAnEscapeOnlyWhereNoOtherBufferIsEmpty) {
  for (const bool by_credits : {false, true}) {
    CandidateUnits candidates(layout_, by_credits, 1);
    Allocator allocator(layout_, outputs_, candidates);
    VirtualChannel& first = channels_[static_cast<std::size_t>(layout_.input(0, 1))];
    first = VirtualChannel();
    first.set_capacity(4);
    fill(layout_.input(0, 1), 1);
    EXPECT_EQ(taken(allocator, candidates, {{0, 1}, {1, 1}, {2, 0}}, 5), 1);
    outputs_[static_cast<std::size_t>(layout_.input(1, 1))].held = true;
    EXPECT_EQ(taken(allocator, candidates, {{0, 1}, {1, 1}, {2, 0}}, 5), 2);
    first.pop(6);
    EXPECT_EQ(taken(allocator, candidates, {{0, 1}, {1, 1}, {2, 0}}, 5), 2);
    EXPECT_EQ(taken(allocator, candidates, {{0, 1}, {1, 1}, {2, 0}}, 6), 0);
    outputs_[static_cast<std::size_t>(layout_.input(1, 1))].held = false;
  }
}

}  // namespace
}  // namespace flitcast::test_selection
