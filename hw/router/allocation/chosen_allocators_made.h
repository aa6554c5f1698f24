#pragma once

#include <utility>

#include "hw/allocator/age_arbiter.h"
#include "hw/allocator/matrix_arbiter.h"
#include "hw/allocator/maximum_matching.h"
#include "hw/allocator/random_arbiter.h"
#include "hw/allocator/round_robin_arbiter.h"
#include "hw/allocator/separable_input_first.h"
#include "hw/allocator/separable_output_first.h"
#include "hw/allocator/wavefront.h"
#include "hw/index_set.h"
#include "hw/router/allocation/chosen_allocators.h"
#include "hw/router/allocation/input_first_switch.h"
#include "hw/router/allocation/matrix_switch.h"

namespace flitcast {

// What makes the allocators that a configuration chooses, for the sources that have them made.

namespace allocators_made {

template <typename Allocator>
class VcAllocatorOf final : public ChosenVcAllocator<typename Allocator::Set>::Any {
 public:
  using Set = typename Allocator::Set;

  explicit VcAllocatorOf(Allocator allocator) : allocator_(std::move(allocator)) {}

  void allocate(const Requests<Set>& requests, Matching<Set>& matching,
                const std::uint64_t* ages) override {
    allocator_.allocate(requests, matching, [ages](int row, int /*column*/) { return ages[row]; });
  }
  int grant_alone(int row, const Set& columns) override {
    return allocator_.grant_alone(row, columns);
  }

 private:
  Allocator allocator_;
};

template <typename Switch>
class SwitchOf final : public ChosenSwitch<typename Switch::Set>::Any {
 public:
  using Set = typename Switch::Set;

  explicit SwitchOf(Switch allocator) : switch_(std::move(allocator)) {}

  void grant_alone(int index, int output) override { switch_.grant_alone(index, output); }
  Set allocate(const Set& asking, const std::uint16_t* outputs,
               const std::uint64_t* ages) override {
    return switch_.allocate(
        asking, [outputs](int index) { return outputs[index]; },
        [ages](int index) { return ages[index]; });
  }

 private:
  Switch switch_;
};

/// Round robin is a part of iSLIP.
inline ArbiterKind arbiter_of(const RouterPipeline& pipeline) {
  return pipeline.allocator == AllocatorKind::kIslip ? ArbiterKind::kRoundRobin : pipeline.arbiter;
}

/// Calls make(arbiter) with an arbiter of the kind that is asked for.
template <typename Set, typename Make>
auto with_arbiter(ArbiterKind kind, Make&& make) {
  switch (kind) {
    case ArbiterKind::kMatrix:
      return make(MatrixArbiter<Set>());
    case ArbiterKind::kAge:
      return make(AgeArbiter<Set>());
    case ArbiterKind::kRandom:
      return make(RandomArbiter<Set>());
    case ArbiterKind::kRoundRobin:
      break;
  }
  return make(RoundRobinArbiter<Set>());
}

template <typename Allocator>
auto vc_allocator_of(Allocator allocator) {
  using Any = typename ChosenVcAllocator<typename Allocator::Set>::Any;
  return std::unique_ptr<Any>(std::make_unique<VcAllocatorOf<Allocator>>(std::move(allocator)));
}

template <typename Switch>
auto switch_of(Switch allocator) {
  using Any = typename ChosenSwitch<typename Switch::Set>::Any;
  return std::unique_ptr<Any>(std::make_unique<SwitchOf<Switch>>(std::move(allocator)));
}

template <typename Arbiter>
auto make_vc_allocator(const RouterPipeline& pipeline, int vcs) {
  using Set = typename Arbiter::Set;
  switch (pipeline.allocator) {
    case AllocatorKind::kSeparableOutputFirst:
    case AllocatorKind::kIslip:
      return vc_allocator_of(SeparableOutputFirst<Arbiter>(vcs, vcs, pipeline.iterations));
    case AllocatorKind::kWavefront:
      return vc_allocator_of(WavefrontAllocator<Set>(vcs, vcs));
    case AllocatorKind::kMaximum:
      return vc_allocator_of(MaximumMatching<Set>(vcs, vcs));
    case AllocatorKind::kSeparableInputFirst:
      break;
  }
  return vc_allocator_of(SeparableInputFirst<Arbiter>(vcs, vcs, pipeline.iterations));
}

template <typename Arbiter>
auto make_switch(const RouterPipeline& pipeline, const Crossbar<typename Arbiter::Set>& crossbar) {
  using Set = typename Arbiter::Set;
  const int inputs = crossbar.inputs();
  const int outputs = crossbar.outputs();
  const auto on_matrix = [&](auto allocator) {
    return switch_of(MatrixSwitch<decltype(allocator), Arbiter>(crossbar, std::move(allocator)));
  };
  switch (pipeline.allocator) {
    case AllocatorKind::kSeparableOutputFirst:
    case AllocatorKind::kIslip:
      return on_matrix(SeparableOutputFirst<Arbiter>(inputs, outputs, pipeline.iterations));
    case AllocatorKind::kWavefront:
      return on_matrix(WavefrontAllocator<Set>(inputs, outputs));
    case AllocatorKind::kMaximum:
      return on_matrix(MaximumMatching<Set>(inputs, outputs));
    case AllocatorKind::kSeparableInputFirst:
      break;
  }
  return switch_of(InputFirstSwitch<Arbiter>(pipeline, crossbar));
}

}  // namespace allocators_made

template <typename Set>
ChosenVcAllocator<Set>::ChosenVcAllocator(const RouterPipeline& pipeline, int vcs)
    : any_(allocators_made::with_arbiter<Set>(
          allocators_made::arbiter_of(pipeline),
          [&](auto arbiter) {
            return allocators_made::make_vc_allocator<decltype(arbiter)>(pipeline, vcs);
          })),
      ages_(static_cast<std::size_t>(vcs)) {}

template <typename Set>
ChosenSwitch<Set>::ChosenSwitch(const RouterPipeline& pipeline, const Crossbar<Set>& crossbar)
    : crossbar_(crossbar),
      any_(allocators_made::with_arbiter<Set>(
          allocators_made::arbiter_of(pipeline),
          [&](auto arbiter) {
            return allocators_made::make_switch<decltype(arbiter)>(pipeline, crossbar);
          })),
      outputs_(static_cast<std::size_t>(crossbar.vcs())),
      ages_(outputs_.size()) {}

}  // namespace flitcast
