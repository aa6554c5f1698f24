#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "hw/allocator/round_robin_arbiter.h"
#include "hw/router/allocation/input_first_switch.h"
#include "hw/router/allocation/output_first_switch.h"
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

template <int kWords>
using Arbiter = RoundRobinArbiter<IndexSet<kWords>>;
using Allocators = testing::Types<OutputFirstSwitch<Arbiter<1>>, OutputFirstSwitch<Arbiter<4>>,
                                  OutputFirstSwitch<Arbiter<16>>, InputFirstSwitch<Arbiter<1>>,
                                  InputFirstSwitch<Arbiter<4>>, InputFirstSwitch<Arbiter<16>>>;
TYPED_TEST_SUITE(AnySwitchAllocator, Allocators, );

/// A crossbar, all ports of the router being its own, and who gets it.
template <typename Allocator>
struct Switch {
  using Set = typename Allocator::Set;

  explicit Switch(const PortLayout& layout)
      : crossbar(layout, RouterPipeline::contract()),
        allocator(RouterPipeline::contract(), crossbar) {}

  Set allocate(const Set& requests) { return allocator.allocate_held(requests, SameAge()); }
  /// Who goes on when the worms in `requests`, and no others, are there, for output_of(index).
  template <typename OutputOf>
  Set allocate(const Set& requests, const OutputOf& output_of) {
    requests.for_each([&](int index) { crossbar.enter(index, output_of(index)); });
    const Set granted = requests.empty() ? Set() : allocate(requests);
    requests.for_each([&](int index) { crossbar.leave(index); });
    return granted;
  }

  Crossbar<Set> crossbar;
  Allocator allocator;
};

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
  Switch<TypeParam> one(layout);
  std::vector<int> outputs(static_cast<std::size_t>(layout.inputs()));
  const auto output_of = [&](int index) { return outputs[static_cast<std::size_t>(index)]; };
  for (Cycle now = 0; now < 300; ++now) {
    const Set requests = drawn_requests<Set>(layout, outputs, draw);
    const Set granted = one.allocate(requests, output_of);
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
    Switch<TypeParam> one(layout);
    std::set<int> had_a_turn;
    const auto output_of = [&](int index) { return (index * 7 + index / 5) % hot_ports; };
    for (Cycle now = 0; had_a_turn.size() < count; ++now) {
      ASSERT_LE(now, static_cast<Cycle>(count) * layout.vcs) << hot_ports;
      one.allocate(askers, output_of).for_each([&](int index) { had_a_turn.insert(index); });
    }
  }
}

// Worms come and go; the rivals of one, itself included, are those of its input port and the
// others at its output port.
TEST(Crossbar, RivalsShareAPort) {
  using Set = IndexSet<4>;
  const PortLayout layout{50, 1, 5, 1};
  Draw draw(3);
  Crossbar<Set> crossbar(layout, RouterPipeline::contract());
  std::map<int, int> worms;  // output by input VC
  for (int change = 0; change < 3 * layout.inputs(); ++change) {
    const int index = draw.between(0, layout.inputs() - 1);
    if (worms.erase(index) > 0) {
      crossbar.leave(index);
    } else {
      worms[index] = draw.between(0, layout.ports() - 1);
      crossbar.enter(index, worms[index]);
    }
    Set all;
    for (const auto& [one, output] : worms) {
      all.insert(one);
      Set rivals = Set::range(one / layout.vcs * layout.vcs, layout.vcs);
      for (const auto& [other, other_output] : worms) {
        if (other_output == output) {
          rivals.insert(other);
        }
      }
      ASSERT_EQ(crossbar.rivals(one), rivals);
    }
    ASSERT_EQ(crossbar.holding(), all);
  }
}

// Who meets no rival may be granted beforehand: it makes no difference to anybody, then or later.
TYPED_TEST(AnySwitchAllocator, WhoMeetsNoRivalNeedsNoAllocation) {
  using Set = typename TypeParam::Set;
  const PortLayout layout = this->largest();
  Draw draw(4);
  Switch<TypeParam> shortcut(layout);
  Switch<TypeParam> plain(layout);
  for (int index = 0; index < layout.inputs(); ++index) {
    const int output = draw.between(0, layout.ports() - 1);
    shortcut.crossbar.enter(index, output);
    plain.crossbar.enter(index, output);
  }
  std::vector<int> unused(static_cast<std::size_t>(layout.inputs()));
  int alone = 0;
  for (Cycle now = 0; now < 300; ++now) {
    const Set requests = drawn_requests<Set>(layout, unused, draw) &
                         drawn_requests<Set>(layout, unused, draw) &
                         drawn_requests<Set>(layout, unused, draw);
    Set granted;
    requests.for_each([&](int index) {
      if ((shortcut.crossbar.rivals(index) & requests).at_most_one()) {
        shortcut.allocator.grant_alone(index, shortcut.crossbar.output_of(index));
        granted.insert(index);
        ++alone;
      }
    });
    if (granted != requests) {
      granted |= shortcut.allocate(requests - granted);
    }
    if (!requests.empty()) {
      ASSERT_EQ(granted, plain.allocate(requests));
    }
  }
  EXPECT_GT(alone, 100);
}

// Two virtual channels a port. VCs 0 and 1 of port 0 and VC 0 of port 1 ask for outputs 2, 3 and 2:
// output 2 picks port 0's, output 3 the other of port 0, which keeps one of them; port 1 waits.
// Then output 2 still owes port 1's VC its turn, as its pick came to nothing only where it lost.
TEST(OutputFirstSwitch, APickThatComesToNothingKeepsItsTurn) {
  using Set = IndexSet<1>;
  Switch<OutputFirstSwitch<RoundRobinArbiter<Set>>> one({4, 1, 2, 1});
  const std::map<int, int> outputs{{0, 2}, {1, 3}, {2, 2}};
  const Set all = Set::of(0) | Set::of(1) | Set::of(2);
  const auto granted = [&] {
    return one.allocate(all, [&](int index) { return outputs.at(index); });
  };
  EXPECT_EQ(granted(), Set::of(0));               // picks 0 and 1, port 0 keeps 0
  EXPECT_EQ(granted(), Set::of(1) | Set::of(2));  // output 2 goes on to port 1, 3 repeats itself
  EXPECT_EQ(granted(), Set::of(0));
}

}  // namespace
}  // namespace flitcast::test_switch_allocator
