#include "traffic/theory/lockstep_cost.h"

namespace flitcast {

void LockstepCost::add(const Schedule& schedule, const Round& round) {
  if (!round.empty()) {
    add_slowest(schedule, round);
  }
  const auto copied = static_cast<std::int64_t>(round.copy_flits());
  cycles_ += copied * times_.model().t_r;
  coefficients_.mu_t_r +=
      Ratio(copied, std::int64_t{schedule.block_flits} * schedule.operation.parts);
}

void LockstepCost::add_slowest(const Schedule& schedule, const Round& round) {
  const std::uint32_t parts = schedule.operation.parts;
  std::size_t slowest = 0;
  Cycle longest = -1;
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    const std::uint64_t payload = schedule.payload_flits(m);
    const Cycle duration = times_.to_end(m, payload) + times_.to_reserve(round, i) +
                           reduction_cycles(times_.model(), schedule, m);
    if (duration > longest) {
      longest = duration;
      slowest = i;
    }
  }
  const MessageView m = round[slowest];
  cycles_ += longest;
  coefficients_ +=
      message_coefficients(times_.switching(), m.hops(), m.header_flits(), m.blocks.size(), parts);
  if (adds(schedule.transfer_of(m))) {
    coefficients_.mu_t_op += Ratio(static_cast<std::int64_t>(m.blocks.size()), parts);
  }
}

}  // namespace flitcast
