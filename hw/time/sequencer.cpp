#include "hw/time/sequencer.h"

#include <algorithm>

namespace flitcast {
namespace {

// Set bits of a 16-bit group, without a call on processors of the baseline architecture.
int count_bits(std::uint64_t group) {
  group -= group >> 1U & 0x5555U;
  group = (group & 0x3333U) + (group >> 2U & 0x3333U);
  group = (group + (group >> 4U)) & 0x0F0FU;
  return static_cast<int>((group + (group >> 8U)) & 0x1FU);
}

}  // namespace

Sequencer::Sequencer(sc_core::sc_module_name name, WakeQueue& wakes, const sc_core::sc_time& period,
                     bool two_phases)
    : sc_core::sc_module(name), wakes_(wakes), period_(period), two_phases_(two_phases) {
  SC_METHOD(step);
}

sc_core::sc_event& Sequencer::enlist(std::uint32_t module, sc_core::sc_event& own) {
  own_.resize(std::max<std::size_t>(own_.size(), module + std::size_t{1}));
  own_[module] = &own;
  while (shared_.size() * kGroup < own_.size()) {
    shared_.push_back(std::make_unique<sc_core::sc_event>());
  }
  return *shared_[module / kGroup];
}

void Sequencer::set_hook(CycleHook& hook, Cycle at) {
  const auto place = std::find_if(hooks_.begin(), hooks_.end(),
                                  [&](const Hooked& each) { return each.hook == &hook; });
  if (place == hooks_.end()) {
    hooks_.push_back({&hook, at});
  } else {
    place->at = at;
  }
  find_next_hook();
}

// A hook may set others while it is called.
void Sequencer::call_hooks(Cycle cycle) {
  while (hook_at_ <= cycle) {
    const auto due = std::find_if(hooks_.begin(), hooks_.end(),
                                  [&](const Hooked& each) { return each.at <= cycle; });
    CycleHook& hook = *due->hook;
    set_hook(hook, hook.before(cycle));
  }
}

void Sequencer::find_next_hook() {
  hook_at_ = WakeQueue::kNever;
  for (const Hooked& each : hooks_) {
    hook_at_ = std::min(hook_at_, each.at);
  }
}

void Sequencer::step() {
  const Cycle cycle = next_;
  if (cycle >= hook_at_) {
    call_hooks(cycle);
  }
  const bool any =
      wakes_.enter(cycle, [this](std::size_t word, std::uint64_t bits) { trigger(word, bits); });
  if (two_phases_ && !second_phase_) {
    any_due_ = any;
    second_phase_ = true;
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  second_phase_ = false;
  if (++steps_ % kObservedSteps == 0) {
    for (CycleObserver* observer : observers_) {
      observer->reached(cycle);
    }
  }
  // Whoever runs now will most likely have work in the next cycle.
  next_ = any || any_due_ ? cycle + 1 : wakes_.next();
  if (next_ == WakeQueue::kNever) {
    return;
  }
  if (next_ > wakes_.last_cycle()) {
    stopped_ = true;
    return;
  }
  next_trigger(static_cast<double>(next_ - cycle) * period_);
}

// Immediate notification: the modules run in this delta cycle, after the sequencer.
void Sequencer::trigger(std::size_t word, std::uint64_t bits) {
  constexpr std::uint64_t kGroupMask = (std::uint64_t{1} << kGroup) - 1;
  for (unsigned shift = 0; shift < 64; shift += kGroup) {
    std::uint64_t group = bits >> shift & kGroupMask;
    if (group == 0) {
      continue;
    }
    if (count_bits(group) >= kDenseGroup) {
      shared_[(word * 64 + shift) / kGroup]->notify();
      continue;
    }
    for (; group != 0; group &= group - 1) {
      own_[word * 64 + shift + static_cast<unsigned>(__builtin_ctzll(group))]->notify();
    }
  }
}

}  // namespace flitcast
