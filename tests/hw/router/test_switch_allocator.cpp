#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "hw/allocator/round_robin_arbiter.h"
#include "hw/router/allocation/switch_allocator.h"
#include "tests/support/draw.h"

namespace flitcast::test_switch_allocator {
namespace {

/// What every switch allocator keeps to, whatever its policy. A new one joins the list below.
template <typename Allocator>
class AnySwitchAllocator : public testing::Test {
 protected:
  /// As many ports and virtual channels as the sets take, not dividing 64.
  static PortLayout largest() {
    const int vcs = Allocator::Set::kSize == 64 ? 3 : 5;
    return {Allocator::Set::kSize / vcs - 1, 1, vcs, 1};
  }
};

using Allocators = testing::Types<OutputFirstAllocator<RoundRobinArbiter<IndexSet<1>>>,
                                  OutputFirstAllocator<RoundRobinArbiter<IndexSet<4>>>,
                                  OutputFirstAllocator<RoundRobinArbiter<IndexSet<16>>>>;
TYPED_TEST_SUITE(AnySwitchAllocator, Allocators, );

/// Who goes on when the worms in `requests`, and no others, are there and ask for output_of(index).
template <typename Allocator, typename Set, typename OutputOf>
Set allocate(Allocator& allocator, const Set& requests, Cycle now, const OutputOf& output_of) {
  requests.for_each(
      [&](int index) { allocator.enter(index, static_cast<PortId>(output_of(index))); });
  const Set granted = allocator.allocate(requests, now);
  requests.for_each([&](int index) { allocator.leave(index); });
  return granted;
}

template <typename Set>
Set drawn_requests(const PortLayout& layout, std::vector<int>& outputs, Draw& draw) {
  Set requests;
  const auto sparse = draw.between<std::uint64_t>(1, 4);
  for (int index = 0; index < layout.inputs(); ++index) {
    outputs[static_cast<std::size_t>(index)] = draw.between(0, layout.ports() - 1);
    if (draw.one_in(sparse)) {
      requests.insert(index);
    }
  }
  return requests;
}

TYPED_TEST(AnySwitchAllocator, GrantsAreAMatchingWithinTheRequests) {
  using Set = typename TypeParam::Set;
  const PortLayout layout = this->largest();
  Draw draw(1);
  TypeParam allocator(layout);
  std::vector<int> outputs(static_cast<std::size_t>(layout.inputs()));
  const auto output_of = [&](int index) { return outputs[static_cast<std::size_t>(index)]; };
  for (Cycle now = 0; now < 300; ++now) {
    const Set requests = drawn_requests<Set>(layout, outputs, draw);
    const Set granted = allocate(allocator, requests, now, output_of);
    ASSERT_EQ(granted - requests, Set());
    ASSERT_EQ(granted.empty(), requests.empty());
    std::set<int> inputs_used;
    std::set<int> outputs_used;
    granted.for_each([&](int index) {
      ASSERT_TRUE(inputs_used.insert(index / layout.vcs).second);
      ASSERT_TRUE(outputs_used.insert(output_of(index)).second);
    });
  }
}

// In the second phase of a cycle nobody is granted whose port has had its turn in the first.
TYPED_TEST(AnySwitchAllocator, AnInputPortHasOneTurnInACycleOfTwoPhases) {
  using Set = typename TypeParam::Set;
  const PortLayout layout = this->largest();
  Draw draw(2);
  TypeParam allocator(layout);
  std::vector<int> outputs(static_cast<std::size_t>(layout.inputs()));
  const auto output_of = [&](int index) { return outputs[static_cast<std::size_t>(index)]; };
  for (Cycle now = 0; now < 100; ++now) {
    std::set<int> inputs_used;
    for (int phase = 0; phase < 2; ++phase) {
      const Set requests = drawn_requests<Set>(layout, outputs, draw);
      allocate(allocator, requests, now, output_of).for_each([&](int index) {
        ASSERT_TRUE(inputs_used.insert(index / layout.vcs).second);
      });
    }
  }
}

// Some ask all the time, for an output of their own choice: each has its turn.
TYPED_TEST(AnySwitchAllocator, NobodyStarves) {
  using Set = typename TypeParam::Set;
  const PortLayout layout = this->largest();
  Set askers;
  std::size_t count = 0;
  for (int index = 0; index < layout.inputs(); index += 1 + layout.inputs() / 60) {
    askers.insert(index);
    ++count;
  }
  for (const int hot_ports : {1, 2, layout.ports()}) {
    TypeParam allocator(layout);
    std::set<int> had_a_turn;
    const auto output_of = [&](int index) { return (index * 7 + index / 5) % hot_ports; };
    for (Cycle now = 0; had_a_turn.size() < count; ++now) {
      ASSERT_LE(now, static_cast<Cycle>(count) * layout.vcs) << hot_ports;
      allocate(allocator, askers, now, output_of).for_each([&](int index) {
        had_a_turn.insert(index);
      });
    }
  }
}

// Worms come and go; the rivals of one are the others at its input port or output port.
TYPED_TEST(AnySwitchAllocator, RivalsShareAPort) {
  using Set = typename TypeParam::Set;
  const PortLayout layout = this->largest();
  Draw draw(3);
  TypeParam allocator(layout);
  std::map<int, int> worms;  // output by input VC
  for (int change = 0; change < 3 * layout.inputs(); ++change) {
    const int index = draw.between(0, layout.inputs() - 1);
    if (worms.erase(index) > 0) {
      allocator.leave(index);
    } else {
      worms[index] = draw.between(0, layout.ports() - 1);
      allocator.enter(index, static_cast<PortId>(worms[index]));
    }
    Set all;
    for (const auto& [one, output] : worms) {
      all.insert(one);
      Set rivals;
      for (const auto& [other, other_output] : worms) {
        if (other != one && (other / layout.vcs == one / layout.vcs || other_output == output)) {
          rivals.insert(other);
        }
      }
      ASSERT_EQ(allocator.rivals(one), rivals);
    }
    ASSERT_EQ(allocator.worms(), all);
  }
}

// Who meets no rival may be granted beforehand: it makes no difference to anybody, then or later.
TYPED_TEST(AnySwitchAllocator, WhoMeetsNoRivalNeedsNoAllocation) {
  using Set = typename TypeParam::Set;
  const PortLayout layout = this->largest();
  Draw draw(4);
  TypeParam shortcut(layout);
  TypeParam plain(layout);
  Set all;
  for (int index = 0; index < layout.inputs(); ++index) {
    const auto output = static_cast<PortId>(draw.between(0, layout.ports() - 1));
    shortcut.enter(index, output);
    plain.enter(index, output);
    all.insert(index);
  }
  std::vector<int> unused(static_cast<std::size_t>(layout.inputs()));
  int alone = 0;
  for (Cycle now = 0; now < 300; ++now) {
    const Set requests = drawn_requests<Set>(layout, unused, draw) &
                         drawn_requests<Set>(layout, unused, draw) &
                         drawn_requests<Set>(layout, unused, draw);
    Set granted;
    requests.for_each([&](int index) {
      if ((shortcut.rivals(index) & requests).empty()) {
        shortcut.accept(index);
        granted.insert(index);
        ++alone;
      }
    });
    granted |= shortcut.allocate(requests - granted, now);
    ASSERT_EQ(granted, plain.allocate(requests, now));
  }
  EXPECT_GT(alone, 100);
}

// Two virtual channels a port. VCs 0 and 1 of port 0 and VC 0 of port 1 ask for outputs 2, 3 and 2:
// output 2 picks port 0's, output 3 the other of port 0, which keeps one of them; port 1 waits.
// Then output 2 still owes port 1's VC its turn, as its pick came to nothing only where it lost.
TEST(OutputFirstAllocator, APickThatComesToNothingKeepsItsTurn) {
  using Set = IndexSet<1>;
  OutputFirstAllocator<RoundRobinArbiter<Set>> allocator({4, 1, 2, 1});
  const std::map<int, int> outputs{{0, 2}, {1, 3}, {2, 2}};
  const Set all = Set::of(0) | Set::of(1) | Set::of(2);
  const auto granted = [&](Cycle now) {
    return allocate(allocator, all, now, [&](int index) { return outputs.at(index); });
  };
  EXPECT_EQ(granted(0), Set::of(0));               // picks 0 and 1, port 0 keeps 0
  EXPECT_EQ(granted(1), Set::of(1) | Set::of(2));  // output 2 goes on to port 1, 3 repeats itself
  EXPECT_EQ(granted(2), Set::of(0));
}

}  // namespace
}  // namespace flitcast::test_switch_allocator
