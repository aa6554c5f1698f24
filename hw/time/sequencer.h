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
  /// the cycle of the next call, which is later, or WakeQueue::kNever for none.
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
  /// Steps between two calls of an observer.
  static constexpr std::uint32_t kObservedSteps = 4096;

  Sequencer(sc_core::sc_module_name name, WakeQueue& wakes, const sc_core::sc_time& period,
            bool two_phases);

  /// The two events that trigger the module of this number in the wake queue: `own` comes from the
  /// module, the shared one is returned. A module that is triggered without being due does nothing.
  sc_core::sc_event& enlist(std::uint32_t module, sc_core::sc_event& own);

  /// For as long as the sequencer runs. Observers are told in the order in which they came.
  void add_observer(CycleObserver& observer) { observers_.push_back(&observer); }

  /// `hook` is called before the first cycle with work that is `at` or later. A hook has one call
  /// ahead of it at most: this replaces what it asked for before. Several for one cycle are called
  /// in the order in which they first came.
  void set_hook(CycleHook& hook, Cycle at);

  /// True when the sequencer stopped at the wake queue's last cycle with work left behind it.
  bool out_of_cycles() const { return stopped_ && wakes_.next() != WakeQueue::kNever; }

 private:
  static constexpr unsigned kGroup = 16;
  static constexpr int kDenseGroup = 10;

  SC_HAS_PROCESS(Sequencer);
  struct Hooked {
    CycleHook* hook;
    Cycle at;
  };

  void step();
  void call_hooks(Cycle cycle);
  void find_next_hook();
  void trigger(std::size_t word, std::uint64_t bits);

  WakeQueue& wakes_;
  sc_core::sc_time period_;
  Cycle next_ = 0;
  bool two_phases_;
  bool second_phase_ = false;
  bool any_due_ = false;
  bool stopped_ = false;
  std::vector<CycleObserver*> observers_;
  std::uint32_t steps_ = 0;
  std::vector<Hooked> hooks_;
  Cycle hook_at_ = WakeQueue::kNever;  // the earliest of them
  std::vector<sc_core::sc_event*> own_;
  std::vector<std::unique_ptr<sc_core::sc_event>> shared_;
};

}  // namespace flitcast
