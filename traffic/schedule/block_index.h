#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traffic/schedule/operation.h"

namespace flitcast {

/// Dense numbers for the blocks that an operation knows. Not for OperationKind::kUnicasts, whose
/// blocks may repeat.
class BlockIndex {
 public:
  static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);

  explicit BlockIndex(const Operation& operation);

  std::size_t size() const { return (std::size_t{origins_} * finals_ + pieces_) * parts_; }

  /// The number of `block`, or kUnknown when it is not part of the operation.
  std::size_t find(const Block& block) const {
    const auto origin = static_cast<std::uint32_t>(block.origin) - first_origin_;
    const auto final = static_cast<std::uint32_t>(block.final) - first_final_;
    const auto part = static_cast<std::uint32_t>(block.part);
    if (shape_ != Shape::kRectangle) {
      return find_in_shape(block);
    }
    if (origin >= origins_ || final >= finals_ || part >= parts_) {
      return kUnknown;
    }
    return (std::size_t{origin} * finals_ + final) * parts_ + part;
  }

  /// The block with number `i` < size().
  Block operator[](std::size_t i) const;

 private:
  /// Which pairs of origin and final there are: all of some origins and finals, one final to an
  /// origin, or the pieces of a vector and behind them the sums of the rows of a grid.
  enum class Shape { kRectangle, kShift, kMatrixVector };

  std::size_t find_in_shape(const Block& block) const;

  Shape shape_ = Shape::kRectangle;
  std::uint32_t first_origin_ = 0;
  std::uint32_t origins_ = 1;
  std::uint32_t first_final_ = Block::kEveryone;
  std::uint32_t finals_ = 1;
  std::uint32_t parts_;
  std::uint32_t pieces_ = 0;     // kMatrixVector: of the vector; origins_ are the rows then
  std::uint32_t step_ = 0;       // kMatrixVector: from row to row
  std::vector<NodeId> shifted_;  // kShift: the final of every origin
};

/// Dense numbers for what may be known of the blocks of an operation node by node: one place for a
/// block that moves, else one per node and block.
class BlockPlaces {
 public:
  explicit BlockPlaces(const Operation& operation)
      : index_(operation),
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
