#include "tb/trace/trace_cycles.h"

namespace flitcast::trace {

TraceCycles::TraceCycles(VcdWriter& vcd, TraceSignals& signals, const WakeQueue& wakes,
                         std::uint64_t period, bool vc_in_question)
    : vcd_(vcd),
      signals_(signals),
      wakes_(wakes),
      period_(period),
      vc_in_question_(vc_in_question),
      touched_(signals.groups()),
      reported_(signals.groups()),
      moved_(signals.groups()),
      rates_(signals.groups()) {}

void TraceCycles::Bucket::clear() {
  shown.clear();
  ended.clear();
  moved.clear();
  for (std::vector<Change>& each : changes) {
    each.clear();
  }
}

void TraceCycles::move_run(std::uint32_t input, int occupancy, int credits, Cycle at,
                           std::uint32_t count, Cycle interval) {
  if (interval > 1 || count == 1) {
    for (std::uint32_t i = 0; i < count; ++i) {
      move(input, occupancy, credits, at + i * interval);
    }
    return;
  }
  const auto change_rate = [&](int sign, Cycle from) {
    Moved& change = moved_at(input, from);
    change.occupancy_rate = static_cast<std::int8_t>(change.occupancy_rate + sign * occupancy);
    change.credit_rate = static_cast<std::int8_t>(change.credit_rate + sign * credits);
  };
  change_rate(1, at);
  change_rate(-1, at + count);
}

void TraceCycles::advance(Cycle end) {
  calendar_.advance(std::min(end, to_),
                    [this](Cycle cycle, Bucket& bucket) { play(cycle, bucket); });
  if (end > to_) {
    close(to_);
  }
}

void TraceCycles::play(Cycle cycle, Bucket& bucket) {
  if (closed_) {
    return;
  }
  if (!begun_ && cycle > from_) {
    begin();
  }
  for (const std::uint32_t channel : bucket.ended) {
    end_run(channel, cycle);
  }
  apply(bucket);
  flow(cycle);
  if (cycle < from_) {
    touched_.take([](std::uint32_t /*group*/) {});
  } else if (!begun_) {
    begin();
  } else {
    write_touched(cycle);
  }
}

// The oldest run of flits on the channel may have grown since its end was put down.
void TraceCycles::end_run(std::uint32_t channel, Cycle cycle) {
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
    group.value[channel_signal::kVc] =
        vc_in_question_ ? kNoNumber : 0;  // the only one is not in question
    group.value[channel_signal::kMessage] = kNoNumber;
    group.value[channel_signal::kSource] = kNoNumber;
    group.value[channel_signal::kDestination] = kNoNumber;
  }
}

void TraceCycles::add(std::uint32_t input, int occupancy, int credits) {
  if (occupancy == 0 && credits == 0) {
    return;
  }
  SignalGroup& group = touch(input);
  group.value[input_signal::kOccupancy] += static_cast<std::uint32_t>(occupancy);
  group.value[input_signal::kCredits] += static_cast<std::uint32_t>(credits);
}

// Buffers that fill or empty steadily.
void TraceCycles::flow(Cycle cycle) {
  std::size_t kept = 0;
  for (const std::uint32_t input : flowing_) {
    Rate& rate = rates_[input];
    if (rate.occupancy == 0 && rate.credits == 0) {
      rate.listed = false;
      continue;
    }
    add(input, rate.occupancy, rate.credits);
    flowing_[kept++] = input;
  }
  flowing_.resize(kept);
  if (kept > 0) {
    calendar_.at(cycle + 1);  // for the next change
  }
}

void TraceCycles::apply_moves(const std::vector<Moved>& all) {
  for (const Moved& moved : all) {
    add(moved.input, moved.occupancy, moved.credits);
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
}

void TraceCycles::apply(const Bucket& bucket) {
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
  apply_moves(bucket.moved);
  for (const std::vector<Change>& changes : bucket.changes) {
    for (const Change& change : changes) {
      touch(change.group).value[change.to.place] = change.to.value;
    }
  }
}

void TraceCycles::write_touched(Cycle cycle) {
  stamped_ = false;
  touched_.take([&](std::uint32_t number) {
    signals_.write_changed(number, [&] {
      if (!stamped_) {
        stamp(cycle);
      }
    });
  });
}

// The number of a cycle does not stand for those after it in which nothing happens.
void TraceCycles::stamp(Cycle cycle) {
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
void TraceCycles::begin() {
  begun_ = true;
  touched_.take([](std::uint32_t /*group*/) {});
  vcd_.time(static_cast<std::uint64_t>(from_) * period_);
  vcd_.begin_initial_values();
  signals_.write_cycle(from_);
  last_stamp_ = from_;
  signals_.write_all();
  vcd_.end_initial_values();
}

void TraceCycles::close(Cycle to) {
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

}  // namespace flitcast::trace
