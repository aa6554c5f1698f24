#pragma once

#include "traffic/theory/cost_model.h"
#include "traffic/theory/message_times.h"

namespace flitcast {

/// Adds up a schedule played in lockstep: every round lasts as long as its slowest message, whose
/// coefficients it contributes, reduction at the receiver included, and then the copying of what is
/// rearranged. The coefficients come to the cycles where MessageTimes go by the closed form;
/// elsewhere they are the start-ups, links and flits of the slowest messages.
class LockstepCost {
 public:
  LockstepCost(const TimingModel& model, Switching switching, const LinkTimes* links = nullptr,
               const NetworkConfig* network = nullptr)
      : times_(model, switching, links, network) {}

  void add(const Schedule& schedule, const Round& round);
  Cycle cycles() const { return cycles_; }
  const Coefficients& coefficients() const { return coefficients_; }

 private:
  void add_slowest(const Schedule& schedule, const Round& round);

  MessageTimes times_;
  Cycle cycles_ = 0;
  Coefficients coefficients_;
};

}  // namespace flitcast
