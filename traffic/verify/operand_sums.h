#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "hw/types.h"
#include "traffic/schedule/operation.h"

namespace flitcast {

/// The partial sums of a reduction, of every copy of a block: which nodes' operands are in it.
class OperandSums {
 public:
  /// None: nothing is added.
  OperandSums() = default;
  /// Empty ones, of so many nodes' operands.
  OperandSums(NodeId operands, std::size_t copies);

  bool exist() const { return slices_ > 0; }
  void put(std::size_t copy, NodeId operand);
  bool has(std::size_t copy, NodeId operand) const;

  /// An operand that a sum lacks, or has and should not have.
  struct Fault {
    NodeId operand;
    bool lost;
  };
  /// The lowest; nothing where the sum is that of the promised operands.
  std::optional<Fault> fault(std::size_t copy, const OperandRange& promised) const;

  /// A sum on its way from copy to copy.
  struct Carried {
    std::size_t from;
    std::size_t to;
    bool kept;  ///< by the sender
  };
  /// All sums of a round at once, each that of its start. `twice` hears of operands that the
  /// receiver of a sum already has; null where that is no harm.
  using Twice = std::function<void(std::size_t to, std::size_t operand)>;
  void carry(const std::vector<Carried>& carried, const Twice& twice);

 private:
  static constexpr std::size_t kWordBits = 64;
  static constexpr std::size_t kSliceBits = 512;
  /// Bit i stands for operand i of the slice.
  using Slice = std::array<std::uint64_t, kSliceBits / kWordBits>;

  void carry_slice(const std::vector<Carried>& carried, std::size_t slice, const Twice& twice);
  std::uint64_t word(std::size_t copy, NodeId operand) const {
    return sums_[operand / kSliceBits * copies_ + copy][operand % kSliceBits / kWordBits];
  }

  // The bit sets are cut into slices, and those of the same operands stand together, so that a
  // round works on one slice after the other without leaving the cache.
  NodeId operands_ = 0;
  std::size_t copies_ = 0;
  std::size_t slices_ = 0;
  std::vector<Slice> sums_;       // slice-major, then by copy
  std::vector<Slice> in_flight_;  // of every carried sum, the slice at hand
};

}  // namespace flitcast
