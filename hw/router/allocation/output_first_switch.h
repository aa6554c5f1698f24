#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/allocator/arbiters.h"
#include "hw/router/allocation/crossbar.h"
#include "hw/router_pipeline.h"

namespace flitcast {

/// Switch allocation, separable, output first: every crossbar output picks one of the input virtual
/// channels that ask for it, then every input keeps one of the picks that fell on it. Both by
/// arbiters that move on with a grant alone: a pick that comes to nothing keeps its turn.
template <typename Arbiter>
class OutputFirstSwitch {
 public:
  using Set = typename Arbiter::Set;

  OutputFirstSwitch(const RouterPipeline& /*pipeline*/, const Crossbar<Set>& crossbar)
      : crossbar_(crossbar),
        of_outputs_(make_arbiters<Arbiter>(crossbar.outputs())),
        of_inputs_(make_arbiters<Arbiter>(crossbar.inputs(), crossbar.outputs())),
        bids_(of_outputs_.size()) {}

  /// As InputFirstSwitch's.
  [[gnu::always_inline]] void grant_alone(int index, int output) {
    of_inputs_[static_cast<std::size_t>(crossbar_.input_of(index))].accept(index);
    of_outputs_[static_cast<std::size_t>(output)].accept(index);
  }
  template <typename OutputOf, typename AgeOf>
  [[gnu::noinline]] Set allocate(const Set& asking, const OutputOf& output_of,
                                 const AgeOf& age_of) {
    Set outputs;
    asking.for_each([&](int index) {
      outputs.insert(output_of(index));
      bids_[static_cast<std::size_t>(output_of(index))].insert(index);
    });
    Set picks;
    outputs.for_each([&](int output) {
      const auto at = static_cast<std::size_t>(output);
      picks.insert(of_outputs_[at].propose(bids_[at], age_of));
      bids_[at] = Set();
    });
    return granted(picks, output_of, age_of);
  }
  template <typename AgeOf>
  [[gnu::always_inline]] Set allocate_held(const Set& asking, const AgeOf& age_of) {
    Set picks;
    Set behind;
    bool clash = false;
    for (Set rest = asking; !rest.empty();) {
      const int first = rest.first();
      const Set group = rest & crossbar_.holders_with(first);
      rest -= group;
      const auto output = static_cast<std::size_t>(crossbar_.output_of(first));
      const int pick = group.at_most_one() ? first : of_outputs_[output].propose(group, age_of);
      clash |= behind.contains(pick);
      behind |= crossbar_.beside(pick);
      picks.insert(pick);
    }
    const auto output_of = [this](int index) { return crossbar_.output_of(index); };
    if (clash) {
      return granted(picks, output_of, age_of);
    }
    picks.for_each([&](int index) { grant_alone(index, output_of(index)); });
    return picks;
  }

 private:
  template <typename OutputOf, typename AgeOf>
  [[gnu::noinline]] Set granted(Set picks, const OutputOf& output_of, const AgeOf& age_of) {
    Set winners;
    while (!picks.empty()) {
      const int first = picks.first();
      const Set group = picks & crossbar_.beside(first);
      picks -= group;
      const auto input = static_cast<std::size_t>(crossbar_.input_of(first));
      const int winner = group.at_most_one() ? first : of_inputs_[input].propose(group, age_of);
      grant_alone(winner, output_of(winner));
      winners.insert(winner);
    }
    return winners;
  }

  const Crossbar<Set>& crossbar_;
  std::vector<Arbiter> of_outputs_;  // among input VCs
  std::vector<Arbiter> of_inputs_;   // likewise
  std::vector<Set> bids_;            // by output, scratch
};

}  // namespace flitcast
