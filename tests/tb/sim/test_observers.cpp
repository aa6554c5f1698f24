// Several watch one run: each is told what it asked for, whoever else watches.

#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/sim/model.h"
#include "tb/sim/simulation.h"
#include "tests/support/cores/test_workloads.h"
#include "tests/support/networks/timing_setups.h"

namespace flitcast::test_observers {
namespace {

/// Does at the beginning of a run what it is told.
class AtBegin final : public RunObserver {
 public:
  explicit AtBegin(std::function<void(Model&)> what) : what_(std::move(what)) {}
  void begin(Model& model) override { what_(model); }
  void end(const std::optional<StuckReport>& /*stuck*/) override {}

 private:
  std::function<void(Model&)> what_;
};

/// Calls of hooks and observers, in their order: who, and in which cycle.
using Calls = std::vector<std::pair<char, Cycle>>;

class NotingHook final : public CycleHook {
 public:
  NotingHook(char name, Calls& calls, std::function<Cycle(Cycle)> next)
      : name_(name), calls_(calls), next_(std::move(next)) {}
  Cycle before(Cycle cycle) override {
    calls_.emplace_back(name_, cycle);
    return next_(cycle);
  }

 private:
  char name_;
  Calls& calls_;
  std::function<Cycle(Cycle)> next_;
};

class NotingObserver final : public CycleObserver {
 public:
  NotingObserver(char name, Calls& calls) : name_(name), calls_(calls) {}
  void reached(Cycle cycle) override { calls_.emplace_back(name_, cycle); }

 private:
  char name_;
  Calls& calls_;
};

/// A run of a workload on a line, of four nodes unless told otherwise.
RunMeasures run(Workload& workload, std::function<void(Model&)> at_begin,
                const NetworkConfig& network = wormhole_config(0, 1, 1), std::uint32_t nodes = 4) {
  const Topology line(TopologyKind::kLine, {nodes});
  const Routing routing(line, RoutingOrder::kAscending);
  Config config;
  config.network = network;
  AtBegin observer(std::move(at_begin));
  return run_workload(config, line, routing, workload, {{&observer}});
}

TEST(Observers, HooksAreCalledEachInItsOwnCycles) {
  Metronome ticks(30);
  Calls calls;
  NotingHook first('a', calls, [](Cycle cycle) { return cycle == 5 ? 12 : WakeQueue::kNever; });
  NotingHook second('b', calls,
                    [](Cycle cycle) { return cycle < 24 ? cycle + 6 : WakeQueue::kNever; });
  run(ticks, [&](Model& model) {
    model.sequencer().set_hook(first, 5);
    model.sequencer().set_hook(second, 0);
  });
  EXPECT_EQ(calls,
            (Calls{{'b', 0}, {'a', 5}, {'b', 6}, {'a', 12}, {'b', 12}, {'b', 18}, {'b', 24}}));
}

TEST(Observers, AHookThatIsSetAgainForgetsWhatItAskedFor) {
  Metronome ticks(30);
  Calls calls;
  const auto never = [](Cycle) { return WakeQueue::kNever; };
  NotingHook later('l', calls, never);
  NotingHook sooner('s', calls, never);
  Sequencer* sequencer = nullptr;
  NotingHook mover('m', calls, [&](Cycle) {
    sequencer->set_hook(later, 25);
    sequencer->set_hook(sooner, 4);
    return WakeQueue::kNever;
  });
  run(ticks, [&](Model& model) {
    sequencer = &model.sequencer();
    sequencer->set_hook(later, 9);
    sequencer->set_hook(sooner, 20);
    sequencer->set_hook(mover, 3);
  });
  EXPECT_EQ(calls, (Calls{{'m', 3}, {'s', 4}, {'l', 25}}));
}

// The network sleeps from the posting of a message to the end of its start-up.
TEST(Observers, AHookIsCalledBeforeTheFirstCycleWithWork) {
  PingPong ping_pong(0, 1, 1, 1);
  NetworkConfig network = wormhole_config(0, 1, 1);
  network.startup = 1000;
  Calls calls;
  NotingHook hook('a', calls, [](Cycle) { return WakeQueue::kNever; });
  run(
      ping_pong, [&](Model& model) { model.sequencer().set_hook(hook, 500); }, network);
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0].second, 1002);  // the header is in the router
}

TEST(Observers, AllAreToldHowFarTheRunIs) {
  constexpr Cycle kSteps = Sequencer::kObservedSteps;
  Metronome ticks(2 * kSteps + 100);
  Calls calls;
  NotingObserver first('a', calls);
  NotingObserver second('b', calls);
  run(ticks, [&](Model& model) {
    model.sequencer().add_observer(first);
    model.sequencer().add_observer(second);
  });
  EXPECT_EQ(
      calls,
      (Calls{{'a', kSteps - 1}, {'b', kSteps - 1}, {'a', 2 * kSteps - 1}, {'b', 2 * kSteps - 1}}));
}

// Of 512 routers, as many interfaces and the workload: 127 steps of them are 2^17 calls at most.
TEST(Observers, AreToldMoreOftenWhereAStepCallsManyModules) {
  Metronome ticks(300);
  Calls calls;
  NotingObserver observer('a', calls);
  run(
      ticks, [&](Model& model) { model.sequencer().add_observer(observer); },
      wormhole_config(0, 1, 1), 512);
  EXPECT_EQ(calls, (Calls{{'a', 126}, {'a', 253}}));
}

/// Counts what routers send and interfaces inject, by node.
class Counts final : public Probe {
 public:
  void flit_sent(NodeId node, PortId /*port*/, const Flit& /*flit*/, Cycle /*at*/) override {
    ++sent.at(node);
  }
  void flit_injected(NodeId node, int /*port*/, const Flit& /*flit*/, Cycle /*at*/) override {
    ++injected.at(node);
  }
  std::vector<int> sent = std::vector<int>(4);
  std::vector<int> injected = std::vector<int>(4);
};

// Two messages of three flits from node 0 to 3 and one back: four flits with the header, through
// all four routers, each leg.
TEST(Observers, ProbesWatchTheModulesTheyAskedForWhoeverElseWatches) {
  PingPong ping_pong(0, 3, 3, 3);
  Counts all;
  Counts some;
  Counts none;
  run(ping_pong, [&](Model& model) {
    Fabric& fabric = model.fabric();
    fabric.attach_probe(all);
    fabric.attach_probe(none);
    fabric.attach_probe(some, {{false, true, true, false}, {false, false, false, true}});
    fabric.detach_probe(none);
  });
  EXPECT_EQ(all.sent, (std::vector<int>{12, 12, 12, 12}));
  EXPECT_EQ(all.injected, (std::vector<int>{8, 0, 0, 4}));
  EXPECT_EQ(some.sent, (std::vector<int>{0, 12, 12, 0}));
  EXPECT_EQ(some.injected, (std::vector<int>{0, 0, 0, 4}));
  EXPECT_EQ(none.sent, std::vector<int>(4));
}

// A leg takes 4 + 3 + 3 = 10 cycles: at 10 the first message is done and the second begins.
TEST(Observers, AProbeThatLeavesDoesNotDisturbTheOther) {
  PingPong ping_pong(0, 3, 3, 3);
  Counts stays;
  Counts leaves;
  Calls calls;
  Fabric* fabric = nullptr;
  NotingHook hook('x', calls, [&](Cycle) {
    fabric->detach_probe(leaves);
    return WakeQueue::kNever;
  });
  run(ping_pong, [&](Model& model) {
    fabric = &model.fabric();
    fabric->attach_probe(leaves);
    fabric->attach_probe(stays);
    model.sequencer().set_hook(hook, 10);
  });
  EXPECT_EQ(stays.sent, (std::vector<int>{12, 12, 12, 12}));
  EXPECT_EQ(leaves.sent, (std::vector<int>{4, 4, 4, 4}));
}

}  // namespace
}  // namespace flitcast::test_observers
