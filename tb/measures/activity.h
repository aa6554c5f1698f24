#pragma once

#include <cstdint>
#include <vector>

#include "hw/network_config.h"
#include "hw/probe.h"
#include "hw/topology/topology.h"
#include "hw/types.h"
#include "hw/waits.h"

namespace flitcast {

/// How often what happened in a router, its buffers and its switch.
struct RouterActivity {
  NodeId node;
  std::uint64_t buffer_writes;      ///< flits into input buffers, from links and from the node
  std::uint64_t buffer_reads;       ///< flits out of them
  std::uint64_t switch_traversals;  ///< flits to an output, copies for the node included
  std::uint64_t vc_allocations;     ///< output virtual channels given to headers, local ones too
  std::uint64_t absorbs;            ///< payload flits copied to the node while they went on
};

/// On a channel between routers.
struct LinkActivity {
  NodeId from;
  PortId port;  ///< output port of `from`
  NodeId to;
  std::uint64_t traversals;
  Waits stalls;  ///< cycles that flits stood ready for it without leave
};

/// In a network interface.
struct InterfaceActivity {
  NodeId node;
  std::uint64_t messages_started;
  std::uint64_t injections;  ///< flits into the router, headers included
  std::uint64_t ejections;   ///< flits out of it, headers included
  Waits stalls;              ///< cycles that flits stood ready for a receive port without leave
};

/// The events of a run, module by module. Every event is counted in one place.
struct Activity {
  std::vector<RouterActivity> routers;        ///< by node
  std::vector<LinkActivity> links;            ///< by node and port
  std::vector<InterfaceActivity> interfaces;  ///< by node
};

/// Counts what routers, links and network interfaces do, from the first cycle on. Runs of flits are
/// counted as runs, and what follows from other counts is added up at the end: a flit that a link
/// accepted is one written to a buffer, one that leaves no buffer when it is sent is a copy.
class ActivityCounter final : public Probe {
 public:
  /// `topology` must outlive the counter.
  ActivityCounter(const Topology& topology, const NetworkConfig& config);

  /// Up to cycle `end`, in which the run was complete or given up.
  Activity counted(Cycle end) const;

  void flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) override;
  void flit_left(NodeId node, int input, Cycle at) override;
  void bodies_moved(NodeId node, int input, PortId port, const Flit& first, std::uint32_t count,
                    Cycle at, Cycle interval) override;
  void vc_changed(NodeId node, int input, const InputVcView& view, Cycle at) override;
  void waited(NodeId node, PortId port, WaitCause cause, Cycle cycles, Cycle at) override;
  void flit_injected(NodeId node, int port, const Flit& flit, Cycle at) override;
  void bodies_injected(NodeId node, int port, const Flit& first, std::uint32_t count,
                       Cycle at) override;
  void send_changed(NodeId node, int port, SendState state, PacketHandle packet, Cycle at) override;

 private:
  /// What an output of a router did.
  struct Output {
    std::uint64_t sent = 0;
    Waits stalls;
  };
  struct Router {
    std::uint64_t left = 0;
    std::uint64_t allocations = 0;
    std::uint64_t started = 0;
  };
  /// What a send port injected. Flits are handed over ahead of time; those that are still to come
  /// are in the last run of one flit a cycle.
  struct Injected {
    std::uint64_t flits = 0;
    Cycle run_begin = 0;
    Cycle run_end = 0;  ///< first cycle after the run

    std::uint64_t up_to(Cycle end) const;
  };

  Output& output(NodeId node, PortId port) { return outputs_[node * ports_ + port]; }
  const Output& output(NodeId node, std::size_t port) const {
    return outputs_[node * ports_ + port];
  }
  std::uint64_t injections(NodeId node, Cycle end) const;
  std::vector<RouterActivity> count_routers(Cycle end) const;
  std::vector<LinkActivity> count_links() const;
  InterfaceActivity count_interface(NodeId node, Cycle end) const;

  const Topology& topology_;
  std::size_t network_ports_;
  std::size_t sends_;               // ports of an interface
  std::size_t ports_;               // of a router, local ones included
  std::size_t inputs_;              // input virtual channels of a router
  std::vector<Output> outputs_;     // by node and port
  std::vector<Router> routers_;     // by node
  std::vector<Injected> injected_;  // by node and send port
  std::vector<PortId> held_;        // by node and input: the output that its worm holds
};

}  // namespace flitcast
