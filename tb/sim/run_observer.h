#pragma once

#include <optional>

#include "tb/measures/stuck_report.h"

namespace flitcast {

class Model;

/// What watches a run and is no part of it: a waveform, counts of events, a display. Any number
/// watch at once, and none changes what happens.
class RunObserver {
 public:
  virtual ~RunObserver() = default;

  /// The model stands, and nothing has happened yet: the observer attaches to what it wants to see
  /// (Fabric::attach_probe, Sequencer::set_hook and add_observer, Model::add_phase_observer).
  virtual void begin(Model& model) = 0;
  /// The run is over; `stuck` tells of one that ended before its workload had finished. The model
  /// is as it came to rest.
  virtual void end(const std::optional<StuckReport>& stuck) = 0;
  /// The model is about to go, after end() or because the run failed: what refers to it is let go.
  virtual void leave() {}
};

}  // namespace flitcast
