// Tracer, third part: from reports to changes of signals, cycle by cycle.

#include <algorithm>

#include "tb/trace/tracer.h"

namespace flitcast {

void Tracer::advance(Cycle end) {
  calendar_.advance(std::min(end, to_),
                    [this](Cycle cycle, Bucket& bucket) { play(cycle, bucket); });
  if (end > to_) {
    close(to_);
  }
}

void Tracer::play(Cycle cycle, Bucket& bucket) {
  if (closed_) {
    return;
  }
  if (!begun_ && cycle > from_) {
    begin();
  }
  for (const std::uint32_t channel : bucket.ended) {
    end_run(channel, cycle);
  }
  show(bucket);
  apply(bucket);
  flow(cycle);
  if (cycle < from_) {
    forget_touched();
  } else if (!begun_) {
    begin();
  } else {
    write_touched(cycle);
  }
}

SignalGroup& Tracer::touch(std::uint32_t number) {
  if (!is_touched_[number]) {
    is_touched_[number] = 1;
    touched_.push_back(number);
  }
  return signals_.group(number);
}

void Tracer::forget_touched() {
  for (const std::uint32_t number : touched_) {
    is_touched_[number] = 0;
  }
  touched_.clear();
}

void Tracer::show(const Bucket& bucket) {
  for (const Shown& shown : bucket.shown) {
    SignalGroup& group = touch(shown.channel);
    group.value[channel_signal::kValid] = 1;
    group.value[channel_signal::kKind] = shown.kind;
    if (shown.injected) {
      continue;
    }
    group.value[channel_signal::kVc] = shown.vc;
    group.value[channel_signal::kMessage] = shown.message;
    group.value[channel_signal::kSource] = shown.source;
    group.value[channel_signal::kDestination] = shown.destination;
  }
}

// The oldest run of flits on the channel may have grown since its end was put down.
void Tracer::end_run(std::uint32_t channel, Cycle cycle) {
  Reported& reported = reported_[channel];
  std::deque<Cycle>& earlier = reported.earlier_ends;
  const Cycle end = earlier.empty() ? reported.end : earlier.front();
  if (end > cycle) {
    calendar_.at(end).ended.push_back(channel);
    return;
  }
  if (earlier.empty()) {
    reported.running = false;
  } else {
    earlier.pop_front();
  }
  SignalGroup& group = touch(channel);
  group.value[channel_signal::kValid] = 0;
  group.value[channel_signal::kKind] = kNoKind;
  if (!signals_.has(channel, channel_signal::kState)) {  // else they are the network interface's
    group.value[channel_signal::kVc] = vcs_ > 1 ? kNoNumber : 0;  // the only one is not in question
    group.value[channel_signal::kMessage] = kNoNumber;
    group.value[channel_signal::kSource] = kNoNumber;
    group.value[channel_signal::kDestination] = kNoNumber;
  }
}

inline void Tracer::change(std::uint32_t input, int occupancy, int credits) {
  if (occupancy == 0 && credits == 0) {
    return;
  }
  SignalGroup& group = touch(input);
  group.value[input_signal::kOccupancy] += static_cast<std::uint32_t>(occupancy);
  group.value[input_signal::kCredits] += static_cast<std::uint32_t>(credits);
}

// Buffers that fill or empty steadily.
void Tracer::flow(Cycle cycle) {
  std::size_t kept = 0;
  for (const std::uint32_t input : flowing_) {
    Rate& rate = rates_[input];
    if (rate.occupancy == 0 && rate.credits == 0) {
      rate.listed = false;
      continue;
    }
    change(input, rate.occupancy, rate.credits);
    flowing_[kept++] = input;
  }
  flowing_.resize(kept);
  if (kept > 0) {
    calendar_.at(cycle + 1);  // for the next change
  }
}

void Tracer::apply(const Bucket& bucket) {
  for (const Moved& moved : bucket.moved) {
    change(moved.input, moved.occupancy, moved.credits);
    if (moved.occupancy_rate != 0 || moved.credit_rate != 0) {
      Rate& rate = rates_[moved.input];
      rate.occupancy = static_cast<std::int8_t>(rate.occupancy + moved.occupancy_rate);
      rate.credits = static_cast<std::int8_t>(rate.credits + moved.credit_rate);
      if (!rate.listed) {
        rate.listed = true;
        flowing_.push_back(moved.input);
      }
    }
  }
  for (const Changed& changed : bucket.inputs) {
    SignalGroup& group = touch(changed.group);
    group.value[input_signal::kState] = changed.state;
    group.value[input_signal::kWanted] = changed.wanted;
    group.value[input_signal::kOwner] = changed.message;
  }
  for (const Changed& changed : bucket.sends) {
    SignalGroup& group = touch(changed.group);
    group.value[channel_signal::kState] = changed.state;
    group.value[channel_signal::kMessage] = changed.message;
    group.value[channel_signal::kDestination] = changed.node;
  }
  for (const Changed& changed : bucket.receives) {
    SignalGroup& group = touch(changed.group);
    group.value[receive_signal::kState] = changed.state;
    group.value[receive_signal::kMessage] = changed.message;
    group.value[receive_signal::kSource] = changed.node;
  }
  if (bucket.round != kUnchanged) {
    touch(TraceSignals::kBench).value[bench_signal::kRound] =
        static_cast<std::uint32_t>(bucket.round);
  }
  if (bucket.stuck) {
    touch(TraceSignals::kBench).value[bench_signal::kDeadlock] = 1;
  }
}

void Tracer::write_touched(Cycle cycle) {
  stamped_ = false;
  for (const std::uint32_t number : touched_) {
    is_touched_[number] = 0;
    signals_.write_changed(number, [&] {
      if (!stamped_) {
        stamp(cycle);
      }
    });
  }
  touched_.clear();
}

// The number of a cycle does not stand for those after it in which nothing happens.
void Tracer::stamp(Cycle cycle) {
  stamped_ = true;
  if (cycle > last_stamp_ + 1) {
    vcd_.time(static_cast<std::uint64_t>(last_stamp_ + 1) * period_);
    signals_.write_no_cycle();
  }
  last_stamp_ = cycle;
  vcd_.time(static_cast<std::uint64_t>(cycle) * period_);
  signals_.write_cycle(cycle);
}

// All values, at from_.
void Tracer::begin() {
  begun_ = true;
  forget_touched();
  vcd_.time(static_cast<std::uint64_t>(from_) * period_);
  vcd_.begin_initial_values();
  signals_.write_cycle(from_);
  last_stamp_ = from_;
  signals_.write_all();
  vcd_.end_initial_values();
}

void Tracer::close(Cycle to) {
  if (closed_) {
    return;
  }
  to_ = std::min(to, to_);
  calendar_.advance(to_, [this](Cycle cycle, Bucket& bucket) { play(cycle, bucket); });
  closed_ = true;
  if (!begun_ && from_ < to_) {
    begin();
  }
  if (begun_) {
    stamp(to_);
  }
  end_ = to_;
  vcd_.flush();
}

}  // namespace flitcast
