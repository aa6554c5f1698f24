#pragma once

#include <cstdint>
#include <optional>

#include "tb/sim/model.h"
#include "tb/trace/trace_request.h"
#include "tb/trace/tracer.h"

namespace flitcast {

/// Begins and ends a trace in the course of a simulation. Outside the requested cycles no module
/// has a probe.
class TraceControl final : public CycleHook, public PhaseObserver {
 public:
  /// Before the simulation starts; all references must outlive the control.
  TraceControl(const trace::TraceRequest& request, Model& model, trace::Tracer& tracer);

  /// After the simulation: completes the waveform. `gave_up`: the cycle in which the run was given
  /// up before its end, `stuck`: because nothing moved any more.
  void finish(std::optional<Cycle> gave_up, bool stuck);

  Cycle before(Cycle cycle) override;
  void phase_is(std::uint64_t round, Cycle at) override;

 private:
  void open(Cycle at);
  void detach();
  void follow_round(std::uint64_t round, Cycle at);

  const trace::TraceRequest request_;
  Model& model_;
  trace::Tracer& tracer_;
  LookaheadLimit lookahead_;
  Cycle open_at_;
  Cycle close_at_;  // the first cycle not shown
  bool open_ = false;
  bool begun_ = false;  // the round that is traced
  bool over_ = false;
};

}  // namespace flitcast
