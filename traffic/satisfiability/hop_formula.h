#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traffic/satisfiability/formula.h"
#include "traffic/satisfiability/hop_instance.h"

namespace flitcast {

/// "There is a schedule for the instance with these rounds of steps", from the rules alone: no
/// clause is there that only makes the search shorter. Whoever has a schedule has a model.
///
/// - "chunk C at V by step S": after S steps node V has chunk C; step 0 is the beginning.
/// - "chunk C over U>V in step S": the link carries the chunk in that step.
/// - "K or more of chunks C to D over U>V in step S": of the chunks from C to D in their order.
class HopFormula {
 public:
  /// Throws as check_instance does.
  HopFormula(const HopInstance& instance, const RoundsOfSteps& rounds, bool named = true);

  const Formula& formula() const { return formula_; }
  const std::vector<HopChunk>& chunks() const { return chunks_; }
  Literal at(std::size_t chunk, NodeId node, std::size_t step) const {
    return static_cast<Literal>(1 + (chunk * nodes_ + node) * (steps_ + 1) + step);
  }
  /// Steps from 1 on.
  Literal over(std::size_t chunk, std::size_t link, std::size_t step) const {
    return static_cast<Literal>(first_over_ + (chunk * links_ + link) * steps_ + step - 1);
  }

 private:
  void add_variables(const HopInstance& instance);
  void add_ends();
  void add_arrivals(const HopInstance& instance);
  void add_departures(const HopInstance& instance);
  void add_capacities(const HopInstance& instance, const RoundsOfSteps& rounds);

  std::vector<HopChunk> chunks_;
  std::size_t nodes_;
  std::size_t links_;
  std::size_t steps_;
  std::size_t first_over_;
  Formula formula_;
};

}  // namespace flitcast
