#include "tb/sim/run_waveform.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include "tb/sim/model.h"
#include "tb/trace/trace_request.h"
#include "tb/trace/tracer.h"

namespace flitcast {

/// Begins and ends a trace in the course of a simulation. Outside the requested cycles no module
/// has a probe.
class TraceControl final : public CycleHook, public PhaseObserver {
 public:
  /// Before the simulation starts; all references must outlive the control.
  // A flit may have been accepted t_m − 1 cycles before the first one to be shown and still be on
  // its channel: the probes are there that much earlier. They stay a cycle longer than what is
  // shown, because reports may be one cycle late.
  TraceControl(const trace::TraceRequest& request, Model& model, trace::Tracer& tracer)
      : request_(request),
        model_(model),
        tracer_(tracer),
        lookahead_(model.wakes()),
        open_at_(std::max<Cycle>(0, request.from - (tracer.longest_interval() - 1))),
        close_at_(request.to) {
    model.add_phase_observer(*this);
    tracer.cycles().write_to(request.to);
    if (request.around && !request.rounds_overlap) {
      return;  // opened when the round begins
    }
    if (request.around) {
      tracer.write_messages(request.around->first, request.around->count);
    } else {
      tracer.cycles().write_from(request.from);
    }
    lookahead_.set(open_at_ - 1);
    model.sequencer().set_hook(*this, open_at_);
  }

  /// After the simulation: completes the waveform. `gave_up`: the cycle in which the run was given
  /// up before its end, `stuck`: because nothing moved any more.
  void finish(std::optional<Cycle> gave_up, bool stuck) {
    if (over_) {
      return;
    }
    if (!open_ && !request_.around && gave_up && request_.from <= *gave_up) {
      open(open_at_);  // nothing has happened since, nor will
    }
    if (!open_) {  // the run ended before
      tracer_.cycles().close(0);
      return;
    }
    if (stuck) {
      tracer_.cycles().stuck(*gave_up);
    }
    tracer_.cycles().close(gave_up.value_or(tracer_.cycles().end_of_reports()) + 1);
  }

  Cycle before(Cycle /*cycle*/) override {
    if (!open_) {
      lookahead_.lift();
      open(open_at_);
      return close_at_ == WakeQueue::kNever ? WakeQueue::kNever : close_at_ + 1;
    }
    tracer_.cycles().close(close_at_);
    detach();
    return WakeQueue::kNever;
  }

  void phase_is(std::uint64_t round, Cycle at) override {
    if (over_) {
      return;
    }
    if (open_) {
      tracer_.cycles().round_is(round, at);
    }
    if (request_.around && request_.rounds_overlap) {
      if (tracer_.cycles().closed()) {
        detach();
      }
    } else if (request_.around) {
      follow_round(round, at);
    }
  }

 private:
  void open(Cycle at) {
    open_ = true;
    tracer_.open(model_.fabric(), at, model_.workload().phase());
  }

  void detach() {
    tracer_.detach(model_.fabric());
    over_ = true;
  }

  // In barrier sync. The last flits of the round before may still be on their channels when a round
  // begins: the probes are there from the beginning of that one.
  void follow_round(std::uint64_t round, Cycle at) {
    const trace::TracedMessages& around = *request_.around;
    if (!open_ && round <= around.round && round + 1 >= around.round) {
      if (around.whole_round) {
        tracer_.cycles().write_from(WakeQueue::kNever);
      } else {
        tracer_.write_messages(around.first, around.count);
      }
      open(at);
    }
    if (around.whole_round && round == around.round && close_at_ == WakeQueue::kNever && !begun_) {
      begun_ = true;
      tracer_.cycles().write_from(at);
    }
    if (open_ && round > around.round && close_at_ == WakeQueue::kNever) {
      close_at_ = at + 1;
      tracer_.cycles().write_to(close_at_);
      model_.sequencer().set_hook(*this, close_at_ + 1);
    }
  }

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

struct RunWaveform::Making {
  Making(const RunWaveform& waveform, Model& model)
      : vcd(waveform.file_.sink, waveform.file_.date, waveform.file_.program),
        tracer(vcd, waveform.topology_, waveform.network_, waveform.request_.scope, model.packets(),
               model.wakes(), waveform.period_),
        control(waveform.request_, model, tracer) {}

  trace::VcdWriter vcd;
  trace::Tracer tracer;
  TraceControl control;
};

RunWaveform::RunWaveform(const trace::TraceRequest& request, const Topology& topology,
                         const NetworkConfig& network, std::uint64_t period, File file)
    : request_(request),
      topology_(topology),
      network_(network),
      period_(period),
      file_(std::move(file)) {}

RunWaveform::~RunWaveform() = default;

void RunWaveform::begin(Model& model) {
  making_ = std::make_unique<Making>(*this, model);
}

void RunWaveform::end(const std::optional<StuckReport>& stuck) {
  if (!stuck) {
    making_->control.finish({}, false);
  } else {
    const bool no_progress = stuck->reason == StuckReport::Reason::kNoProgress;
    making_->control.finish(stuck->verdict, no_progress);
    written_.stuck = no_progress ? std::optional<Cycle>(stuck->verdict) : std::nullopt;
  }
  written_.signals = making_->tracer.signals().declared();
  std::tie(written_.from, written_.to) = making_->tracer.cycles().written();
}

void RunWaveform::leave() {
  making_.reset();
}

}  // namespace flitcast
