#pragma once

#include <cstdint>
#include <vector>

#include "hw/packet.h"
#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/port_layout.h"
#include "hw/routing/routing.h"

namespace flitcast {

/// Chooses for headers that bring two ways to their first router (Packet::direct_hops): the direct
/// one, unless its congestion times its links is more than that of the other. What congestion is
/// the routing policy says. It keeps count of the packets that wait for outputs, too.
class WayChooser final : public OutputQueues {
 public:
  /// `outputs`, port-major, and the others must outlive it. `queues` may be null.
  WayChooser(NodeId node, const PortLayout& layout, const std::vector<OutputVc>& outputs,
             const Routing& routing, NetworkQueues* queues);

  WayChooser(const WayChooser&) = delete;
  WayChooser& operator=(const WayChooser&) = delete;

  bool takes_direct(const Packet& packet, Cycle now) const;

  /// The packet in front of input VC `index`, of so many flits, waits for network port `port` from
  /// now on,
  void join(int index, PortId port, std::uint32_t flits, Cycle now);
  /// until its tail has left.
  void leave(int index, Cycle now);

  std::uint64_t slots_taken(PortId port, Cycle now) const override;
  std::uint64_t length_before(PortId port, Cycle now) const override;

 private:
  /// What waits for a port.
  struct Waiting {
    void change(std::int64_t by, Cycle now);
    std::int64_t before_cycle(Cycle now) const { return changed == now ? before : flits; }

    std::int64_t flits = 0;
    std::int64_t before = 0;  // the cycle in which it changed last
    Cycle changed = 0;
  };
  struct Place {
    PortId port = 0;
    std::uint32_t flits = 0;
  };

  template <typename Count>
  std::uint64_t over_vcs(PortId port, Count&& count) const;

  NodeId node_;
  PortLayout layout_;
  const std::vector<OutputVc>& outputs_;
  const Routing& routing_;
  const NetworkQueues* queues_;
  std::vector<Waiting> waiting_;  // by network port
  std::vector<Place> places_;     // by input VC
};

}  // namespace flitcast
