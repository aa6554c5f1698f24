#include "hw/time/sequencer.h"

#include <algorithm>
#include <array>

#include "hw/bits.h"

namespace flitcast {
namespace {

// From so many modules on they are fetched, so many at a time.
constexpr std::size_t kManyModules = 512;
constexpr std::size_t kFetched = 16;

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

void Sequencer::enlist(std::uint32_t number, SequencedModule& module) {
  modules_.resize(std::max<std::size_t>(modules_.size(), number + std::size_t{1}));
  modules_[number] = &module;
  order_.push_back(number);
}

void Sequencer::start_of_simulation() {
  std::stable_sort(order_.begin(), order_.end(), [](std::uint32_t left, std::uint32_t right) {
    return left / kGroup < right / kGroup;
  });
  due_.reserve(modules_.size());
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
  const bool any = run_phase(cycle);
  if (two_phases_) {
    run_phase(cycle);
  }
  if (++steps_ % kObservedSteps == 0) {
    for (CycleObserver* observer : observers_) {
      observer->reached(cycle);
    }
  }
  next_ = wakes_.next();
  if (any && (next_ == WakeQueue::kNever || next_ > wakes_.last_cycle())) {
    next_ = cycle + 1;  // in which the network is at rest
  }
  if (next_ == WakeQueue::kNever) {
    return;
  }
  if (next_ > wakes_.last_cycle()) {
    stopped_ = true;
    return;
  }
  next_trigger(static_cast<double>(next_ - cycle) * period_);
}

// Modules may be woken for the cycle that they are in, which makes another phase: who is due in
// this one is clear before any of them runs.
bool Sequencer::run_phase(Cycle cycle) {
  due_.clear();
  wakes_.enter(cycle, [this](std::size_t word, std::uint64_t bits) {
    for (std::size_t first = word * 64; bits != 0; first += kGroup, bits >>= kGroup) {
      add_due(first, bits & (bit(kGroup) - 1));
    }
  });
  if (modules_.size() < kManyModules) {
    for (SequencedModule* module : due_) {
      module->tick(cycle);
    }
  } else {
    run_fetched(cycle);
  }
  return !due_.empty();
}

// What a tick needs lies behind a chain of look-ups, each of which misses the cache on a large
// network: those of several modules are made side by side.
void Sequencer::run_fetched(Cycle cycle) {
  for (std::size_t first = 0; first < due_.size(); first += kFetched) {
    const std::size_t end = std::min(due_.size(), first + kFetched);
    std::array<FetchChain, kFetched> chains;
    bool ended = false;
    for (int step = 0; step < SequencedModule::kFetchSteps && !ended; ++step) {
      ended = true;
      for (std::size_t i = first; i < end; ++i) {
        FetchChain& chain = chains[i - first];
        if (!chain.ended) {
          due_[i]->fetch(cycle, step, chain);
          ended = false;
        }
      }
    }
    for (std::size_t i = first; i < end; ++i) {
      due_[i]->tick(cycle);
    }
  }
}

void Sequencer::add_due(std::size_t first, std::uint64_t group) {
  if (count_bits(group) < kDenseGroup) {
    for (; group != 0; group &= group - 1) {
      due_.push_back(modules_[first + static_cast<std::size_t>(lowest(group))]);
    }
    return;
  }
  for (std::size_t end = std::min(first + kGroup, order_.size()); end > first; --end) {
    due_.push_back(modules_[order_[end - 1]]);
  }
}

}  // namespace flitcast
