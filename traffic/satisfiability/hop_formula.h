#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traffic/satisfiability/formula.h"
#include "traffic/satisfiability/hop_instance.h"
#include "traffic/satisfiability/hop_symmetry.h"

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
  /// For a search only, and without names: chunks of nodes that are alike, by symmetry_of(), move
  /// alike. There may be no such schedule where there are others. `images` must outlive it.
  HopFormula(const HopInstance& instance, const RoundsOfSteps& rounds,
             const std::vector<HopImage>& images);

  const Formula& formula() const { return formula_; }
  const std::vector<HopChunk>& chunks() const { return chunks_; }
  Literal at(std::size_t chunk, NodeId node, std::size_t step) const {
    const NodeId there = images_ == nullptr ? node : image_of(chunk).nodes[node];
    return static_cast<Literal>(1 + (place_of(chunk) * nodes_ + there) * (steps_ + 1) + step);
  }
  /// Steps from 1 on.
  Literal over(std::size_t chunk, std::size_t link, std::size_t step) const {
    const std::size_t there = images_ == nullptr ? link : image_of(chunk).links[link];
    return static_cast<Literal>(first_over_ + (place_of(chunk) * links_ + there) * steps_ + step -
                                1);
  }

 private:
  HopFormula(const HopInstance& instance, const RoundsOfSteps& rounds, bool named,
             const std::vector<HopImage>* images);
  const HopImage& image_of(std::size_t chunk) const { return (*images_)[chunks_[chunk].origin]; }
  /// Of its variables among those of all chunks that have some of their own.
  std::size_t place_of(std::size_t chunk) const { return places_[chunk]; }
  void place_chunks(std::uint32_t chunks_of_a_node);
  void add_variables(const HopInstance& instance);
  void add_ends();
  void add_arrivals(const HopInstance& instance);
  void add_departures(const HopInstance& instance);
  void add_capacities(const HopInstance& instance, const RoundsOfSteps& rounds);

  const std::vector<HopImage>* images_;  // null without
  std::vector<HopChunk> chunks_;
  std::vector<std::size_t> own_;     // chunks with variables of their own
  std::vector<std::size_t> places_;  // by chunk
  std::size_t nodes_;
  std::size_t links_;
  std::size_t steps_;
  std::size_t first_over_;
  Formula formula_;
};

}  // namespace flitcast
