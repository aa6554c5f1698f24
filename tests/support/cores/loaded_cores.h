#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/support/cores/wired_cores.h"
#include "traffic/play/workload.h"

namespace flitcast {

/// Plays a workload on a network of hardware cores without SystemC.
class LoadedCores {
 public:
  using Order = WiredCores::Order;

  /// All references must outlive it.
  LoadedCores(const Routing& routing, const NetworkConfig& config, Workload& workload,
              WiredCores::Worms worms = WiredCores::Worms::kMayPassWhole)
      : topology_(routing.topology()),
        workload_(workload),
        cores_(routing.topology(), routing, config, packets_, workload, wakes_, worms) {
    WorkloadNetwork network{&packets_, &wakes_};
    for (NodeId node = 0; node < routing.topology().processors(); ++node) {
      network.interfaces.push_back(&cores_.interface(node));
    }
    workload_.begin(network);
  }

  /// As with run.max_cycles: nothing after cycle `last` is played.
  void end_after(Cycle last) { wakes_.set_last_cycle(last); }
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
  /// Of all interfaces.
  RetransmissionCounts retransmissions() const {
    RetransmissionCounts counts;
    for (NodeId node = 0; node < topology_.processors(); ++node) {
      counts += cores_.interface(node).retransmissions();
    }
    return counts;
  }
  /// Flits that the links between routers have accepted.
  std::uint64_t flit_hops() const {
    std::uint64_t flits = 0;
    for (NodeId node = 0; node < topology_.nodes(); ++node) {
      for (int p = 0; p < topology_.network_ports(); ++p) {
        const auto port = static_cast<PortId>(p);
        if (topology_.neighbour(node, port) != kNoNode) {
          flits += cores_.link_behind(node, port).flits();
        }
      }
    }
    return flits;
  }

 private:
  const Topology& topology_;
  Workload& workload_;
  PacketPool packets_;
  WakeQueue wakes_;
  WiredCores cores_;
};

}  // namespace flitcast
