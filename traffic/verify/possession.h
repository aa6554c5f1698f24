#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "traffic/schedule/block_index.h"
#include "traffic/schedule/schedule.h"
#include "traffic/verify/operand_sums.h"

namespace flitcast {

/// Who holds which block of an operation, symbolically. The verifier plays a schedule on it before
/// a run; the executor feeds it with what was really delivered.
class Possession {
 public:
  /// The operation's precondition. The nodes of all messages are nodes of the operation.
  explicit Possession(const Operation& operation);

  /// All messages of a round at once: sources must hold what they send at the start of the round.
  /// What is stored must be new to the receiver. A partial sum is that of the start of the round,
  /// and the operands in it must be new to a receiver that adds it. Loose blocks are their
  /// sender's own, and for where they go. Throws ScheduleError naming round, node and block.
  void apply(std::uint64_t round_number, const Round& round);

  /// What every node holds now, in the order of the blocks' numbers. Not of loose ones.
  std::vector<std::vector<Block>> holdings() const;
  /// Reduction: the nodes whose operands are in what `node` has of a block, ascending.
  std::vector<NodeId> operands(NodeId node, const Block& block) const;

  /// The first violation of the operation's postcondition in words; empty when it is met.
  std::string missing() const;

 private:
  void apply_loose(std::uint64_t round_number, const Round& round) const;
  void apply_personalised(std::uint64_t round_number, const Round& round);
  /// The message cannot send the block.
  [[noreturn]] void refuse_personalised(std::uint64_t round_number, const MessageView& m,
                                        const Block& block) const;
  /// Blocks that several nodes can hold: checks that the senders do, takes from them what they give
  /// up, and gives it to the receivers.
  void apply_copies(std::uint64_t round_number, const Round& round);
  void take_from_sender(std::uint64_t round_number, const MessageView& m);
  void give_to_receivers(std::uint64_t round_number, const MessageView& m);
  void check_sender(std::uint64_t round_number, const MessageView& m) const;
  void store(std::uint64_t round_number, NodeId node, const Block& block, bool adds);
  /// The partial sums of the messages of apply_copies.
  void collect_sums(const MessageView& m);
  void carry_sums(std::uint64_t round_number);

  std::string missing_personalised() const;
  std::string missing_copy() const;
  std::string wrong_operand() const;

  /// Number of `block`; throws when `node` sends what the operation does not have.
  std::size_t number_of(std::uint64_t round_number, NodeId node, const Block& block) const;
  /// Index of what `node` has of the block with number `block`, where every node may have some.
  std::size_t copy(NodeId node, std::size_t block) const { return node * index_->size() + block; }
  std::size_t copies() const { return operation_.nodes * index_->size(); }

  Operation operation_;
  std::optional<BlockIndex> index_;            // empty for loose blocks
  std::vector<NodeId> holder_;                 // personalised: of every block
  std::vector<bool> held_;                     // the others: of every copy
  OperandSums sums_;                           // of every copy, in a reduction
  std::vector<OperandSums::Carried> carried_;  // in the round being applied
};

}  // namespace flitcast
