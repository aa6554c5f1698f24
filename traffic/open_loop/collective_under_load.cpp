#include "traffic/open_loop/collective_under_load.h"

#include <algorithm>

namespace flitcast {

Cycle CollectiveUnderLoad::completion() const {
  return std::max(executor_.completion(), load_.completion());
}

WorkloadProgress CollectiveUnderLoad::progress() const {
  if (!traffic_) {
    WorkloadProgress alone = alone_.progress();
    alone.words += " without traffic";
    return alone;
  }
  return started_ < 0 || executor_.finished() ? load_.progress() : executor_.progress();
}

std::string CollectiveUnderLoad::position() const {
  if (!traffic_) {
    return alone_.position() + " without traffic";
  }
  return started_ < 0 || executor_.finished() ? load_.position() : executor_.position();
}

// Parts may act in cycles for which they have not asked.
void CollectiveUnderLoad::act(Cycle now) {
  if (!traffic_) {
    start_traffic_when_alone_is_over(now);
    return;
  }
  act_part(load_, now);
  if (started_ >= 0) {
    act_part(executor_, now);
  } else {
    start_schedule_when_warm();
  }
  if (executor_.finished()) {
    load_.stop(now);
  }
}

void CollectiveUnderLoad::start_traffic_when_alone_is_over(Cycle now) {
  act_part(alone_, now);
  if (alone_.finished()) {
    traffic_ = true;
    begin_part(load_);
    start_schedule_when_warm();
  }
}

void CollectiveUnderLoad::start_schedule_when_warm() {
  if (load_.phase() > 0) {
    started_ = now() + 1;
    begin_part(executor_);
  }
}

}  // namespace flitcast
