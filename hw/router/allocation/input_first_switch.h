#pragma once

#include <cstddef>
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
        of_outputs_(make_arbiters<Arbiter>(crossbar.outputs(), crossbar.inputs())) {}

  /// Input VC `index` asks for `output` without rivals: it has it.
  [[gnu::always_inline]] void grant_alone(int index, int output) {
    of_input(index).accept(index);
    of_outputs_[static_cast<std::size_t>(output)].accept(crossbar_.input_of(index));
  }

  /// Allocates among the input VCs in `asking`, each of which asks for crossbar output
  /// output_of(index) and is age_of(index) old, see AgeArbiter. Returns the winners.
  template <typename OutputOf, typename AgeOf>
  [[gnu::noinline]] Set allocate(const Set& asking, const OutputOf& output_of,
                                 const AgeOf& age_of) {
    const auto rivals_of = [&](int index) {
      Set rivals;
      asking.for_each([&](int other) {
        if (output_of(other) == output_of(index)) {
          rivals.insert(other);
        }
      });
      return rivals;
    };
    return allocate_among(asking, output_of, rivals_of, age_of);
  }
  /// The same for those that hold what they ask for.
  template <typename AgeOf>
  [[gnu::always_inline]] Set allocate_held(const Set& asking, const AgeOf& age_of) {
    const auto output_of = [this](int index) { return crossbar_.output_of(index); };
    if (asking.at_most_one()) {
      const int index = asking.first();
      grant_alone(index, output_of(index));
      return asking;
    }
    const auto rivals_of = [&](int index) { return crossbar_.holders_with(index); };
    return allocate_among(asking, output_of, rivals_of, age_of);
  }

 private:
  // rivals_of(index): those that ask for the same output, and maybe others that do not ask.
  template <typename OutputOf, typename RivalsOf, typename AgeOf>
  [[gnu::always_inline]] Set allocate_among(const Set& asking, const OutputOf& output_of,
                                            const RivalsOf& rivals_of, const AgeOf& age_of) {
    Set winners;
    match(asking, output_of, rivals_of, age_of, [&](int winner, int output) {
      winners.insert(winner);
      grant_alone(winner, output);
    });
    if (iterations_ > 1) {
      iterate(asking, winners, output_of, rivals_of, age_of);
    }
    return winners;
  }
  // One iteration: every crossbar input chooses one of those in `asking` behind it, then every
  // output one of these. Calls matched(winner, output) for each.
  template <typename OutputOf, typename RivalsOf, typename AgeOf, typename Matched>
  [[gnu::always_inline]] void match(const Set& asking, const OutputOf& output_of,
                                    const RivalsOf& rivals_of, const AgeOf& age_of,
                                    const Matched& matched) {
    Set chosen;
    for (Set rest = asking; !rest.empty();) {
      const int first = rest.first();
      const Set behind = rest & crossbar_.beside(first);
      rest -= behind;
      chosen.insert(behind.at_most_one() ? first : of_input(first).propose(behind, age_of));
    }
    while (!chosen.empty()) {
      const int first = chosen.first();
      const Set rivals = chosen & rivals_of(first);
      chosen -= rivals;
      const int output = output_of(first);
      matched(rivals.at_most_one() ? first : choose(rivals, output, age_of), output);
    }
  }
  // An output chooses one of the inputs of `rivals`.
  template <typename AgeOf>
  [[gnu::noinline]] int choose(const Set& rivals, int output, const AgeOf& age_of) const {
    Set inputs;
    rivals.for_each([&](int index) { inputs.insert(crossbar_.input_of(index)); });
    const auto of = [&](int input) { return (rivals & crossbar_.behind(input)).first(); };
    return of(of_outputs_[static_cast<std::size_t>(output)].propose(
        inputs, [&](int input) { return age_of(of(input)); }));
  }
  // The iterations after the first: adds to `winners`.
  template <typename OutputOf, typename RivalsOf, typename AgeOf>
  [[gnu::noinline]] void iterate(const Set& asking, Set& winners, const OutputOf& output_of,
                                 const RivalsOf& rivals_of, const AgeOf& age_of) {
    Set left = asking;
    Set more = winners;
    for (int i = 1; i < iterations_ && !more.empty(); ++i) {
      more.for_each([&](int winner) { left -= crossbar_.beside(winner) | rivals_of(winner); });
      more = Set();
      match(left, output_of, rivals_of, age_of,
            [&](int winner, int /*output*/) { more.insert(winner); });
      winners |= more;
    }
  }
  Arbiter& of_input(int index) {
    return of_inputs_[static_cast<std::size_t>(crossbar_.input_of(index))];
  }

  const Crossbar<Set>& crossbar_;
  int iterations_;
  std::vector<Arbiter> of_inputs_;   // among input VCs
  std::vector<Arbiter> of_outputs_;  // among crossbar inputs
};

}  // namespace flitcast
