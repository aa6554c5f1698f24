#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/support/cores/wired_cores.h"
#include "traffic/play/workload.h"

namespace flitcast {

/// Plays a workload on a network, in an order of choice.
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
    run(order, limit, [](Cycle) {});
  }
  /// The same; before(cycle) is called before every cycle.
  template <typename Before>
  void run(Order order, Cycle limit, Before&& before) {
    cores_.run(
        order, limit, [this](Cycle cycle) { workload_.tick(cycle); }, before);
  }

  PacketPool& packets() { return packets_; }
  const WiredCores& cores() const { return cores_; }
  Cycle now() const { return wakes_.now(); }
  RetransmissionCounts retransmissions() const { return cores_.fabric().retransmissions(); }
  /// Flits that the links between routers have accepted.
  std::uint64_t flit_hops() const {
    std::uint64_t flits = 0;
    for (const Fabric::NetworkLink& each : cores_.fabric().network_links()) {
      flits += each.link->flits();
    }
    return flits;
  }

 private:
  Workload& workload_;
  PacketPool packets_;
  WakeQueue wakes_;
  WiredCores cores_;
};

}  // namespace flitcast
