#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/allocator/arbiters.h"
#include "hw/router/allocation/crossbar.h"

namespace flitcast {

/// Switch allocation, separable, input first: every crossbar input chooses one of the virtual
/// channels behind it that ask, then every output one of the inputs that have chosen it (Dally and
/// Towles, "Principles and Practices of Interconnection Networks", 2004, 19.3). More iterations go
/// on with what has no partner yet.
///
/// Arbiters move on after grants of the first iteration alone, as in iSLIP (N. McKeown, "The iSLIP
/// scheduling algorithm for input-queued switches", IEEE/ACM ToN 7(2), 1999).
template <typename Arbiter>
class InputFirstSwitch {
 public:
  using Set = typename Arbiter::Set;

  InputFirstSwitch(const RouterPipeline& pipeline, const Crossbar<Set>& crossbar)
      : crossbar_(crossbar),
        iterations_(pipeline.iterations),
        of_inputs_(make_arbiters<Arbiter>(crossbar.inputs())),
        of_outputs_(make_arbiters<Arbiter>(crossbar.outputs(), crossbar.inputs())),
        bids_(of_outputs_.size()),
        chosen_(of_inputs_.size()) {}

  /// Input VC `index` asks for `output` without rivals: it has it.
  [[gnu::always_inline]] void grant_alone(int index, int output) {
    const int input = crossbar_.input_of(index);
    of_inputs_[static_cast<std::size_t>(input)].accept(index);
    of_outputs_[static_cast<std::size_t>(output)].accept(input);
  }

  /// Allocates among the input VCs in `asking`, each of which asks for crossbar output
  /// output_of(index) and is age_of(index) old, see AgeArbiter. Returns the winners.
  template <typename OutputOf, typename AgeOf>
  [[gnu::always_inline]] Set allocate(const Set& asking, const OutputOf& output_of,
                                      const AgeOf& age_of) {
    Set winners;
    Set outputs = bid(asking, output_of, age_of);
    outputs.for_each([&](int output) {
      const int input = choose(output, age_of);
      const int winner = chosen_[static_cast<std::size_t>(input)];
      winners.insert(winner);
      of_outputs_[static_cast<std::size_t>(output)].accept(input);
      of_inputs_[static_cast<std::size_t>(input)].accept(winner);
    });
    if (iterations_ > 1) {
      iterate(asking, outputs, winners, output_of, age_of);
    }
    return winners;
  }
  /// The same for those that hold what they ask for.
  template <typename AgeOf>
  [[gnu::always_inline]] Set allocate_held(const Set& asking, const AgeOf& age_of) {
    if (asking.is_single()) {
      const int index = asking.first();
      grant_alone(index, crossbar_.output_of(index));
      return asking;
    }
    return allocate(
        asking, [this](int index) { return crossbar_.output_of(index); }, age_of);
  }

 private:
  // Every crossbar input chooses one of those in `asking` behind it. Returns the outputs that they
  // ask for.
  template <typename OutputOf, typename AgeOf>
  [[gnu::always_inline]] Set bid(const Set& asking, const OutputOf& output_of,
                                 const AgeOf& age_of) {
    Set outputs;
    Set rest = asking;
    while (!rest.empty()) {
      const int first = rest.first();
      const int input = crossbar_.input_of(first);
      const Set behind = rest & crossbar_.beside(first);
      rest -= behind;
      const int chosen = behind.is_single()
                             ? first
                             : of_inputs_[static_cast<std::size_t>(input)].propose(behind, age_of);
      const int output = output_of(chosen);
      outputs.insert(output);
      bids_[static_cast<std::size_t>(output)].insert(input);
      chosen_[static_cast<std::size_t>(input)] = static_cast<std::uint16_t>(chosen);
    }
    return outputs;
  }
  // An output chooses one of the inputs that ask for it, which is returned.
  template <typename AgeOf>
  [[gnu::always_inline]] int choose(int output, const AgeOf& age_of) {
    return of_outputs_[static_cast<std::size_t>(output)].propose(
        std::exchange(bids_[static_cast<std::size_t>(output)], Set()),
        [&](int input) { return age_of(chosen_[static_cast<std::size_t>(input)]); });
  }
  // The iterations after the first: adds to `winners`, who have `outputs`.
  template <typename OutputOf, typename AgeOf>
  [[gnu::noinline]] void iterate(const Set& asking, Set outputs, Set& winners,
                                 const OutputOf& output_of, const AgeOf& age_of) {
    Set left = asking;
    winners.for_each([&](int winner) { left -= crossbar_.beside(winner); });
    for (int i = 1; i < iterations_; ++i) {
      left.for_each([&](int index) {
        if (outputs.contains(output_of(index))) {
          left.erase(index);
        }
      });
      if (left.empty()) {
        return;
      }
      const Set more = bid(left, output_of, age_of);
      more.for_each([&](int output) {
        const int winner = chosen_[static_cast<std::size_t>(choose(output, age_of))];
        winners.insert(winner);
        left -= crossbar_.beside(winner);
      });
      outputs |= more;
    }
  }

  const Crossbar<Set>& crossbar_;
  int iterations_;
  std::vector<Arbiter> of_inputs_;     // among input VCs
  std::vector<Arbiter> of_outputs_;    // among crossbar inputs
  std::vector<Set> bids_;              // by output, scratch
  std::vector<std::uint16_t> chosen_;  // by crossbar input, scratch
};

}  // namespace flitcast
