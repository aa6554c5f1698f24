#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/types.h"
#include "tb/explore/choose/candidate.h"

namespace flitcast::explore {

/// Cycles of every candidate at every size: times[candidate][size].
using Times = std::vector<std::vector<Cycle>>;

/// Sizes among which every candidate can be played from one size on, or up to one, or between two:
/// all sizes, or where some can be played with the multiples of something, these, and the others.
struct SizeClass {
  std::vector<std::size_t> members;  ///< places of sizes, ascending
};

/// Some size between two that a candidate can be played with is passed over.
bool has_gaps(const std::vector<Cycle>& times);

/// The classes of all sizes with which anything can be played, by their first members. Two sizes
/// are of different classes where a candidate that passes over sizes between its smallest and its
/// largest can be played with one of them.
std::vector<SizeClass> size_classes(const Times& times);

/// Neighbours in a class that have fastest candidates in common.
struct Region {
  std::size_t first;  ///< in SizeClass::members
  std::size_t last;
  std::vector<std::size_t> winners;  ///< ascending; they take as long as each other all over it
};

/// From the smallest size on, each as large as it can be.
std::vector<Region> regions_of(const SizeClass& sizes, const Times& times);

/// The fastest of the candidates that are not among the winners; times.size() where there is none.
std::size_t runner_up(const Region& region, std::size_t size, const Times& times);

/// Of places of sizes, ascending: the first and the last, and between them each whose size is four
/// times the one before or more.
std::vector<std::size_t> scan_of(const std::vector<std::size_t>& places,
                                 const std::vector<std::uint32_t>& sizes);

}  // namespace flitcast::explore
