#pragma once

#include <cstdint>
#include <string>

#include "hw/network_config.h"
#include "traffic/schedule.h"

namespace flitcast {

/// A latency as a function of the timing model and the message size μ (flits):
///   t_s·`t_s` + t_d·`t_d` + t_m·(μ·`mu_t_m_num`/`mu_t_m_den` + `t_m`)
/// where the `t_m` term counts header flits beyond the first. CATALOGUE's (a, b, c).
struct Coefficients {
  std::int64_t t_s = 0;
  std::int64_t t_d = 0;
  std::int64_t mu_t_m_num = 0;
  std::int64_t mu_t_m_den = 1;
  std::int64_t t_m = 0;

  double mu_t_m() const {
    return static_cast<double>(mu_t_m_num) / static_cast<double>(mu_t_m_den);
  }
  /// Exact cycles; μ·num must be divisible by den.
  Cycle cycles(const TimingModel& model, std::uint64_t mu) const;
};

bool operator==(const Coefficients& a, const Coefficients& b);
inline bool operator!=(const Coefficients& a, const Coefficients& b) {
  return !(a == b);
}
Coefficients& operator+=(Coefficients& a, const Coefficients& b);
/// "7·t_s + 12·t_d + 7·μ·t_m".
std::string to_string(const Coefficients& c);

/// Cycles from issue to complete arrival of one message without contention:
///   wormhole, cut-through   t_s + D·t_d + (H − 1 + L)·t_m
///   store-and-forward       t_s + D·(t_d + (H − 1 + L)·t_m)
Cycle message_cycles(const TimingModel& model, Switching switching, std::uint64_t hops,
                     std::uint64_t header_flits, std::uint64_t payload_flits);

/// The same as coefficients, for a message of `blocks` blocks out of `parts` to the μ.
Coefficients message_coefficients(Switching switching, std::uint64_t hops,
                                  std::uint64_t header_flits, std::uint64_t blocks,
                                  std::uint32_t parts);

/// Adds up a schedule played in lockstep: every round lasts as long as its slowest message, whose
/// coefficients it contributes.
class LockstepCost {
 public:
  LockstepCost(const TimingModel& model, Switching switching)
      : model_(model), switching_(switching) {}

  void add(const Schedule& schedule, const Round& round);
  Cycle cycles() const { return cycles_; }
  const Coefficients& coefficients() const { return coefficients_; }

 private:
  TimingModel model_;
  Switching switching_;
  Cycle cycles_ = 0;
  Coefficients coefficients_;
};

}  // namespace flitcast
