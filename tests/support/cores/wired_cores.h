#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hw/fabric/fabric.h"

namespace flitcast {

/// A fabric, and a loop that runs its modules in an order of choice. One module more, a client that
/// posts messages, may have work of its own.
class WiredCores {
 public:
  /// Order in which the modules of one cycle run; results may not depend on it.
  enum class Order { kForward, kBackward };
  /// kFlitByFlit: as NetworkConfig::flit_by_flit says; results may not depend on it either.
  enum class Worms { kMayPassWhole, kFlitByFlit };

  /// All references must outlive the cores. They are the first to enlist in `wakes`, and the client
  /// is the next.
  WiredCores(const Topology& topology, const Routing& routing, const NetworkConfig& config,
             PacketPool& packets, NiClient& client, WakeQueue& wakes,
             Worms worms = Worms::kMayPassWhole, const MakeRouterCore& make_core = make_router_core)
      : config_(told(config, worms)),
        topology_(topology),
        wakes_(wakes),
        hooks_(wakes, false),
        fabric_(topology, routing, config_, packets, client, wakes, hooks_, make_core) {
    for (const Fabric::LocalLinks& local : fabric_.local_links()) {
      injections_[{local.node, local.interface_port}] = local.injection;
      leaving_[{topology.router_of(local.node), local.router_port}] = local.ejection;
    }
    for (const Fabric::NetworkLink& link : fabric_.network_links()) {
      leaving_[{link.from, link.source_port}] = link.link;
    }
  }

  /// Runs until no module has work, or the last cycle is over; tick(cycle) is called in cycles for
  /// which somebody woke the client. Throws std::runtime_error at `limit` cycles.
  template <typename Tick>
  void run(Order order, Cycle limit, Tick&& tick) {
    run(order, limit, tick, [](Cycle) {});
  }
  /// The same; before(cycle) is called before every cycle.
  template <typename Tick, typename Before>
  void run(Order order, Cycle limit, Tick&& tick, Before&& before) {
    for (Cycle cycle = wakes_.next(); cycle != WakeQueue::kNever; cycle = wakes_.next()) {
      if (cycle > wakes_.last_cycle()) {
        return;
      }
      if (cycle > limit) {
        throw std::runtime_error("the network does not come to rest");
      }
      hooks_.call_hooks(cycle);
      before(cycle);
      for (int times = 1; step(cycle, order, tick); ++times) {
        if (times > 1 && config_.duplex == Duplex::kFull) {  // a second time is for half duplex
          throw std::logic_error("a module was woken in a cycle that was over");
        }
      }
    }
  }

  const Fabric& fabric() const { return fabric_; }
  const RouterCore& router(NodeId node) const { return fabric_.router(node); }
  const InterfaceCore& interface(NodeId node) const { return fabric_.ni(node); }
  InterfaceCore& interface(NodeId node) { return fabric_.ni(node); }
  RouterCore& router(NodeId node) { return fabric_.router(node); }
  /// All routers report to `probe`.
  void attach_probe(Probe* probe) {
    for (NodeId node = topology_.router_of(0); node < topology_.nodes(); ++node) {
      router(node).attach_probe(probe);
    }
  }
  /// Those that still wait have waited until `end`.
  void end_waits(Cycle end) { fabric_.end_waits(end); }
  /// The link from `from` to its neighbour `to`, over the lowest port that leads there.
  const Link& link(NodeId from, NodeId to) const {
    return link_behind(from, topology_.port_towards(from, to));
  }
  /// The link that leaves `from` by a network or local port.
  const Link& link_behind(NodeId from, PortId port) const { return *leaving_.at({from, port}); }
  /// The link by which port `local` of the interface of `node` injects.
  const Link& injection(NodeId node, PortId local) const { return *injections_.at({node, local}); }

 private:
  using LinkEnd = std::pair<NodeId, PortId>;

  static NetworkConfig told(NetworkConfig config, Worms worms) {
    config.flit_by_flit |= worms == Worms::kFlitByFlit;
    return config;
  }

  /// Runs the modules that are due; false when there are none.
  template <typename Tick>
  bool step(Cycle cycle, Order order, Tick&& tick) {
    due_.clear();
    const bool any = wakes_.enter(cycle, [&](std::size_t word_index, std::uint64_t bits) {
      for (; bits != 0; bits &= bits - 1) {
        due_.push_back(word_index * 64 + static_cast<std::size_t>(__builtin_ctzll(bits)));
      }
    });
    if (order == Order::kBackward) {
      std::reverse(due_.begin(), due_.end());
    }
    const std::size_t nodes = topology_.nodes();
    for (const std::size_t module : due_) {
      if (module < nodes) {
        router(static_cast<NodeId>(module)).tick(cycle);
      } else if (module < nodes + topology_.processors()) {
        interface(static_cast<NodeId>(module - nodes)).tick(cycle);
      } else {
        tick(cycle);
      }
    }
    return any;
  }

  NetworkConfig config_;
  const Topology& topology_;
  WakeQueue& wakes_;
  Sequencer hooks_;
  Fabric fabric_;
  std::vector<std::size_t> due_;
  std::map<LinkEnd, const Link*> leaving_;  // the routers
  std::map<LinkEnd, const Link*> injections_;
};

}  // namespace flitcast
