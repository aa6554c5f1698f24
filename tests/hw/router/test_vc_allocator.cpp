#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "hw/allocator/round_robin_arbiter.h"
#include "hw/router/allocation/vc_allocator.h"
#include "hw/time/wake_queue.h"
#include "tests/support/draw.h"

namespace flitcast::test_vc_allocator {
namespace {

/// Notes the cycles for which headers are woken.
struct WakeNotes {
  void wake(int /*index*/, Cycle at) { wakes.push_back(at); }
  WakeCause cause(int index) { return wake_cause(&alarm, index); }

  Alarm alarm;
  std::vector<Cycle> wakes;
};

/// An allocator with its outputs, all attached and free, and headers in the input VCs.
template <typename Allocator>
struct Bench {
  using Set = typename Allocator::Set;

  explicit Bench(const PortLayout& ports)
      : layout(ports),
        candidates(layout),
        inputs(static_cast<std::size_t>(layout.inputs())),
        outputs(inputs.size()),
        allocator(layout, outputs, candidates) {
    for (int i = 0; i < layout.inputs(); ++i) {
      OutputVc& out = outputs[static_cast<std::size_t>(i)];
      out.port = static_cast<PortId>(i / layout.vcs);
      out.vc = static_cast<std::uint16_t>(i % layout.vcs);
      out.unit = static_cast<std::uint16_t>(layout.unit(out.port, layout.class_of(out.vc)));
      out.held = false;
    }
  }

  void want(int index, const std::vector<RouteCandidate>& wanted) {
    RouteCandidates choices;
    for (const RouteCandidate& each : wanted) {
      choices.add(each);
    }
    candidates.set(index, inputs[static_cast<std::size_t>(index)], choices);
  }
  /// Winners and what they were given.
  std::map<int, OutputVc*> allocate(const Set& headers, Cycle now) {
    std::map<int, OutputVc*> granted;
    losers = allocator.allocate(headers, inputs, now, [&](int index, OutputVc& out) {
      EXPECT_EQ(granted.count(index), 0U);
      granted[index] = &out;
    });
    return granted;
  }
  std::vector<int> units_wanted_by(int index) const {
    const InputVc& in = inputs[static_cast<std::size_t>(index)];
    std::vector<int> units;
    for (int i = 0; i < in.candidates; ++i) {
      units.push_back(candidates.unit(in, i));
    }
    return units;
  }
  bool has_free(int unit, Cycle now) const {
    const auto first = outputs.begin() + layout.input(layout.port_of_unit(unit), 0);
    return std::any_of(first, first + layout.vcs, [&](const OutputVc& out) {
      return out.unit == unit && !out.held && out.free_at <= now;
    });
  }

  PortLayout layout;
  CandidateUnits candidates;
  std::vector<InputVc> inputs;
  std::vector<OutputVc> outputs;
  Allocator allocator;
  Set losers;
};

/// What every VC allocator keeps to, whatever its policy. A new one joins the list below.
template <typename Allocator>
class AnyVcAllocator : public testing::Test {
 protected:
  /// As many ports and virtual channels as the sets take.
  static PortLayout largest(int classes) {
    const int vcs = Allocator::Set::kSize == 64 ? 4 : 8;
    const int ports = std::min(Allocator::Set::kSize / vcs, 100);
    return {ports - 3, 3, vcs, classes};
  }
  static std::vector<RouteCandidate> drawn_choices(const PortLayout& layout, Draw& draw) {
    std::vector<RouteCandidate> choices;
    for (int more = draw.between(1, 4); more > 0; --more) {
      choices.push_back({static_cast<PortId>(draw.between(0, layout.network_ports - 1)),
                         static_cast<std::uint8_t>(draw.between(0, layout.classes - 1))});
    }
    return choices;
  }
};

using Allocators = testing::Types<SeparableVcAllocator<RoundRobinArbiter<IndexSet<1>>>,
                                  SeparableVcAllocator<RoundRobinArbiter<IndexSet<4>>>,
                                  SeparableVcAllocator<RoundRobinArbiter<IndexSet<16>>>>;
TYPED_TEST_SUITE(AnyVcAllocator, Allocators, );

TYPED_TEST(AnyVcAllocator, GrantsAreAMatchingOfRequestsWithFreeOutputsAndMaximal) {
  using Set = typename TypeParam::Set;
  for (const int classes : {1, 2, 3}) {
    Draw draw(static_cast<std::uint64_t>(classes));
    Bench<TypeParam> bench(this->largest(classes));
    for (Cycle now = 0; now < 50; ++now) {
      Set headers;
      for (int index = 0; index < bench.layout.inputs(); ++index) {
        OutputVc& out = bench.outputs[static_cast<std::size_t>(index)];
        out.held = draw.one_in(2);
        out.free_at = now + (draw.one_in(4) ? 1 : 0);
        if (draw.one_in(3)) {
          headers.insert(index);
          bench.want(index, this->drawn_choices(bench.layout, draw));
        }
      }
      const std::vector<OutputVc> before = bench.outputs;
      const auto granted = bench.allocate(headers, now);
      std::set<const OutputVc*> used;
      for (const auto& [index, out] : granted) {
        const std::vector<int> wanted = bench.units_wanted_by(index);
        const OutputVc& was = before[static_cast<std::size_t>(out - bench.outputs.data())];
        ASSERT_TRUE(headers.contains(index));
        ASSERT_EQ(std::count(wanted.begin(), wanted.end(), out->unit), 1);
        ASSERT_TRUE(!was.held && was.free_at <= now);
        ASSERT_TRUE(out->held);
        ASSERT_TRUE(used.insert(out).second);
      }
      headers.for_each([&](int index) {
        ASSERT_NE(bench.losers.contains(index), granted.count(index) == 1);
        if (granted.count(index) == 0) {
          for (const int unit : bench.units_wanted_by(index)) {
            ASSERT_FALSE(bench.has_free(unit, now)) << "a free output was left";
          }
        }
      });
    }
  }
}

// All ask for one unit all the time, which has one output at a time: each has its turn.
TYPED_TEST(AnyVcAllocator, NobodyStarves) {
  using Set = typename TypeParam::Set;
  Bench<TypeParam> bench(this->largest(1));
  const int inputs = bench.layout.inputs();
  for (int vc = 1; vc < bench.layout.vcs; ++vc) {
    bench.outputs[static_cast<std::size_t>(vc)].held = true;
  }
  for (int index = 0; index < inputs; ++index) {
    bench.want(index, {{0, 0}});
  }
  std::map<int, int> turns;
  for (Cycle now = 0; now < 2 * inputs; ++now) {
    const auto granted = bench.allocate(Set::range(0, inputs), now);
    ASSERT_EQ(granted.size(), 1U);
    ++turns[granted.begin()->first];
    bench.allocator.release(*granted.begin()->second, now + 1);
  }
  ASSERT_EQ(static_cast<int>(turns.size()), inputs);
}

TYPED_TEST(AnyVcAllocator, AHeaderAloneTakesItsFirstFreeChoice) {
  Bench<TypeParam> bench({6, 1, 2, 1});
  const auto take = [&](int unit) {
    for (OutputVc& out : bench.outputs) {
      out.held = out.held || out.unit == unit;
    }
  };
  bench.want(3, {{4, 0}, {1, 0}, {5, 0}});
  InputVc& in = bench.inputs[3];
  for (const int expected : {4, 1, 5}) {
    OutputVc* const first = bench.allocator.allocate_alone(3, in, 0);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->port, expected);
    EXPECT_EQ(first->vc, 0);
    EXPECT_TRUE(first->held);
    take(expected);
  }
  EXPECT_EQ(bench.allocator.allocate_alone(3, in, 0), nullptr);
}

TYPED_TEST(AnyVcAllocator, WhoeverWaitsIsNamedWhenAnyOfItsChoicesIsReleased) {
  Bench<TypeParam> bench({6, 1, 2, 1});
  for (OutputVc& out : bench.outputs) {
    out.held = true;
  }
  bench.want(3, {{4, 0}, {1, 0}});
  bench.want(5, {{1, 0}});
  WakeNotes note;
  bench.allocator.await(3, bench.inputs[3], 7, note);
  bench.allocator.await(5, bench.inputs[5], 7, note);
  EXPECT_TRUE(note.wakes.empty());
  using Set = typename TypeParam::Set;
  EXPECT_EQ(bench.allocator.release(bench.outputs[0], 9), Set());
  EXPECT_EQ(bench.allocator.release(bench.outputs[3], 9), Set::of(3) | Set::of(5));
  EXPECT_EQ(bench.allocator.release(bench.outputs[8], 9), Set::of(3));
  EXPECT_EQ(bench.allocator.release(bench.outputs[2], 12), Set());  // they have been told
  // Now both outputs of port 1 are free from later on: told at once.
  bench.allocator.await(5, bench.inputs[5], 8, note);
  EXPECT_EQ(note.wakes, (std::vector<Cycle>{12, 9}));
}

// Two headers prefer port 2 and would take port 4; with one output free on each, the one whose turn
// it is has its way, and the other its second choice in the same cycle.
TEST(SeparableVcAllocator, WhoLosesItsFirstChoiceGetsTheSecond) {
  Bench<SeparableVcAllocator<RoundRobinArbiter<IndexSet<1>>>> bench({6, 1, 1, 1});
  for (Cycle now = 0; now < 4; ++now) {
    bench.want(1, {{2, 0}, {4, 0}});
    bench.want(5, {{2, 0}, {4, 0}});
    const auto granted = bench.allocate(IndexSet<1>::of(1) | IndexSet<1>::of(5), now);
    ASSERT_EQ(granted.size(), 2U);
    const bool first = now % 2 == 0;
    EXPECT_EQ(granted.at(1)->port, first ? 2 : 4);
    EXPECT_EQ(granted.at(5)->port, first ? 4 : 2);
    for (const auto& [index, out] : granted) {
      bench.allocator.release(*out, now + 1);
    }
  }
}

}  // namespace
}  // namespace flitcast::test_vc_allocator
