#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "hw/link/link.h"
#include "hw/network_config.h"
#include "hw/occupied_vc.h"
#include "hw/packet.h"
#include "hw/probe.h"
#include "hw/routing/routing.h"
#include "hw/time/sequenced_module.h"

namespace flitcast {

class TreeReservations;
class WormSettler;

/// Where a router stands, and what it works with, which must outlive it.
struct RouterSite {
  NodeId node;
  int network_ports;
  std::uint32_t module;  ///< its number in `wakes`
  const NetworkConfig& config;
  const Routing& routing;
  PacketPool& packets;
  WakeQueue& wakes;
  WormSettler* worms = nullptr;  ///< takes worms to their destination as a whole; null: none does
  NetworkQueues* queues = nullptr;  ///< of all routers, which it enters its own into; or null
  TreeReservations* reservations = nullptr;  ///< Forks::kReserved
};

/// One router, cycle by cycle, as plain C++: input-buffered virtual channels, credit flow control,
/// route computation, VC and switch allocation, and absorption of multi-destination worms (IRC). It
/// knows its ports and a routing function, never a topology. Ports are numbered as in PortLayout.
///
/// tick() is called in cycles for which the router was woken; the cause of an input virtual
/// channel is its number. Unattached ports stay unused.
///
/// Timing: a header leaves by a network output `router_delay` cycles after it arrived (store-and-
/// forward: after its tail arrived, when it came from the network), by a local output when it
/// arrived; body flits follow as the channel's interval and the credits allow. An output VC belongs
/// to a worm from its header to its tail and goes on to the next one cycles_per_flit later.
///
/// Half duplex: a header that can go on asks for the ChannelPair in two phases of a cycle, see
/// there; tick() is called again for the second.
class RouterCore : public SequencedModule {
 public:
  virtual void attach_input(PortId port, Link& link) = 0;
  virtual void attach_output(PortId port, Link& link) = 0;

  // What others may ask of a router, whatever is inside it.

  /// From now on `probe` is told what happens; null: nobody.
  virtual void attach_probe(Probe* probe) = 0;
  /// What stands in front of an input VC, v of port p being number p·vcs + v, in cycle `now`, as
  /// far as it has been decided. `now` lies at most one cycle after WakeQueue::lookahead_limit().
  virtual InputVcView view(int input, Cycle now) const = 0;
  /// The input virtual channels that hold flits, in cycle `now`.
  virtual std::vector<OccupiedVc> inspect(Cycle now) const = 0;
  /// Nothing moves any more: the waits that go on are counted up to `end`.
  virtual void end_waits(Cycle end) = 0;
};

/// The core that `site.config` asks for: the place where its policies are chosen. Throws
/// std::invalid_argument when there are more than kMaxPorts ports or kMaxInputVcs input VCs, and
/// for shared buffers with what they do not go together with.
std::unique_ptr<RouterCore> make_router_core(const RouterSite& site);

/// What makes the cores of a network: make_router_core, or what puts others in some places.
using MakeRouterCore = std::function<std::unique_ptr<RouterCore>(const RouterSite&)>;

}  // namespace flitcast
