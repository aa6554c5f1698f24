#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <systemc>

#include "hw/fabric/faulty_wires.h"
#include "hw/fabric/link_array.h"
#include "hw/fast/worm_settler.h"
#include "hw/ni/network_interface.h"
#include "hw/probes.h"
#include "hw/router/router.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// The network: a router per node that has one, a network interface per processor, and the links
/// between them.
/// The only place that instantiates and binds hardware.
class Fabric : public sc_core::sc_module {
 public:
  /// A link between two routers.
  struct NetworkLink {
    NodeId from;
    NodeId to;
    LinkChannel* channel;
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

  /// The links between a network interface and a local port of its router.
  struct LocalLinks {
    NodeId node;
    const LinkChannel* injection;
    const LinkChannel* ejection;
  };

  /// All references must outlive the fabric. Its modules enlist in the wake queue.
  Fabric(sc_core::sc_module_name name, const Topology& topology, const Routing& routing,
         const NetworkConfig& config, PacketPool& packets, NiClient& client, WakeQueue& wakes,
         Sequencer& sequencer, const MakeRouterCore& make_core = make_router_core);

  ~Fabric() override;

  /// Of a processor.
  InterfaceCore& ni(NodeId node) { return interfaces_[node]->core(); }
  /// Of a node that has one.
  Router& router(NodeId node) { return *routers_[node]; }
  const Router& router(NodeId node) const { return *routers_[node]; }
  const InterfaceCore& ni(NodeId node) const { return interfaces_[node]->core(); }
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
  std::unique_ptr<LinkArray> local_channels_;  // these two are the first children
  std::unique_ptr<LinkArray> network_channels_;
  std::vector<std::unique_ptr<Router>> routers_;  // by node; null where it has none
  std::vector<std::unique_ptr<NetworkInterface>> interfaces_;
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
