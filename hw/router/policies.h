#pragma once

#include "hw/allocator/round_robin_arbiter.h"
#include "hw/allocator/separable_input_first.h"
#include "hw/index_set.h"
#include "hw/router/allocation/chosen_allocators.h"
#include "hw/router/allocation/input_first_switch.h"
#include "hw/router/allocation/output_first_switch.h"
#include "hw/router/allocation/unit_vc_allocator.h"
#include "hw/router/allocation/vc_allocator.h"

namespace flitcast {

/// The policies of a core that is faster for a contract router with up to 64·kWords input virtual
/// channels, by name,
template <int kWords>
struct FastPolicies {
  using Set = IndexSet<kWords>;
  using VcAllocator = SeparableVcAllocator<RoundRobinArbiter<Set>>;
  using Switch = OutputFirstSwitch<RoundRobinArbiter<Set>>;
};

/// of a VcCore as a contract router,
template <int kWords>
struct ContractPolicies {
  using Set = IndexSet<kWords>;
  static constexpr bool kStaged = false;
  using VcAllocator = UnitVcAllocator<RoundRobinArbiter<Set>>;
  using Switch = OutputFirstSwitch<RoundRobinArbiter<Set>>;
};

/// as a router with a pipeline of stages,
template <int kWords>
struct StagedPolicies {
  using Set = IndexSet<kWords>;
  static constexpr bool kStaged = true;
  using Arbiter = RoundRobinArbiter<Set>;
  using Switch = InputFirstSwitch<Arbiter>;
  struct VcAllocator : SeparableInputFirst<Arbiter> {
    static constexpr bool kAsksAgain = false;
    VcAllocator(const RouterPipeline& pipeline, const PortLayout& layout)
        : SeparableInputFirst<Arbiter>(layout.inputs(), layout.inputs(), pipeline.iterations) {}
  };
};

/// and the same with the allocators and arbiters that a configuration asks for.
template <int kWords>
struct ChosenPolicies {
  using Set = IndexSet<kWords>;
  static constexpr bool kStaged = true;
  struct VcAllocator : ChosenVcAllocator<Set> {
    static constexpr bool kAsksAgain = false;
    VcAllocator(const RouterPipeline& pipeline, const PortLayout& layout)
        : ChosenVcAllocator<Set>(pipeline, layout.inputs()) {}
  };
  using Switch = ChosenSwitch<Set>;
};

}  // namespace flitcast
