#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "hw/allocator/arbiters.h"
#include "hw/allocator/matching.h"
#include "hw/router/allocation/crossbar.h"

namespace flitcast {

/// Switch allocation by an allocator that works on the matrix of crossbar inputs and outputs; whose
/// turn it is among the virtual channels behind an input that ask for the same output, an arbiter
/// per input says.
template <typename Allocator, typename Arbiter>
class MatrixSwitch {
 public:
  using Set = typename Arbiter::Set;

  MatrixSwitch(const Crossbar<Set>& crossbar, Allocator allocator)
      : crossbar_(crossbar),
        allocator_(std::move(allocator)),
        turns_(make_arbiters<Arbiter>(crossbar.inputs(), crossbar.inputs() + crossbar.outputs())),
        requests_(crossbar.inputs()),
        matching_(crossbar.inputs()) {}

  /// As InputFirstSwitch's.
  void grant_alone(int index, int output) {
    const int input = crossbar_.input_of(index);
    allocator_.grant_alone(input, Set::of(output));
    turns_[static_cast<std::size_t>(input)].accept(index);
  }
  template <typename OutputOf, typename AgeOf>
  Set allocate(const Set& asking, const OutputOf& output_of, const AgeOf& age_of) {
    requests_.clear();
    asking.for_each([&](int index) { requests_.add(crossbar_.input_of(index), output_of(index)); });
    const auto between = [&](int input, int output) {
      Set set;
      (asking & crossbar_.behind(input)).for_each([&](int index) {
        if (output_of(index) == output) {
          set.insert(index);
        }
      });
      return set;
    };
    allocator_.allocate(requests_, matching_, [&](int input, int output) {
      const Set rivals = between(input, output);
      auto oldest = age_of(rivals.first());
      rivals.for_each([&](int index) { oldest = std::min(oldest, age_of(index)); });
      return oldest;
    });
    Set winners;
    matching_.rows.for_each([&](int input) {
      Arbiter& turn = turns_[static_cast<std::size_t>(input)];
      const int winner = turn.propose(between(input, matching_.column_of(input)), age_of);
      turn.accept(winner);
      winners.insert(winner);
    });
    return winners;
  }

 private:
  const Crossbar<Set>& crossbar_;
  Allocator allocator_;
  std::vector<Arbiter> turns_;  // by crossbar input
  Requests<Set> requests_;
  Matching<Set> matching_;
};

}  // namespace flitcast
