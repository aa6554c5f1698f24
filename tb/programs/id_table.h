#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "traffic/program/mapped_array.h"

namespace flitcast {

/// Where what has a number in a file is, for files of any length: whatever numbers there are.
class IdTable {
 public:
  void add(std::uint64_t id, std::uint32_t place) { entries_.push_back({id, place}); }
  /// After the last one: a number that was given twice, if there is one.
  std::optional<std::uint64_t> close() {
    const auto earlier = [](const Entry& a, const Entry& b) { return a.id < b.id; };
    if (!std::is_sorted(entries_.begin(), entries_.end(), earlier)) {
      std::sort(entries_.begin(), entries_.end(), earlier);
    }
    const Entry* const twice =
        std::adjacent_find(entries_.begin(), entries_.end(),
                           [](const Entry& a, const Entry& b) { return a.id == b.id; });
    return twice == entries_.end() ? std::nullopt : std::optional(twice->id);
  }
  /// When closed.
  std::optional<std::uint32_t> find(std::uint64_t id) const {
    const Entry* const place = std::lower_bound(
        entries_.begin(), entries_.end(), id,
        [](const Entry& entry, std::uint64_t wanted) { return entry.id < wanted; });
    return place == entries_.end() || place->id != id ? std::nullopt : std::optional(place->place);
  }

 private:
  struct Entry {
    std::uint64_t id;
    std::uint32_t place;
  };
  MappedArray<Entry> entries_;
};

}  // namespace flitcast
