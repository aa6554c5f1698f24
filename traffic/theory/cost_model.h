#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "hw/network_config.h"
#include "traffic/schedule/schedule.h"
#include "traffic/theory/ratio.h"

namespace flitcast {

/// More than a run can take, and than a Cycle can count.
inline constexpr Cycle kEndlessCycles = std::numeric_limits<Cycle>::max();
/// A schedule may take so many cycles and a round more without the sum getting out of range.
inline constexpr Cycle kMostLockstepCycles = 4'000'000'000'000'000'000;

/// A latency as a function of the timing model and the message size μ (flits):
///   t_s·`t_s` + t_d·`t_d` + t_m·(μ·`mu_t_m` + `t_m`) + t_r·μ·`mu_t_r` + t_op·μ·`mu_t_op`
/// where the `t_m` term counts header flits beyond the first. The last two terms are
/// what nodes do with the flits in their memories.
struct Coefficients {
  std::int64_t t_s = 0;
  std::int64_t t_d = 0;
  Ratio mu_t_m = 0;
  std::int64_t t_m = 0;
  Ratio mu_t_r = 0;
  Ratio mu_t_op = 0;

  /// Exact cycles; μ times each of the fractions must be whole. kEndlessCycles when they are as
  /// many or more.
  Cycle cycles(const TimingModel& model, std::uint64_t mu) const;
};

bool operator==(const Coefficients& a, const Coefficients& b);
inline bool operator!=(const Coefficients& a, const Coefficients& b) {
  return !(a == b);
}
Coefficients& operator+=(Coefficients& a, const Coefficients& b);
/// "7·t_s + 12·t_d + 7·μ·t_m".
std::string to_string(const Coefficients& c);
/// The same without copies and reductions that take no time in the model.
std::string to_string(const Coefficients& c, const TimingModel& model);

/// Cycles from issue to complete arrival of one message without contention:
///   wormhole, cut-through   t_s + D·t_d + (H − 1 + L)·t_m
///   store-and-forward       t_s + D·(t_d + (H − 1 + L)·t_m)
inline Cycle message_cycles(const TimingModel& model, Switching switching, std::uint64_t hops,
                            std::uint64_t header_flits, std::uint64_t payload_flits) {
  const auto links = static_cast<Cycle>(hops);
  const Cycle interval = links > 0 ? model.t_m : 1;
  const Cycle body = static_cast<Cycle>(header_flits - 1 + payload_flits) * interval;
  const Cycle passes = links > 0 && switching == Switching::kStoreAndForward ? links : 1;
  return model.t_s + links * model.t_d + passes * body;
}

/// The same as coefficients, for a message of `blocks` blocks out of `parts` to the μ.
Coefficients message_coefficients(Switching switching, std::uint64_t hops,
                                  std::uint64_t header_flits, std::uint64_t blocks,
                                  std::uint32_t parts);

/// Cycles that a receiver of a message takes to reduce it: t_op for every payload flit, none where
/// it only stores them.
inline Cycle reduction_cycles(const TimingModel& model, const Schedule& schedule,
                              const MessageView& m) {
  return model.t_op > 0 && adds(schedule.transfer_of(m))
             ? static_cast<Cycle>(schedule.payload_flits(m)) * model.t_op
             : 0;
}

}  // namespace flitcast
