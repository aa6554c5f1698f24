#include "tb/sim/run_waveform.h"

#include <tuple>
#include <utility>

#include "tb/sim/trace_control.h"
#include "tb/trace/tracer.h"

namespace flitcast {

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
