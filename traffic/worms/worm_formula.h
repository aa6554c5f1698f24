#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traffic/satisfiability/formula.h"
#include "traffic/worms/worm_instance.h"

namespace flitcast {

/// "There is a schedule for the instance with so many rounds", from the rules alone. Whoever has a
/// schedule has a model.
///
/// - "worm 0>1>5 in round R": one goes that way, in a round from 1 on.
/// - "chunk C at V after round R": node V has the data of node C; round 0 is the beginning. Only
///   where data spread.
/// - "worm 0>1>5 brings chunk C in round R", in all-gather: there the worm has these data. Of
///   broadcast and multicast it is the worm itself that goes only from where the data are.
/// - "2 or more of worms A to B over 0>1 in round R", and "from 3", "to 3": of those that use it,
///   in the order of the ways, see WormResource.
class WormFormula {
 public:
  /// Throws as check_instance does, and std::length_error.
  WormFormula(const WormInstance& instance, std::uint32_t rounds, bool named = true);

  const Formula& formula() const { return formula_; }
  /// Rounds from 1 on.
  Literal worm(std::size_t way, std::size_t round) const {
    return static_cast<Literal>(first_worm_ + way * rounds_ + round - 1);
  }
  /// Chunks as origins_of() has them.
  Literal brings(std::size_t way, std::size_t chunk, std::size_t round) const {
    return chunks_ == 1 ? worm(way, round)
                        : static_cast<Literal>(first_brings_ + (way * chunks_ + chunk) * rounds_ +
                                               round - 1);
  }
  Literal at(std::size_t chunk, NodeId node, std::size_t round) const {
    return static_cast<Literal>(1 + (chunk * nodes_ + node) * (rounds_ + 1) + round);
  }

 private:
  void add_variables(const WormInstance& instance);
  void add_ends(const WormInstance& instance);
  void add_arrivals(const WormInstance& instance);
  void add_departures(const WormInstance& instance);
  void add_pairs(const WormInstance& instance);
  void add_resources(const WormInstance& instance);

  std::vector<NodeId> origins_;  // of chunks; empty where data do not spread
  std::size_t chunks_;
  std::size_t nodes_;
  std::size_t rounds_;
  std::size_t first_worm_;
  std::size_t first_brings_;
  Formula formula_;
};

}  // namespace flitcast
