#pragma once

#include "hw/allocator/round_robin_arbiter.h"
#include "hw/allocator/separable_input_first.h"
#include "hw/index_set.h"
#include "hw/router/allocation/chosen_allocators.h"
#include "hw/router/allocation/input_first_switch.h"
#include "hw/router/allocation/switch_allocator.h"
#include "hw/router/allocation/vc_allocator.h"

namespace flitcast {

/// The policies of a router with up to 64·kWords input virtual channels, by name; a router with
/// other ones is made of another structure like this.
template <int kWords>
struct RoundRobinPolicies {
  using Set = IndexSet<kWords>;
  using VcAllocator = SeparableVcAllocator<RoundRobinArbiter<Set>>;
  using SwitchAllocator = OutputFirstAllocator<RoundRobinArbiter<Set>>;
};

/// Likewise for a router with a pipeline of stages.
template <int kWords>
struct StagedPolicies {
  using Set = IndexSet<kWords>;
  using Arbiter = RoundRobinArbiter<Set>;
  using Switch = InputFirstSwitch<Arbiter>;
  struct VcAllocator : SeparableInputFirst<Arbiter> {
    VcAllocator(const RouterPipeline& pipeline, int vcs)
        : SeparableInputFirst<Arbiter>(vcs, vcs, pipeline.iterations) {}
  };
};

/// The same with the allocators and arbiters that a configuration asks for.
template <int kWords>
struct ChosenPolicies {
  using Set = IndexSet<kWords>;
  using VcAllocator = ChosenVcAllocator<Set>;
  using Switch = ChosenSwitch<Set>;
};

}  // namespace flitcast
