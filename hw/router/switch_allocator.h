#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "hw/router/port_layout.h"
#include "hw/types.h"

namespace flitcast {

/// Switch allocation, for channels that virtual channels share: of the input VCs whose next flit
/// could go on in a cycle, a set in which no two have the same input port or output port.
///
/// Separable, output first: every output port picks one input VC, then every input port keeps one
/// of the picks that fell on it. Both by arbiters that move on with a grant alone.
template <typename Arbiter>
class OutputFirstAllocator {
 public:
  using Set = typename Arbiter::Set;

  explicit OutputFirstAllocator(const PortLayout& layout)
      : vcs_(layout.vcs),
        requests_(static_cast<std::size_t>(layout.ports())),
        output_arbiters_(requests_.size()),
        input_arbiters_(requests_.size()) {}

  /// The input VCs whose flit goes on in cycle `now`; output_of(index) is the output port of one in
  /// `requests`. In the second phase of a cycle the input ports of the first have had their turn.
  template <typename OutputOf>
  Set allocate(const Set& requests, Cycle now, OutputOf&& output_of) {
    if (allocated_at_ != now) {
      allocated_at_ = now;
      used_inputs_ = Set();
    }
    Set picks = pick_per_output(requests, output_of);
    Set granted;
    while (!picks.empty()) {
      const int port = picks.first() / vcs_;
      const Set group = picks & group_of(port);
      picks -= group;
      if (!used_inputs_.contains(port)) {
        used_inputs_.insert(port);
        const int winner = input_arbiters_[static_cast<std::size_t>(port)].pick(group);
        output_arbiters_[static_cast<std::size_t>(output_of(winner))].accept(winner);
        granted.insert(winner);
      }
    }
    return granted;
  }

 private:
  template <typename OutputOf>
  Set pick_per_output(const Set& requests, OutputOf&& output_of) {
    Set outputs;
    requests.for_each([&](int index) {
      const int port = output_of(index);
      requests_[static_cast<std::size_t>(port)].insert(index);
      outputs.insert(port);
    });
    Set picks;
    outputs.for_each([&](int port) {
      const auto place = static_cast<std::size_t>(port);
      picks.insert(output_arbiters_[place].propose(requests_[place]));
      requests_[place] = Set();
    });
    return picks;
  }
  // All input VCs of a port.
  Set group_of(int port) const { return Set::range(port * vcs_, vcs_); }

  int vcs_;
  Cycle allocated_at_ = -1;    // the last cycle
  Set used_inputs_;            // input ports that sent a flit in it
  std::vector<Set> requests_;  // per output port, scratch
  std::vector<Arbiter> output_arbiters_;
  std::vector<Arbiter> input_arbiters_;
};

}  // namespace flitcast
