#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traffic/schedule.h"

namespace flitcast {

/// Who holds which block of an operation, symbolically. The verifier plays a schedule on it before
/// a run; the player feeds it with what was really delivered.
class Possession {
 public:
  /// The operation's precondition.
  explicit Possession(const Operation& operation);

  /// All messages of a round at once: sources must hold what they send at the start of the round.
  /// Personalised blocks move; replicated ones are copied and must be new to the receiver;
  /// a reduction message carries the sender's partial sum as it was at the start of the round, and
  /// its operands must be new to the receiver. Throws ScheduleError (verifier.h) naming round,
  /// node and block.
  void apply(std::uint64_t round_number, const Round& round);

  /// The first violation of the operation's postcondition in words; empty when it is met.
  std::string missing() const;

 private:
  void apply_personalised(std::uint64_t round_number, const Round& round);
  void apply_replicated(std::uint64_t round_number, const Round& round);
  void apply_reduction(std::uint64_t round_number, const Round& round);

  Operation operation_;
};

}  // namespace flitcast
