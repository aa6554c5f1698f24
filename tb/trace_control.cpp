#include "tb/trace_control.h"

#include <algorithm>

namespace flitcast {

// A flit may have been accepted t_m − 1 cycles before the first one to be shown and still be on its
// channel: the probes are there that much earlier.
TraceControl::TraceControl(const TraceRequest& request, Model& model, const NetworkConfig& config,
                           Tracer& tracer)
    : request_(request),
      model_(model),
      tracer_(tracer),
      open_at_(std::max<Cycle>(0, request.from - (config.cycles_per_flit - 1))) {
  model.set_round_observer(this);
  tracer.write_to(request.to);
  if (request.around && !request.rounds_overlap) {
    return;  // opened when the round begins
  }
  if (request.around) {
    tracer.write_messages(request.around->first, request.around->count);
  } else {
    tracer.write_from(request.from);
  }
  model.wakes().limit_lookahead(open_at_ - 1);
  model.sequencer().set_hook(*this, open_at_);
}

void TraceControl::open(Cycle at) {
  open_ = true;
  tracer_.open(model_.fabric(), at, model_.player().rounds_done());
}

Cycle TraceControl::before(Cycle /*cycle*/) {
  if (!open_) {
    model_.wakes().limit_lookahead(WakeQueue::kNever);
    open(open_at_);
    // Reports may be one cycle late.
    return request_.to == WakeQueue::kNever ? WakeQueue::kNever : request_.to + 1;
  }
  tracer_.close(request_.to);
  tracer_.detach(model_.fabric());
  over_ = true;
  return WakeQueue::kNever;
}

// In barrier sync, when a round begins, all messages before it have arrived and nothing is under
// way but credits.
void TraceControl::round_is(std::uint64_t round, Cycle at) {
  if (over_) {
    return;
  }
  if (open_) {
    tracer_.round_is(round, at);
  }
  if (!request_.around) {
    return;
  }
  const TracedMessages& around = *request_.around;
  if (!open_ && round == around.round) {
    if (around.whole_round) {
      tracer_.write_from(at);
    } else {
      tracer_.write_messages(around.first, around.count);
    }
    open(at);
  } else if (open_ && (tracer_.closed() || (round > around.round && !request_.rounds_overlap))) {
    tracer_.close(at + 1);
    tracer_.detach(model_.fabric());
    over_ = true;
  }
}

void TraceControl::finish(std::optional<Cycle> stuck, Cycle last_cycle) {
  if (over_) {
    return;
  }
  if (!open_) {  // the run ended before
    tracer_.close(0);
    return;
  }
  if (stuck) {
    tracer_.stuck(*stuck);
  }
  tracer_.close(std::min(tracer_.end_of_reports(), last_cycle) + 1);
}

}  // namespace flitcast
