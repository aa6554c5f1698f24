#include "hw/time/sequencer.h"

#include <algorithm>
#include <array>

#include "hw/bits.h"

namespace flitcast {
namespace {

// From so many modules on they are fetched, so many at a time.
constexpr std::size_t kManyModules = 512;
constexpr std::size_t kFetched = 16;

}  // namespace

void Sequencer::enlist(std::uint32_t number, SequencedModule& module) {
  modules_.resize(std::max<std::size_t>(modules_.size(), number + std::size_t{1}));
  modules_[number] = &module;
  due_.resize(modules_.size());
  const auto calls = static_cast<std::uint32_t>(modules_.size());  // in a step, at most
  observed_steps_ = std::clamp(kObservedCalls / calls, 1U, kObservedSteps);
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

bool Sequencer::step() {
  const Cycle cycle = next_;
  if (cycle >= hook_at_) {
    call_hooks(cycle);
  }
  const bool any = run_phase(cycle);
  if (two_phases_) {
    run_phase(cycle);
  }
  if (++steps_ >= observed_steps_) {
    steps_ = 0;
    for (CycleObserver* observer : observers_) {
      observer->reached(cycle);
    }
  }
  next_ = wakes_.next();
  if (any && (next_ == WakeQueue::kNever || next_ > wakes_.last_cycle())) {
    next_ = cycle + 1;  // in which the network is at rest
  }
  stopped_ = next_ != WakeQueue::kNever && next_ > wakes_.last_cycle();
  return next_ != WakeQueue::kNever && !stopped_;
}

// Where modules may be woken for the cycle that they are in, which makes another phase, who is due
// in this one is clear before any of them runs.
bool Sequencer::run_phase(Cycle cycle) {
  const auto for_due = [&](auto&& visit) {
    return wakes_.enter(cycle, [&](std::size_t word, std::uint64_t bits) {
      for (SequencedModule* const* const modules = &modules_[word * 64]; bits != 0;
           bits &= bits - 1) {
        visit(*modules[lowest(bits)]);
      }
    });
  };
  const bool few = modules_.size() < kManyModules;
  if (few && !two_phases_) {
    return for_due([&](SequencedModule& module) { module.tick(cycle); });
  }
  std::size_t count = 0;
  for_due([&](SequencedModule& module) { due_[count++] = &module; });
  if (few) {
    std::for_each_n(due_.begin(), count, [&](SequencedModule* module) { module->tick(cycle); });
  } else {
    run_fetched(count, cycle);
  }
  return count > 0;
}

// What a tick needs lies behind a chain of look-ups, each of which misses the cache on a large
// network: those of several modules are made side by side.
void Sequencer::run_fetched(std::size_t count, Cycle cycle) {
  for (std::size_t first = 0; first < count; first += kFetched) {
    const std::size_t end = std::min(count, first + kFetched);
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

}  // namespace flitcast
