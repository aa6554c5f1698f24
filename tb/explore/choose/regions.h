#pragma once

#include <cstddef>
#include <vector>

#include "hw/types.h"
#include "tb/explore/choose/candidate.h"

namespace flitcast {

/// Cycles of every candidate at every size: times[candidate][size].
using Times = std::vector<std::vector<Cycle>>;

/// Sizes that the same candidates can be played with: all, or the multiples of something.
struct SizeClass {
  std::vector<std::size_t> members;  ///< places of sizes, ascending
};

/// The classes of all sizes with which anything can be played, by their first members. A candidate
/// can be played with all sizes of a class, or with none.
std::vector<SizeClass> size_classes(const Times& times);

/// Neighbours in a class with the same fastest candidates.
struct Region {
  std::size_t first;  ///< in SizeClass::members
  std::size_t last;
  std::vector<std::size_t> winners;  ///< ascending; they take as long as each other all over it
};

/// From the smallest size on, each as large as it can be.
std::vector<Region> regions_of(const SizeClass& sizes, const Times& times);

/// The fastest of the candidates that are not among the winners; times.size() where there is none.
std::size_t runner_up(const Region& region, std::size_t size, const Times& times);

}  // namespace flitcast
