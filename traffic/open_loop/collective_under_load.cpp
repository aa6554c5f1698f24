#include "traffic/open_loop/collective_under_load.h"

#include <algorithm>

namespace flitcast {

Cycle CollectiveUnderLoad::completion() const {
  return std::max(player_.completion(), load_.completion());
}

WorkloadProgress CollectiveUnderLoad::progress() const {
  if (!traffic_) {
    WorkloadProgress alone = alone_.progress();
    alone.words += " without traffic";
    return alone;
  }
  return started_ < 0 || player_.finished() ? load_.progress() : player_.progress();
}

std::string CollectiveUnderLoad::position() const {
  if (!traffic_) {
    return alone_.position() + " without traffic";
  }
  return started_ < 0 || player_.finished() ? load_.position() : player_.position();
}

// Parts may act in cycles for which they have not asked.
void CollectiveUnderLoad::act(Cycle now) {
  if (!traffic_) {
    start_traffic_when_alone_is_over(now);
    return;
  }
  act_part(load_, now);
  if (started_ >= 0) {
    act_part(player_, now);
  } else {
    start_schedule_when_warm();
  }
  if (player_.finished()) {
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
    begin_part(player_);
  }
}

}  // namespace flitcast
