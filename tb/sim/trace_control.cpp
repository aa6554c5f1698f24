#include "tb/sim/trace_control.h"

#include <algorithm>

namespace flitcast {

// A flit may have been accepted t_m − 1 cycles before the first one to be shown and still be on its
// channel: the probes are there that much earlier. They stay a cycle longer than what is shown,
// because reports may be one cycle late.
TraceControl::TraceControl(const trace::TraceRequest& request, Model& model, trace::Tracer& tracer)
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

void TraceControl::open(Cycle at) {
  open_ = true;
  tracer_.open(model_.fabric(), at, model_.workload().phase());
}

Cycle TraceControl::before(Cycle /*cycle*/) {
  if (!open_) {
    lookahead_.lift();
    open(open_at_);
    return close_at_ == WakeQueue::kNever ? WakeQueue::kNever : close_at_ + 1;
  }
  tracer_.cycles().close(close_at_);
  detach();
  return WakeQueue::kNever;
}

void TraceControl::detach() {
  tracer_.detach(model_.fabric());
  over_ = true;
}

void TraceControl::phase_is(std::uint64_t round, Cycle at) {
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

// In barrier sync. The last flits of the round before may still be on their channels when a round
// begins: the probes are there from the beginning of that one.
void TraceControl::follow_round(std::uint64_t round, Cycle at) {
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

void TraceControl::finish(std::optional<Cycle> gave_up, bool stuck) {
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

}  // namespace flitcast
