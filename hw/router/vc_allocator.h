#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "hw/router/candidate_units.h"
#include "hw/router/port_layout.h"
#include "hw/worm/input_vc.h"

namespace flitcast {

/// VC allocation: gives headers output virtual channels, one each. A header asks for the unit (the
/// virtual channels of a port and class) that it prefers among those with a free channel; every
/// unit gives its free channels in ascending order to the headers whose turn it is, by an arbiter
/// of its own; who has none then asks for what is left. Header and output match at most once, and
/// nobody is left over who could have had one.
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
  Set allocate(Set headers, const std::vector<InputVc>& inputs, Cycle now, Grant&& grant) {
    Set losers;
    while (!headers.empty()) {
      Set asked;     // units
      Set choosers;  // headers that may ask again
      headers.for_each([&](int index) {
        const InputVc& in = inputs[static_cast<std::size_t>(index)];
        int unit = in.unit;
        if (in.candidates > 1) {
          unit = first_free(in, now);
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
          OutputVc* const out = unit.free_output(now);
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
    for (int i = 0; i < in.candidates; ++i) {
      Unit& unit = units_[static_cast<std::size_t>(candidates_.unit(in, i))];
      if (OutputVc* out = unit.free_output(now)) {
        unit.arbiter.accept(index);
        out->held = true;
        return out;
      }
    }
    return nullptr;
  }

  /// For a loser: calls wake(at) for cycles in which one of its candidates is free, and has
  /// release() return it when one of them comes free later.
  template <typename Wake>
  void await(int index, const InputVc& in, Cycle now, Wake&& wake) {
    for (int i = 0; i < in.candidates; ++i) {
      Unit& unit = units_[static_cast<std::size_t>(candidates_.unit(in, i))];
      unit.waiters.insert(index);
      for (const OutputVc* out = unit.begin; out != unit.end; ++out) {
        if (!out->held) {  // its last worm has just left, or somebody else is about to hold it
          wake(std::max(out->free_at, now + 1));
        }
      }
    }
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
        if (!out->held && out->free_at <= now) {
          return out;
        }
      }
      return nullptr;
    }
  };

  // The unit that the header prefers among those with a free output, -1 without one.
  int first_free(const InputVc& in, Cycle now) const {
    for (int i = 0; i < in.candidates; ++i) {
      const int unit = candidates_.unit(in, i);
      if (units_[static_cast<std::size_t>(unit)].free_output(now) != nullptr) {
        return unit;
      }
    }
    return -1;
  }

  const CandidateUnits& candidates_;
  std::vector<Unit> units_;
  std::vector<Set> requests_;  // per unit, scratch
};

}  // namespace flitcast
