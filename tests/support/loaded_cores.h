#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/support/wired_cores.h"
#include "traffic/play/workload.h"

namespace flitcast {

/// Plays a workload on a network of hardware cores without SystemC.
class LoadedCores {
 public:
  using Order = WiredCores::Order;

  /// All references must outlive it.
  LoadedCores(const Routing& routing, const NetworkConfig& config, Workload& workload,
              WiredCores::Worms worms = WiredCores::Worms::kMayPassWhole)
      : workload_(workload),
        cores_(routing.topology(), routing, config, packets_, workload, wakes_, worms) {
    WorkloadNetwork network{&packets_, &wakes_};
    for (NodeId node = 0; node < routing.topology().processors(); ++node) {
      network.interfaces.push_back(&cores_.interface(node));
    }
    workload_.begin(network);
  }

  /// Until nobody has work, or the workload ends the run.
  void run(Order order = Order::kForward, Cycle limit = 10'000'000) {
    cores_.run(order, limit, [this](Cycle cycle) { workload_.tick(cycle); });
  }

  PacketPool& packets() { return packets_; }
  Cycle now() const { return wakes_.now(); }

 private:
  Workload& workload_;
  PacketPool packets_;
  WakeQueue wakes_;
  WiredCores cores_;
};

}  // namespace flitcast
