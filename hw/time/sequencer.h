#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <systemc>

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
  /// the cycle of the next call, WakeQueue::kNever for none.
  virtual Cycle before(Cycle cycle) = 0;
};

/// The clock of the model: visits the cycles that have work, triggers the modules that are due, and
/// jumps over the rest. When nothing is due any more, or only behind the last cycle, it stops, and
/// so does sc_start().
///
/// With `two_phases` every cycle has a second one, a delta cycle later, for modules that the first
/// woke in the same cycle (see ChannelPair).
///
/// Modules are triggered one by one through their own event, or by the sixteen through a common one
/// when most of a group is due: a shared trigger costs half as much per module.
class Sequencer : public sc_core::sc_module {
 public:
  /// Steps between two calls of the observer.
  static constexpr std::uint32_t kObservedSteps = 4096;

  Sequencer(sc_core::sc_module_name name, WakeQueue& wakes, std::uint32_t modules,
            const sc_core::sc_time& period, bool two_phases);

  /// The two events that trigger module `index`: `own` comes from the module, the shared one is
  /// returned. A module that is triggered without being due does nothing.
  sc_core::sc_event& enlist(std::uint32_t index, sc_core::sc_event& own);

  void set_observer(CycleObserver* observer) { observer_ = observer; }

  /// `hook` is called before the first cycle with work that is `at` or later.
  void set_hook(CycleHook& hook, Cycle at) {
    hook_ = &hook;
    hook_at_ = at;
  }

  /// True when the sequencer stopped at the wake queue's last cycle with work left behind it.
  bool out_of_cycles() const { return stopped_ && wakes_.next() != WakeQueue::kNever; }

 private:
  static constexpr unsigned kGroup = 16;
  static constexpr int kDenseGroup = 10;

  SC_HAS_PROCESS(Sequencer);
  void step();
  void trigger(std::size_t word, std::uint64_t bits);

  WakeQueue& wakes_;
  sc_core::sc_time period_;
  Cycle next_ = 0;
  bool two_phases_;
  bool second_phase_ = false;
  bool any_due_ = false;
  bool stopped_ = false;
  CycleObserver* observer_ = nullptr;
  std::uint32_t steps_ = 0;
  CycleHook* hook_ = nullptr;
  Cycle hook_at_ = WakeQueue::kNever;
  std::vector<sc_core::sc_event*> own_;
  std::vector<std::unique_ptr<sc_core::sc_event>> shared_;
};

}  // namespace flitcast
