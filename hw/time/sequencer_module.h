#pragma once

#include <systemc>

#include "hw/time/sequencer.h"

namespace flitcast {

/// A sequencer as a SystemC module, the only process of the model: simulated time is that of the
/// cycle that it visits. Where no further one comes sc_start() ends.
class SequencerModule final : public sc_core::sc_module {
 public:
  SequencerModule(sc_core::sc_module_name name, Sequencer& sequencer,
                  const sc_core::sc_time& period)
      : sc_core::sc_module(name), sequencer_(sequencer), period_(period) {
    SC_METHOD(step);
  }

 private:
  SC_HAS_PROCESS(SequencerModule);

  void step() {
    const Cycle cycle = sequencer_.next();
    if (sequencer_.step()) {
      next_trigger(static_cast<double>(sequencer_.next() - cycle) * period_);
    }
  }

  Sequencer& sequencer_;
  sc_core::sc_time period_;
};

}  // namespace flitcast
