#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "traffic/schedule/operation.h"

namespace flitcast {

/// Dense numbers for the blocks that an operation knows: all parts of some pairs of origin and
/// final.
class BlockIndex {
 public:
  static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);

  /// Consecutive nodes, or Block::kEveryone alone.
  struct Range {
    std::uint32_t first;
    std::uint32_t count;
  };
  static constexpr Range kEveryone{Block::kEveryone, 1};
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  /// Every origin with every final.
  BlockIndex(Range origins, Range finals, std::uint32_t parts)
      : origins_(origins), finals_(finals), parts_(parts) {}
  /// These pairs, at least one and all different, numbered as they come.
  BlockIndex(std::vector<Pair> pairs, std::uint32_t parts);

  std::size_t size() const {
    return (pairs_.empty() ? std::size_t{origins_.count} * finals_.count : pairs_.size()) * parts_;
  }

  /// The number of `block`, or kUnknown when it is not part of the operation.
  std::size_t find(const Block& block) const {
    const auto origin = static_cast<std::uint32_t>(block.origin) - origins_.first;
    const auto final = static_cast<std::uint32_t>(block.final) - finals_.first;
    const auto part = static_cast<std::uint32_t>(block.part);
    if (!pairs_.empty()) {
      return find_pair(block);
    }
    if (origin >= origins_.count || final >= finals_.count || part >= parts_) {
      return kUnknown;
    }
    return (std::size_t{origin} * finals_.count + final) * parts_ + part;
  }

  /// The block with number `i` < size().
  Block operator[](std::size_t i) const;
  /// Calls visit(number, block) for all of them in order, as long as it returns true.
  template <typename Visit>
  void visit_while(Visit&& visit) const {
    std::size_t number = 0;
    for (const auto& pair : pairs_) {
      if (!visit_parts(pair, number, visit)) {
        return;
      }
    }
    for (std::uint32_t origin = 0; origin < origins_.count; ++origin) {
      for (std::uint32_t final = 0; final < finals_.count; ++final) {
        if (!visit_parts({origins_.first + origin, finals_.first + final}, number, visit)) {
          return;
        }
      }
    }
  }

 private:
  std::size_t find_pair(const Block& block) const;
  template <typename Visit>
  bool visit_parts(const Pair& pair, std::size_t& number, Visit&& visit) const {
    for (std::uint32_t part = 0; part < parts_; ++part) {
      if (!visit(number++, make_block(pair.first, pair.second, part))) {
        return false;
      }
    }
    return true;
  }

  Range origins_{0, 0};
  Range finals_{0, 0};
  std::uint32_t parts_;
  std::vector<Pair> pairs_;                             // instead of ranges, by number
  std::vector<std::pair<Pair, std::uint32_t>> sorted_;  // with their numbers
};

/// Dense numbers for what may be known of the blocks of an operation node by node: one place for a
/// block that moves, else one per node and block.
class BlockPlaces {
 public:
  explicit BlockPlaces(const Operation& operation)
      : index_(operation.blocks()),
        nodes_(operation.family() == BlockFamily::kPersonalised ? 1 : operation.nodes) {}

  std::size_t size() const { return index_.size() * nodes_; }
  /// The place of `block` at `node`. Precondition: the operation knows the block.
  std::size_t find(NodeId node, const Block& block) const {
    const std::size_t number = index_.find(block);
    return nodes_ == 1 ? number : node * index_.size() + number;
  }

 private:
  BlockIndex index_;
  std::size_t nodes_;  // that have places of their own
};

}  // namespace flitcast
