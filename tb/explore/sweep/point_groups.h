#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace flitcast::explore {

/// Points of a sweep that have the same to tell.
struct PointGroup {
  std::string reason;  ///< of the first of them
  std::string first;   ///< its name
  std::size_t count = 0;
  bool alike = false;  ///< the reasons of others have other numbers
  /// Of every key that is swept, the different values that they have, in order.
  std::vector<std::vector<std::string>> values;
};

/// Sorts points by what is the matter with them: reasons are the same when they differ in numbers
/// alone, like "3x5 is not a square" and "4x8x2 is not a square", or in the name of the point.
class PointGroups {
 public:
  /// `values`: of the keys that are swept.
  void add(const std::string& reason, const std::string& point,
           const std::vector<std::string>& values);

  /// Of all points.
  std::size_t count() const;
  bool empty() const { return groups_.empty(); }
  /// Those with most points first, of equal ones those that came first.
  std::vector<PointGroup> largest_first() const;

 private:
  struct Entry {
    PointGroup group;
    std::vector<std::set<std::string>> known;  // of its values
  };
  std::vector<Entry> groups_;
  std::map<std::string, std::size_t> places_;  // of outlines
};

/// "3 points, topology.dims = 4x4, 5x5 and 7 more": how many there are, and in what they differ
/// from the others: `sizes` are the numbers of different values that the keys have in the whole
/// sweep; a key of which the group has all of them tells nothing.
std::string describe(const PointGroup& group, const std::vector<std::string>& keys,
                     const std::vector<std::size_t>& sizes);

}  // namespace flitcast::explore
