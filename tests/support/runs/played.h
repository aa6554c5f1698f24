#pragma once

#include <vector>

#include "tb/sim/simulated_run.h"
#include "traffic/schedule/delivery.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// A delivery with its path copied out; that of `what` does not outlast its round.
struct Delivered {
  Delivery what;
  std::vector<NodeId> path;
};

/// Keeps every delivery of a run.
class Deliveries final : public DeliverySink {
 public:
  void delivered(const Delivery& delivery) override {
    all_.push_back({delivery, {delivery.path.begin(), delivery.path.end()}});
  }
  const std::vector<Delivered>& all() const { return all_; }

 private:
  std::vector<Delivered> all_;
};

}  // namespace flitcast
