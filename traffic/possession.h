#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "traffic/block_index.h"
#include "traffic/schedule.h"

namespace flitcast {

/// Who holds which block of an operation, symbolically. The verifier plays a schedule on it before
/// a run; the player feeds it with what was really delivered.
class Possession {
 public:
  /// The operation's precondition. The nodes of all messages are nodes of the operation.
  explicit Possession(const Operation& operation);

  /// All messages of a round at once: sources must hold what they send at the start of the round.
  /// Personalised blocks move; replicated ones are copied and must be new to the receiver;
  /// a reduction message carries the sender's partial sum as it was at the start of the round, and
  /// its operands must be new to the receiver. Unicasts move their sender's own blocks straight to
  /// where they belong. Throws ScheduleError naming round, node and block.
  void apply(std::uint64_t round_number, const Round& round);

  /// The first violation of the operation's postcondition in words; empty when it is met.
  std::string missing() const;

 private:
  static constexpr std::size_t kWordBits = 64;
  static constexpr std::size_t kSliceBits = 512;
  /// Bit i stands for operand i of the slice.
  using OperandSlice = std::array<std::uint64_t, kSliceBits / kWordBits>;
  /// Copies of a partial sum, see copy().
  struct Transfer {
    std::size_t from;
    std::size_t to;
  };

  void apply_unicasts(std::uint64_t round_number, const Round& round) const;
  void apply_personalised(std::uint64_t round_number, const Round& round);
  void apply_replicated(std::uint64_t round_number, const Round& round);
  void apply_reduction(std::uint64_t round_number, const Round& round);
  /// apply_reduction for one slice of all sets of operands.
  void add_slice(std::uint64_t round_number, std::size_t slice);

  std::string missing_personalised() const;
  std::string missing_replicated() const;
  std::string missing_operand() const;

  /// Number of `block`; throws when `node` sends what the operation does not have.
  std::size_t number_of(std::uint64_t round_number, NodeId node, const Block& block) const;
  /// Index of what `node` has of the block with number `block`, where every node may have some.
  std::size_t copy(NodeId node, std::size_t block) const { return node * index_->size() + block; }
  std::size_t copies() const { return operation_.nodes * index_->size(); }

  Operation operation_;
  std::optional<BlockIndex> index_;  // empty for unicasts
  std::vector<NodeId> holder_;       // personalised: of every block
  std::vector<bool> held_;           // replicated: of every copy

  // Reduction: of every copy, the set of operands in it. The bit sets are cut into slices, and
  // those of the same operands stand together, so that a round works on one slice after the other
  // without leaving the cache.
  std::size_t slices_ = 0;
  std::vector<OperandSlice> sums_;     // slice-major, then by copy
  std::vector<Transfer> transfers_;    // of the round being applied
  std::vector<OperandSlice> carried_;  // of every transfer, the slice under way
};

}  // namespace flitcast
