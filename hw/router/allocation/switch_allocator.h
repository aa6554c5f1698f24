#pragma once

#include <cstddef>
#include <vector>

#include "hw/router/parts/port_layout.h"
#include "hw/types.h"

namespace flitcast {

/// Switch allocation, for channels that virtual channels share: of the input VCs whose next flit
/// could go on in a cycle, a set in which no two have the same input port or output port.
///
/// Separable, output first: every output port picks one input VC, then every input port keeps one
/// of the picks that fell on it. Both by arbiters that move on with a grant alone.
///
/// It is told where the worm of an input VC goes when that gets its output, not with every flit.
template <typename Arbiter>
class OutputFirstAllocator {
 public:
  using Set = typename Arbiter::Set;

  explicit OutputFirstAllocator(const PortLayout& layout)
      : worms_(static_cast<std::size_t>(layout.inputs())),
        outputs_(static_cast<std::size_t>(layout.ports())),
        input_arbiters_(outputs_.size()),
        vcs_(layout.vcs) {
    for (int index = 0; index < layout.inputs(); ++index) {
      Worm& own = worm(index);
      own.input = static_cast<PortId>(index / vcs_);
      own.input_arbiter = &input_arbiters_[own.input];
    }
  }
  OutputFirstAllocator(const OutputFirstAllocator&) = delete;
  OutputFirstAllocator& operator=(const OutputFirstAllocator&) = delete;

  /// The flits in input VC `index` go to port `output` from now on, until leave().
  void enter(int index, PortId output) {
    Worm& own = worm(index);
    own.output = &outputs_[output];
    Set& same_output = own.output->worms;
    own.rivals = (all_ & group_of(own.input)) | same_output;
    own.rivals.for_each([&](int other) { worm(other).rivals.insert(index); });
    same_output.insert(index);
    all_.insert(index);
  }
  void leave(int index) {
    const Worm& own = worm(index);
    own.rivals.for_each([&](int other) { worm(other).rivals.erase(index); });
    own.output->worms.erase(index);
    all_.erase(index);
  }
  /// The input VCs that have entered.
  const Set& worms() const { return all_; }
  /// Those among them that share a port with `index`, which is one of them.
  const Set& rivals(int index) const { return worms_[static_cast<std::size_t>(index)].rivals; }

  /// The input VCs among `requests` whose flit goes on in cycle `now`. In the second phase of a
  /// cycle the input ports of the first have had their turn.
  Set allocate(const Set& requests, Cycle now) {
    if (allocated_at_ != now) {
      allocated_at_ = now;
      used_inputs_ = Set();
    }
    const Set granted = pick(requests);
    granted.for_each([&](int index) { accept(index); });
    return granted;
  }
  /// The flit in front of `index` goes on without allocation, as none of its rivals asks.
  void accept(int index) {
    const Worm& own = worm(index);
    own.input_arbiter->accept(index);
    own.output->arbiter.accept(index);
  }

 private:
  struct Output {
    Set worms;
    Arbiter arbiter;
  };
  struct Worm {
    Set rivals;
    Arbiter* input_arbiter = nullptr;
    Output* output = nullptr;
    PortId input = 0;
  };

  Worm& worm(int index) { return worms_[static_cast<std::size_t>(index)]; }
  // All input VCs of a port.
  Set group_of(int port) const { return Set::range(port * vcs_, vcs_); }

  Set pick(const Set& requests) {
    Set picks;
    Set inputs = used_inputs_;
    bool clash = false;
    for (Set rest = requests; !rest.empty();) {
      const int first = rest.first();
      const Output& output = *worm(first).output;
      const Set group = rest & output.worms;
      rest -= group;
      const int pick = group.is_single() ? first : output.arbiter.propose(group);
      const PortId input = worm(pick).input;
      picks.insert(pick);
      clash |= inputs.contains(input);
      inputs.insert(input);
    }
    if (clash) {
      return keep_per_input(picks);
    }
    used_inputs_ = inputs;
    return picks;
  }
  [[gnu::noinline]] Set keep_per_input(Set picks) {
    Set kept;
    while (!picks.empty()) {
      const PortId port = worm(picks.first()).input;
      const Set group = picks & group_of(port);
      picks -= group;
      if (!used_inputs_.contains(port)) {
        used_inputs_.insert(port);
        kept.insert(input_arbiters_[port].propose(group));
      }
    }
    return kept;
  }

  Set all_;
  std::vector<Worm> worms_;  // by input VC
  std::vector<Output> outputs_;
  std::vector<Arbiter> input_arbiters_;
  int vcs_;
  Set used_inputs_;  // input ports that sent a flit in the cycle allocated_at_
  Cycle allocated_at_ = -1;
};

}  // namespace flitcast
