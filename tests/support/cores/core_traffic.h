#pragma once

#include <vector>

#include "tests/support/cores/test_workloads.h"
#include "tests/support/cores/wired_cores.h"

namespace flitcast {

/// Random traffic on a network of hardware cores.
class CoreTraffic {
 public:
  using Order = WiredCores::Order;
  using Worms = WiredCores::Worms;

  /// `routing` must outlive it.
  CoreTraffic(const Routing& routing, const NetworkConfig& config,
              const BernoulliSources::Load& load, Worms worms = Worms::kMayPassWhole)
      : sources_(routing.topology().processors(), load),
        cores_(routing.topology(), routing, config, packets_, sources_, wakes_, worms) {
    WorkloadNetwork network{&packets_, &wakes_};
    for (NodeId node = 0; node < routing.topology().processors(); ++node) {
      network.interfaces.push_back(&cores_.interface(node));
    }
    sources_.follow(routing);
    sources_.begin(network);
  }

  /// Until no module has work: all letters have arrived, or worms wait for each other for ever.
  void run(Order order = Order::kForward) {
    cores_.run(order, 1'000'000, [this](Cycle cycle) { sources_.tick(cycle); });
  }

  const BernoulliSources& sources() const { return sources_; }
  const WiredCores& cores() const { return cores_; }

 private:
  PacketPool packets_;
  WakeQueue wakes_;
  BernoulliSources sources_;
  WiredCores cores_;
};

}  // namespace flitcast
