#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/time/sequenced_module.h"
#include "hw/time/wake_queue.h"

namespace flitcast {

/// Told now and then how far the simulation is.
class CycleObserver {
 public:
  virtual ~CycleObserver() = default;
  virtual void reached(Cycle cycle) = 0;
};

/// Called at chosen points of the simulation.
class CycleHook {
 public:
  virtual ~CycleHook() = default;
  /// The next cycle with work is `cycle`, and none of it has been done; all before it has. Returns
  /// the cycle of the next call, which is later, or WakeQueue::kNever for none.
  virtual Cycle before(Cycle cycle) = 0;
};

/// Keeps modules from deciding anything ahead of the cycle that they are in.
class NoLookahead final : public CycleHook {
 public:
  explicit NoLookahead(WakeQueue& wakes) : limit_(wakes) {}
  Cycle before(Cycle cycle) override {
    limit_.set(cycle);
    return cycle + 1;
  }

 private:
  LookaheadLimit limit_;
};

/// The clock of the model: visits the cycles that have work, calls the modules that are due, and
/// jumps over the rest, until nothing is due any more, or only after the last cycle.
///
/// Modules are called in the order of their numbers. What they do does not depend on that.
/// Waveforms do: they list the changes of a cycle in the order in which they were reported.
///
/// With `two_phases` every cycle has a second phase, for modules that the first woke in the same
/// cycle (see ChannelPair).
class Sequencer {
 public:
  /// From one call of an observer to the next: so many steps, or those in which modules are called
  /// so often, whichever are fewer. On large networks steps take long.
  static constexpr std::uint32_t kObservedSteps = 4096;
  static constexpr std::uint32_t kObservedCalls = 1U << 17U;

  Sequencer(WakeQueue& wakes, bool two_phases) : wakes_(wakes), two_phases_(two_phases) {}

  /// The cycle of the next step: 0 first.
  Cycle next() const { return next_; }
  /// That cycle. Returns false where none comes after it: then there is no further step.
  bool step();

  /// Between two steps modules have been woken from outside: next() may be earlier now, or the
  /// simulation goes on again.
  void look_again() { next_ = std::min(next_, wakes_.next()); }

  /// `module` is called when module `number` of the wake queue is due. Before the first
  /// step, each of the wake queue's modules once; it must outlive the simulation.
  void enlist(std::uint32_t number, SequencedModule& module);

  /// For as long as the sequencer runs. Observers are told in the order in which they came.
  void add_observer(CycleObserver& observer) { observers_.push_back(&observer); }

  /// `hook` is called before the first cycle with work that is `at` or later. A hook has one call
  /// ahead of it at most: this replaces what it asked for before. Several for one cycle are called
  /// in the order in which they first came.
  void set_hook(CycleHook& hook, Cycle at);

  /// Calls those for `cycle` and before, which step() does before its cycle.
  void call_hooks(Cycle cycle);

  /// True when the sequencer stopped at the wake queue's last cycle with work left after it.
  bool out_of_cycles() const { return stopped_ && wakes_.next() != WakeQueue::kNever; }

 private:
  struct Hooked {
    CycleHook* hook;
    Cycle at;
  };

  void find_next_hook();
  bool run_phase(Cycle cycle);
  void run_fetched(std::size_t count, Cycle cycle);

  WakeQueue& wakes_;
  Cycle next_ = 0;
  bool two_phases_;
  bool stopped_ = false;
  std::vector<CycleObserver*> observers_;
  std::uint32_t observed_steps_ = kObservedSteps;
  std::uint32_t steps_ = 0;  // since observers were called
  std::vector<Hooked> hooks_;
  Cycle hook_at_ = WakeQueue::kNever;      // the earliest of them
  std::vector<SequencedModule*> modules_;  // by number
  std::vector<SequencedModule*> due_;      // in the phase being run, the first of them
};

}  // namespace flitcast
