#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "hw/fabric/faulty_wires.h"
#include "hw/fabric/link_array.h"
#include "hw/fast/worm_settler.h"
#include "hw/ni/interface_core.h"
#include "hw/probes.h"
#include "hw/router/parts/tree_reservations.h"
#include "hw/router/router_core.h"
#include "hw/time/sequencer.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// The network: a router per node that has one, a network interface per processor, and the links
/// between them.
/// The only place that makes and wires hardware.
class Fabric {
 public:
  /// A link between two routers, and the port of either at which it is.
  struct NetworkLink {
    NodeId from;
    PortId source_port;
    NodeId to;
    PortId sink_port;
    Link* link;
  };

  /// A flit that came wrong out of a link.
  struct LinkDamage {
    LinkEnds link;
    DamagedFlit flit;
  };
  /// What links with faults have done so far.
  struct Damage {
    std::uint64_t flits = 0;
    std::optional<LinkDamage> first = std::nullopt;
  };

  /// The links between a port of a network interface and a local port of its router.
  struct LocalLinks {
    NodeId node;
    PortId interface_port;
    PortId router_port;
    Link* injection;
    Link* ejection;
  };

  /// All references must outlive the fabric. Its modules enlist in the wake queue and with the
  /// sequencer.
  Fabric(const Topology& topology, const Routing& routing, const NetworkConfig& config,
         PacketPool& packets, NiClient& client, WakeQueue& wakes, Sequencer& sequencer,
         const MakeRouterCore& make_core = make_router_core);

  /// Of a processor.
  InterfaceCore& ni(NodeId node) { return *interfaces_[node]; }
  /// Of a node that has one.
  RouterCore& router(NodeId node) { return *routers_[node]; }
  const RouterCore& router(NodeId node) const { return *routers_[node]; }
  const InterfaceCore& ni(NodeId node) const { return *interfaces_[node]; }
  const std::vector<NetworkLink>& network_links() const { return network_links_; }
  /// Those of one node after the other, in the order of their ports.
  const std::vector<LocalLinks>& local_links() const { return local_links_; }

  /// From now on `probe` is told what these modules, or all, are doing, besides others that are.
  /// Not twice without detach_probe().
  void attach_probe(Probe& probe, ProbedModules modules);
  void attach_probe(Probe& probe);
  void detach_probe(Probe& probe);

  Damage damage() const;
  /// All interfaces together.
  RetransmissionCounts retransmissions() const;

  /// Flits accepted by router outputs so far, ejection included.
  std::uint64_t flit_hops() const;
  /// The last cycle in which a flit came to a router or a node, or a message to an interface; -1
  /// when there was none.
  Cycle last_arrival() const;
  /// The input virtual channels of a node's router, if it has one, that hold flits.
  std::vector<OccupiedVc> occupied(NodeId node, Cycle now) const {
    return routers_[node] == nullptr ? std::vector<OccupiedVc>() : routers_[node]->inspect(now);
  }
  /// Nothing moves any more: the waits that go on are counted up to `end`.
  void end_waits(Cycle end) {
    for (const auto& router : routers_) {
      if (router != nullptr) {
        router->end_waits(end);
      }
    }
  }

 private:
  void connect_neighbours(const Topology& topology, const NetworkConfig& config);
  void attach_links(const Topology& topology);
  void pair_channels();
  void add_faults(const NetworkConfig& config, PacketPool& packets, Sequencer& sequencer);
  void connect_interface(const Topology& topology, NodeId node, const NetworkConfig& config);
  void distribute_probes();
  Probe* only_probe(const std::vector<Probe*>& probes);

  /// A probe and the modules that report to it.
  struct Watch {
    Probe* probe;
    ProbedModules modules;
  };

  WormSettler worms_;
  std::optional<NoLookahead> no_lookahead_;  // flit by flit
  NetworkQueues queues_;
  TreeReservations reservations_;
  LinkArray local_channels_;
  LinkArray network_channels_;
  std::vector<std::unique_ptr<RouterCore>> routers_;  // by node; null where it has none
  std::vector<std::unique_ptr<InterfaceCore>> interfaces_;
  std::deque<ChannelPair> pairs_;  // half duplex only
  std::vector<NetworkLink> network_links_;
  FaultyWires faulty_;
  std::vector<LocalLinks> local_links_;
  std::vector<Watch> watches_;
  // Those that modules share, by the probes they stand for; kept, because modules may change
  // between them.
  std::map<std::vector<Probe*>, std::unique_ptr<Probes>> shared_probes_;
};

}  // namespace flitcast
