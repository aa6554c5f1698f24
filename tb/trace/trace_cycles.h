#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "hw/flit.h"
#include "hw/time/wake_queue.h"
#include "tb/trace/touched_groups.h"
#include "tb/trace/trace_calendar.h"
#include "tb/trace/trace_signals.h"
#include "tb/trace/vcd_writer.h"

namespace flitcast::trace {

/// Collects what signals show by cycle, in any order, and writes a cycle when nothing more can be
/// put down for it: reports of the hardware come ahead of their dates, one cycle late at most. In a
/// cycle signals are written in the order of their declaration.
class TraceCycles {
 public:
  /// All references must outlive it. `period` is the length of a cycle in picoseconds.
  TraceCycles(VcdWriter& vcd, TraceSignals& signals, const WakeQueue& wakes, std::uint64_t period,
              bool vc_in_question);

  /// Writing starts with cycle `from`.
  void write_from(Cycle from) { from_ = from; }
  Cycle from() const { return from_; }
  /// Writing ends before cycle `to`, which lies ahead, if it would not end earlier.
  void write_to(Cycle to) { to_ = std::min(to, to_); }
  /// Everything before cycle `to` has been reported: the waveform ends there.
  void close(Cycle to);
  bool closed() const { return closed_; }
  /// The first cycle after everything put down so far.
  Cycle end_of_reports() const { return calendar_.last(wakes_.now()) + 1; }
  /// The first cycle written and the first after them; both the same when there were none.
  std::pair<Cycle, Cycle> written() const { return {begun_ ? from_ : end_, end_}; }

  /// Signals of a group have values from cycle `at` on. In a cycle they are put down in this
  /// order.
  enum class Of : std::uint8_t { kInput, kSend, kReceive, kBench };
  struct Value {
    std::uint8_t place;
    std::uint32_t value;
  };
  template <std::size_t kCount>
  void change(Of of, std::uint32_t group, const Value (&values)[kCount], Cycle at) {
    std::vector<Change>& changes = on(at).changes[static_cast<std::size_t>(of)];
    for (const Value& each : values) {
      changes.push_back({group, each});
    }
  }

  void round_is(std::uint64_t round, Cycle at) {
    change(Of::kBench, TraceSignals::kBench,
           {{bench_signal::kRound, static_cast<std::uint32_t>(round)}}, at);
  }
  void stuck(Cycle at) {
    change(Of::kBench, TraceSignals::kBench, {{bench_signal::kDeadlock, 1}}, at);
  }
  /// The flits in a buffer and the credits for it change in cycle `at`.
  void move(std::uint32_t input, int occupancy, int credits, Cycle at) {
    Moved& moved = moved_at(input, at);
    moved.occupancy = static_cast<std::int8_t>(moved.occupancy + occupancy);
    moved.credits = static_cast<std::int8_t>(moved.credits + credits);
  }
  /// The same `count` times, `interval` cycles apart.
  void move_run(std::uint32_t input, int occupancy, int credits, Cycle at, std::uint32_t count,
                Cycle interval);

  /// A channel is taken by `flit` for `interval` cycles. True when that looks different from the
  /// flit before.
  bool take(std::uint32_t channel, const Flit& flit, Cycle at, Cycle interval);
  /// A flit on a channel that looks different from the one before.
  struct Shown {
    std::uint32_t channel;
    std::uint32_t message;
    NodeId source;
    NodeId destination;
    std::uint8_t kind;
    std::uint8_t vc;
    bool injected;  ///< on an injection channel, which shows less
  };
  void show(const Shown& shown, Cycle at) { on(at).shown.push_back(shown); }

 private:
  struct Change {
    std::uint32_t group;
    Value to;
  };
  /// What has been reported for a channel: its last run of flits without a gap, the look of the
  /// last flit, and the ends of earlier runs that have not come yet.
  struct Reported {
    Cycle end = -1;  ///< first cycle after the run
    PacketHandle packet = kNoPacket;
    std::uint16_t kind = flit_kind::kNone;
    std::uint16_t vc = 0;
    bool running = false;  ///< the end has not come yet
    std::deque<Cycle> earlier_ends;
  };
  /// How the flits in a buffer and their credits change in a cycle, and by how much from then on
  /// they change in every cycle.
  struct Moved {
    std::uint32_t input;
    std::int8_t occupancy;
    std::int8_t credits;
    std::int8_t occupancy_rate;
    std::int8_t credit_rate;
  };
  struct Rate {
    std::int8_t occupancy = 0;
    std::int8_t credits = 0;
    bool listed = false;  ///< in flowing_
  };
  /// Where the last report of this kind for an input VC was put: what comes and what goes in one
  /// cycle often cancels out.
  struct LastMoved {
    Cycle cycle = -1;
    std::uint32_t index = 0;
  };
  struct Bucket {
    std::vector<Shown> shown;
    std::vector<std::uint32_t> ended;  // channels, some run
    std::vector<Moved> moved;
    std::array<std::vector<Change>, 4> changes;  // by Of
    void clear();
  };

  /// Where reports for cycle `at` are collected. Writes the cycles that are complete.
  Bucket& on(Cycle at) {
    if (wakes_.now() != seen_) {
      seen_ = wakes_.now();
      advance(seen_ - 1);
    }
    return calendar_.at(at);
  }
  Moved& moved_at(std::uint32_t input, Cycle at);
  void advance(Cycle end);
  void play(Cycle cycle, Bucket& bucket);
  void add(std::uint32_t input, int occupancy, int credits);
  void flow(Cycle cycle);
  void apply(const Bucket& bucket);
  void apply_moves(const std::vector<Moved>& all);
  void end_run(std::uint32_t channel, Cycle cycle);
  /// The values of a group that are about to change.
  SignalGroup& touch(std::uint32_t group);
  void write_touched(Cycle cycle);
  void begin();
  void stamp(Cycle cycle);

  VcdWriter& vcd_;
  TraceSignals& signals_;
  const WakeQueue& wakes_;
  std::uint64_t period_;
  bool vc_in_question_;  // there is more than one
  TraceCalendar<Bucket> calendar_;
  TouchedGroups touched_;
  std::vector<Reported> reported_;      // per group of a channel
  std::vector<LastMoved> moved_;        // per group of an input VC
  std::vector<Rate> rates_;             // likewise
  std::vector<std::uint32_t> flowing_;  // groups that may have a rate
  Cycle seen_ = -1;                     // last value of now()
  Cycle from_ = 0;
  Cycle to_ = WakeQueue::kNever;
  Cycle end_ = 0;  // first cycle not written
  bool begun_ = false;
  bool closed_ = false;
  bool stamped_ = false;
  Cycle last_stamp_ = 0;  // cycle written last
};

// What comes and what goes in one cycle is one entry, which often cancels out.
inline TraceCycles::Moved& TraceCycles::moved_at(std::uint32_t input, Cycle at) {
  Bucket& bucket = on(at);
  LastMoved& last = moved_[input];
  if (last.cycle != at) {
    last = {at, static_cast<std::uint32_t>(bucket.moved.size())};
    bucket.moved.push_back({input, 0, 0, 0, 0});
  }
  return bucket.moved[last.index];
}

inline bool TraceCycles::take(std::uint32_t channel, const Flit& flit, Cycle at, Cycle interval) {
  Reported& reported = reported_[channel];
  const bool follows = reported.end == at;
  if (!follows) {
    if (reported.running) {
      reported.earlier_ends.push_back(reported.end);
    }
    reported.running = true;
    on(at + interval).ended.push_back(channel);
  }
  reported.end = at + interval;
  const bool same = follows && flit.kind == flit_kind::kBody && reported.kind == flit.kind &&
                    reported.packet == flit.packet && reported.vc == flit.vc;
  reported.packet = flit.packet;
  reported.kind = flit.kind;
  reported.vc = flit.vc;
  return !same;
}

inline SignalGroup& TraceCycles::touch(std::uint32_t number) {
  touched_.insert(number);
  return signals_.group(number);
}

}  // namespace flitcast::trace
