#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/router/parts/candidate_units.h"
#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/port_layout.h"
#include "hw/router/parts/writable.h"

namespace flitcast {

/// VC allocation: gives headers output virtual channels, one each. A header asks for the unit (the
/// virtual channels of a port and class) that it prefers among those with a free channel; every
/// unit gives its free channels in ascending order to the headers whose turn it is, by an arbiter
/// of its own; headers without one then ask for what is left. Header and output match at most once,
/// and no header is left without one that it could have had.
///
/// Input VCs are known by their numbers; `Arbiter` chooses among those in an Arbiter::Set.
template <typename Arbiter>
class SeparableVcAllocator {
 public:
  using Set = typename Arbiter::Set;

  /// `outputs` and `candidates` must outlive the allocator, `outputs` where they are.
  SeparableVcAllocator(const PortLayout& layout, std::vector<OutputVc>& outputs,
                       const CandidateUnits& candidates)
      : candidates_(candidates),
        units_(static_cast<std::size_t>(layout.units())),
        requests_(units_.size()) {
    for (int port = 0; port < layout.ports(); ++port) {
      for (int vc_class = 0; vc_class < layout.classes; ++vc_class) {
        Unit& unit = units_[static_cast<std::size_t>(layout.unit(port, vc_class))];
        OutputVc* const first = outputs.data() + layout.input(port, 0);
        unit.begin = first + layout.first_vc(vc_class);
        unit.end = first + layout.first_vc(vc_class + 1);
      }
    }
  }

  /// Allocates to the input VCs in `headers`, whose headers have been routed, and calls
  /// grant(index, output) for the winners, units in ascending order. The output is held from then
  /// on. Returns the losers.
  template <typename Grant>
  [[gnu::always_inline]] Set allocate(Set headers, const std::vector<InputVc>& inputs, Cycle now,
                                      Grant&& grant) {
    Set losers;
    while (!headers.empty()) {
      Set asked;     // units
      Set choosers;  // headers that may ask again
      headers.for_each([&](int index) {
        const InputVc& in = inputs[static_cast<std::size_t>(index)];
        int unit = in.unit;
        if (in.candidates > 1) {
          unit = choose(in, now);
          if (unit < 0) {
            losers.insert(index);
            return;
          }
          choosers.insert(index);
        }
        asked.insert(unit);
        requests_[static_cast<std::size_t>(unit)].insert(index);
      });
      asked.for_each([&](int number) {
        Unit& unit = units_[static_cast<std::size_t>(number)];
        Set requests = std::exchange(requests_[static_cast<std::size_t>(number)], Set());
        while (!requests.empty()) {
          OutputVc* const out = free_output(number, now);
          if (out == nullptr) {
            losers |= requests - choosers;
            return;
          }
          const int winner = unit.arbiter.pick(requests);
          requests.erase(winner);
          choosers.erase(winner);
          out->held = true;
          grant(winner, *out);
        }
      });
      headers = choosers;
    }
    return losers;
  }

  /// The common case of allocate(): one header. Null when it gets none.
  OutputVc* allocate_alone(int index, const InputVc& in, Cycle now) {
    if (in.candidates > 1) {
      return allocate_among(index, in, now);
    }
    Unit& unit = units_[in.unit];
    OutputVc* const out = unit.free_output(now);
    if (out != nullptr) {
      unit.arbiter.accept(index);
      out->held = true;
    }
    return out;
  }

  /// For a loser: wakes it, by `wakes`, in cycles in which one of its candidates is free, and has
  /// release() return it when one of them comes free later.
  template <typename Wakes>
  void await(int index, const InputVc& in, Cycle now, Wakes& wakes) {
    for (int i = 0; i < in.candidates; ++i) {
      const int number = candidates_.unit(in, i);
      Unit& unit = units_[static_cast<std::size_t>(number)];
      unit.waiters.insert(index);
      for (const OutputVc* out = unit.begin; out != unit.end; ++out) {
        if (!out->held) {  // its last worm has just left, or another is about to hold it
          const Cycle free = std::max(out->free_at, now + 1);
          if (!candidates_.needs_empty(number)) {
            wakes.wake(index, free);
          } else if (const Cycle empty = await_empty(*out->channel, free, wakes.cause(index));
                     empty != VirtualChannel::kOpen) {
            wakes.wake(index, empty);
          }
        }
      }
    }
  }

  /// A buffer that has to be empty wakes only one of the headers that wait for it. The others
  /// among `inputs` that may ask at `now` because such a buffer is.
  Set also_waiting(const std::vector<InputVc>& inputs, Cycle now) const {
    Set headers;
    for (std::size_t number = 0; number < units_.size(); ++number) {
      const Set& waiters = units_[number].waiters;
      const int unit = static_cast<int>(number);
      if (candidates_.needs_empty(unit) && !waiters.empty() && free_output(unit, now) != nullptr) {
        headers |= waiters;
      }
    }
    Set ready;
    headers.for_each([&](int index) {
      const InputVc& in = inputs[static_cast<std::size_t>(index)];
      if (in.out == nullptr && in.routed() && in.eligible <= now && in.channel->ready(now)) {
        ready.insert(index);
      }
    });
    return ready;
  }
  /// The header in front of `in` has been given an output. Returns those that wait for a buffer to
  /// be empty with it, and are to ask again: it might have been the one to be woken.
  Set passed_over(const InputVc& in) const {
    Set waiters;
    for (int i = 0; i < in.candidates; ++i) {
      if (const int number = candidates_.unit(in, i); candidates_.needs_empty(number)) {
        waiters |= units_[static_cast<std::size_t>(number)].waiters;
      }
    }
    return waiters;
  }

  /// The worm that holds `out` has left it; the next may have it from `free_at` on. Returns the
  /// input VCs that are to be woken then.
  Set release(OutputVc& out, Cycle free_at) {
    out.held = false;
    out.free_at = free_at;
    return std::exchange(units_[out.unit].waiters, Set());
  }

  void fetch(int unit) const { __builtin_prefetch(&units_[static_cast<std::size_t>(unit)]); }

 private:
  struct Unit {
    OutputVc* begin = nullptr;
    OutputVc* end = nullptr;
    Set waiters;  // input VCs whose header waits for one of them
    Arbiter arbiter;

    OutputVc* free_output(Cycle now) const {
      for (OutputVc* out = begin; out != end; ++out) {
        if (out->is_free(now)) {
          return out;
        }
      }
      return nullptr;
    }
  };

  [[gnu::noinline]] OutputVc* allocate_among(int index, const InputVc& in, Cycle now) {
    const int number = choose(in, now);
    if (number < 0) {
      return nullptr;
    }
    OutputVc* const out = free_output(number, now);
    units_[static_cast<std::size_t>(number)].arbiter.accept(index);
    out->held = true;
    return out;
  }

  int choose(const InputVc& in, Cycle now) const {
    return candidates_.choose(in, [&](int number) { return free_slots(number, now); });
  }

  // See CandidateUnits::choose. A free output has been left by the worm before, so that dates say
  // which slots behind it may be written.
  std::int64_t free_slots(int number, Cycle now) const {
    if (!candidates_.by_credits()) {
      return free_output(number, now) != nullptr ? 0 : -1;
    }
    const Unit& unit = units_[static_cast<std::size_t>(number)];
    const bool needs_empty = candidates_.needs_empty(number);
    std::int64_t slots = -1;
    for (const OutputVc* out = unit.begin; out != unit.end; ++out) {
      if (out->is_free(now) && (!needs_empty || is_empty(*out->channel, now))) {
        slots = std::max<std::int64_t>(slots, 0) + static_cast<std::int64_t>(writable(*out, now));
      }
    }
    return slots;
  }
  // The first output of a unit that a header may have at `now`.
  OutputVc* free_output(int number, Cycle now) const {
    const Unit& unit = units_[static_cast<std::size_t>(number)];
    return candidates_.needs_empty(number) ? empty_output(unit, now) : unit.free_output(now);
  }
  [[gnu::noinline]] static OutputVc* empty_output(const Unit& unit, Cycle now) {
    for (OutputVc* out = unit.begin; out != unit.end; ++out) {
      if (out->is_free(now) && is_empty(*out->channel, now)) {
        return out;
      }
    }
    return nullptr;
  }
  static bool is_empty(const VirtualChannel& channel, Cycle now) {
    return channel.has_room(channel.capacity(), now);
  }
  // From when on, not before `from`, the buffer is empty; kOpen: it will wake `header` then.
  static Cycle await_empty(VirtualChannel& channel, Cycle from, const WakeCause& header) {
    const Cycle room = channel.packet_room_from(channel.capacity(), from);
    return room != VirtualChannel::kOpen ? room : channel.await_room(channel.capacity(), header);
  }

  const CandidateUnits& candidates_;
  std::vector<Unit> units_;
  std::vector<Set> requests_;  // per unit, scratch
};

}  // namespace flitcast
