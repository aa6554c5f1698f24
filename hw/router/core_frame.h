#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/cache_line.h"
#include "hw/router/core_parts.h"
#include "hw/router/parts/absorber.h"
#include "hw/router/parts/reporter.h"
#include "hw/router/parts/room_rule.h"
#include "hw/router/parts/route_unit.h"
#include "hw/router/parts/turn_taker.h"
#include "hw/router/parts/vc_view.h"
#include "hw/router/parts/wait_book.h"
#include "hw/router/policies.h"
#include "hw/router/router_core.h"
#include "hw/time/alarms.h"

namespace flitcast {

/// The parts that every router core is put together from, and the phases of a cycle up to VC
/// allocation. What worms do that hold an output is for the core to say.
template <typename Policies>
class CoreFrame : public RouterCore {
 public:
  explicit CoreFrame(const RouterSite& site);

  void attach_input(PortId port, Link& link) final;
  void attach_output(PortId port, Link& link) final;

  void attach_probe(Probe* probe) final;
  InputVcView view(int input, Cycle now) const final {
    return view_of(inputs_[static_cast<std::size_t>(input)], layout_, room_, now);
  }
  std::vector<OccupiedVc> inspect(Cycle now) const final;
  void end_waits(Cycle end) final;

 protected:
  using Set = typename Policies::Set;

  /// Input VCs with work in a cycle.
  struct Due {
    Set headers;  ///< want an output
    Set moving;   ///< have one
  };
  /// Phase 1 of a cycle: inputs are looked at, payload is absorbed, headers are routed.
  Due look_at_inputs(Cycle now);
  /// Phase 2: VC allocation. Returns the input VCs whose header got an output, and goes on in this
  /// cycle.
  Set allocate_outputs(Set headers, Cycle now);

  /// Before phase 1: input VCs that have work without having been woken.
  Set also_due(Cycle now) const {
    return routes_.units().has_escapes() ? allocator_.also_waiting(inputs_, now) : Set();
  }
  /// Of phase 1: true when the header in front of `in` is routed and wants an output now.
  bool header_ready(int index, InputVc& in, Cycle now);
  /// Of phase 1: payload of the worm that is being copied, as far as it is there.
  void absorb(int index, InputVc& in, Cycle now);

  /// The tail of the worm in front of `in` has left at `at`.
  void finish_worm(int index, InputVc& in, Cycle at);
  /// The tail of the worm in front of `in` has been copied at `at`.
  void finish_copy(InputVc& in, Cycle at);
  /// The tail has left in this cycle: see RouteUnit::leave.
  void leave_queue(int index, Cycle now) { routes_.leave(index, now); }

  InputVc& input(int index) { return inputs_[static_cast<std::size_t>(index)]; }
  int index_of(const InputVc& in) const { return static_cast<int>(&in - inputs_.data()); }
  OutputVc& output(int index) { return outputs_[static_cast<std::size_t>(index)]; }
  /// Routes the header in front of input VC `index`, if there is one and no probe watches; false
  /// when it has no unit to go to yet.
  bool route_early(int index, InputVc& in, Cycle now) {
    return in.channel->ready(now) && !reporter_ && (in.routed() || routes_.route(index, in, now));
  }
  /// Asks for the memory that the allocation of the unit needs that the header likes best.
  OutputVc& fetch_unit(const InputVc& in) {
    OutputVc& out = liked_output(in);
    allocator_.fetch(in.unit);
    __builtin_prefetch(&out);
    return out;
  }
  /// The same for a worm that has an output already.
  void fetch_held(const InputVc& in) const {
    allocator_.fetch(in.unit);
    __builtin_prefetch(in.out);
  }
  /// The first output VC of that unit's port.
  OutputVc& liked_output(const InputVc& in) {
    return output(layout_.input(layout_.port_of_unit(in.unit), 0));
  }
  /// Asks for the part of a core that headers touch, but for its alarms: up to turns_. `core` is
  /// where it begins; null asks for nothing that matters.
  static void fetch_hot(const void* core) {
    constexpr std::uintptr_t kHotBytes = 5 * kCacheLine;
    const auto begin = reinterpret_cast<std::uintptr_t>(core);
    for (std::uintptr_t byte = 0; byte < kHotBytes; byte += kCacheLine) {
      // No offset from a pointer, which may be null. NOLINTNEXTLINE(performance-no-int-to-ptr)
      __builtin_prefetch(reinterpret_cast<const void*>(begin + byte));
    }
  }
  /// Itself, if worms may pass as a whole where no probe watches; else null.
  virtual WormRouter* passed_by_worms() { return nullptr; }

 private:
  bool grant(int index, InputVc& in, OutputVc& out, Cycle now);
  void wake_passed_over(const InputVc& in, Cycle now);
  void strip(int index, InputVc& in, OutputVc& out, Cycle now);
  void wait_for_output(int index, InputVc& in, Cycle now);
  void release(OutputVc& out, Cycle at);

  // The parts that every header touches come first: see fetch_hot().
 protected:
  PortLayout layout_;

 private:
  RouteUnit routes_;
  std::vector<InputVc> inputs_;    // port-major
  std::vector<OutputVc> outputs_;  // port-major
  typename Policies::VcAllocator allocator_;

 protected:
  Reporter reporter_;
  RoomRule room_;
  TurnTaker turns_;
  WaitBook waits_;

 private:
  Absorber absorber_;

 protected:
  Alarms<Set::kWords> wakes_;
};

template <typename Policies>
CoreFrame<Policies>::CoreFrame(const RouterSite& site)
    : layout_(layout_of(site)),
      routes_(site.node, layout_, site.config, site.routing, site.packets),
      inputs_(static_cast<std::size_t>(layout_.inputs())),
      outputs_(inputs_.size()),
      allocator_(layout_, outputs_, routes_.units()),
      reporter_(site.node, layout_),
      room_(layout_, site.config),
      turns_(site.config, reporter_, waits_),
      waits_(site.packets),
      absorber_(reporter_, routes_.wake_kinds()),
      wakes_(site.wakes, site.module) {
  routes_.see(outputs_, site.queues);
}

template <typename Policies>
void CoreFrame<Policies>::attach_input(PortId port, Link& link) {
  attach_inputs(inputs_, layout_, port, link);
  link.attach_reader(wakes_.first(), layout_.input(port, 0), routes_.wake_kinds());
}

template <typename Policies>
void CoreFrame<Policies>::attach_output(PortId port, Link& link) {
  attach_outputs(outputs_, layout_, port, link);
  link.fast().router = reporter_ ? nullptr : passed_by_worms();
}

template <typename Policies>
void CoreFrame<Policies>::attach_probe(Probe* probe) {
  reporter_.attach(probe);
  for (OutputVc& out : outputs_) {
    if (out.link != nullptr) {
      out.link->fast().router = reporter_ ? nullptr : passed_by_worms();
    }
  }
}

template <typename Policies>
[[gnu::always_inline]] inline typename CoreFrame<Policies>::Due CoreFrame<Policies>::look_at_inputs(
    Cycle now) {
  Due due;
  wakes_.take(now).for_each([&](int index) {
    InputVc& in = input(index);
    if (in.absorb_out != nullptr) {
      absorb(index, in, now);
    }
    if (in.out != nullptr) {
      due.moving.insert(index);
      // Both ends of a link have its virtual channel, so on large networks it is rarely in the
      // cache.
      __builtin_prefetch(in.channel);
      __builtin_prefetch(in.out->channel);
    } else if (header_ready(index, in, now)) {
      due.headers.insert(index);
    }
  });
  return due;
}

template <typename Policies>
[[gnu::noinline]] typename CoreFrame<Policies>::Set CoreFrame<Policies>::allocate_outputs(
    Set headers, Cycle now) {
  if (headers.at_most_one()) {
    const int index = headers.first();
    InputVc& in = input(index);
    OutputVc* const out = allocator_.allocate_alone(index, in, now);
    if (out == nullptr) {
      wait_for_output(index, in, now);
      return {};
    }
    return grant(index, in, *out, now) ? headers : Set();
  }
  Set holding;
  const Set losers = allocator_.allocate(headers, inputs_, now, [&](int index, OutputVc& out) {
    if (grant(index, input(index), out, now)) {
      holding.insert(index);
    }
  });
  losers.for_each([&](int index) { wait_for_output(index, input(index), now); });
  return holding;
}

template <typename Policies>
[[gnu::always_inline]] inline bool CoreFrame<Policies>::header_ready(int index, InputVc& in,
                                                                     Cycle now) {
  if (!in.channel->ready(now)) {
    return false;
  }
  if (!in.routed()) {
    const Cycle in_front = std::max(now, in.eligible);
    const bool routed = routes_.route(index, in, now);
    if (reporter_) {
      reporter_.state(index, in, VcState::kRouting, in_front);
    }
    if (!routed) {
      return false;
    }
  }
  if (in.eligible > now) {
    wakes_.wake(index, in.eligible);
    return false;
  }
  return true;
}

// The header gets `out`. False when that is for its address alone, which is stripped.
template <typename Policies>
[[gnu::always_inline]] inline bool CoreFrame<Policies>::grant(int index, InputVc& in, OutputVc& out,
                                                              Cycle now) {
  if (reporter_) {
    reporter_.waited(index, in, out.port, now);
  }
  waits_.unblock(in, *out.link, now);
  out.channel->open();
  if (routes_.units().has_escapes()) {
    wake_passed_over(in, now);
  }
  in.candidates = 0;
  if (routes_.strips(in)) {
    strip(index, in, out, now);
    return false;
  }
  ++in.channel->front().sequence;
  in.out = &out;
  out.link->fast().worm_from = &in;
  if (reporter_) {
    reporter_.holding(index, in, now);
  }
  return true;
}

template <typename Policies>
[[gnu::noinline]] void CoreFrame<Policies>::wait_for_output(int index, InputVc& in, Cycle now) {
  const bool local = layout_.is_local_unit(in.unit);
  WaitBook::block(in, local ? WaitCause::kPort : WaitCause::kContention, now);
  if (reporter_) {
    reporter_.blocked(index, in, now);
  }
  allocator_.await(index, in, now, wakes_);
}

template <typename Policies>
[[gnu::noinline]] void CoreFrame<Policies>::wake_passed_over(const InputVc& in, Cycle now) {
  if (const Set waiters = allocator_.passed_over(in); !waiters.empty()) {
    wakes_.wake(waiters, now + 1);
  }
}

template <typename Policies>
[[gnu::noinline]] void CoreFrame<Policies>::strip(int index, InputVc& in, OutputVc& out,
                                                  Cycle now) {
  absorber_.strip(index, in, out, now, wakes_);
  absorb(index, in, now);
  if (in.channel->occupied()) {
    wakes_.wake(index, std::max(in.channel->front_time(), in.eligible));
  }
}

template <typename Policies>
[[gnu::noinline]] void CoreFrame<Policies>::absorb(int index, InputVc& in, Cycle now) {
  OutputVc& out = *in.absorb_out;
  if (absorber_.absorb(index, in, now, wakes_)) {
    release(out, out.link->next_accept() - out.link->cycles_per_flit());
  }
}

template <typename Policies>
void CoreFrame<Policies>::finish_copy(InputVc& in, Cycle at) {
  OutputVc& out = *in.absorb_out;
  absorber_.end(in);
  release(out, at);
}

// The last flit has left by `out` at `at`.
template <typename Policies>
inline void CoreFrame<Policies>::release(OutputVc& out, Cycle at) {
  const Set waiters = allocator_.release(out, at + out.link->cycles_per_flit());
  turns_.release(out, wakes_.queue());
  if (!waiters.empty()) {
    wakes_.wake(waiters, out.free_at);
  }
}

template <typename Policies>
[[gnu::always_inline]] inline void CoreFrame<Policies>::finish_worm(int index, InputVc& in,
                                                                    Cycle at) {
  OutputVc& out = *in.out;
  in.out = nullptr;
  in.absorbed = 0;
  in.eligible = at + 1;
  if (reporter_) {
    reporter_.idle(index, at + 1);
  }
  release(out, at);
  if (in.channel->occupied()) {
    wakes_.wake(index, std::max(in.channel->front_time(), in.eligible));
  }
}

template <typename Policies>
std::vector<OccupiedVc> CoreFrame<Policies>::inspect(Cycle now) const {
  return occupied_vcs(inputs_, layout_, room_, now);
}

template <typename Policies>
void CoreFrame<Policies>::end_waits(Cycle end) {
  flitcast::end_waits(inputs_, outputs_, layout_, reporter_, waits_, end);
}

}  // namespace flitcast
