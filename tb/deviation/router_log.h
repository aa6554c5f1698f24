#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include "hw/network_config.h"
#include "hw/packet.h"
#include "hw/probe.h"
#include "hw/topology/link_times.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// A flit at a pin of a router.
struct FlitEvent {
  Cycle at = 0;
  std::uint64_t message = 0;
  std::uint32_t sequence = 0;  ///< payload: its index in the message
  std::uint16_t kind = flit_kind::kNone;
  std::uint16_t vc = 0;

  bool is(std::uint16_t flit_kind) const { return (kind & flit_kind) != 0; }
};

/// Whether they are the same flit, on the same virtual channel, at the same time. A header is known
/// by its message.
bool same_event(const FlitEvent& a, const FlitEvent& b);

/// What passes the pins of some routers in a run, and how long messages are in the network.
class RouterLog final : public Probe {
 public:
  /// Of one router. Inputs are virtual channels, port·vcs + vc.
  struct Pins {
    std::vector<std::vector<FlitEvent>> arrivals;  ///< per input
    std::vector<std::vector<FlitEvent>> sends;     ///< per output port
    std::vector<std::vector<Cycle>> credits;       ///< per input: when its flits left the buffer
  };
  using MessageEnd = std::pair<std::uint64_t, NodeId>;  ///< a message, and a destination of it

  /// The topology must outlive it; so must `packets`, once it is known, the run.
  RouterLog(const Topology& topology, const NetworkConfig& config, std::vector<bool> nodes);

  void see(const PacketPool& packets) { packets_ = &packets; }

  const std::vector<bool>& nodes() const { return nodes_; }
  /// Of a node that is watched.
  const Pins& pins(NodeId node) const { return pins_.at(node); }
  /// Cycles from when its header enters the network until its tail is at the node.
  const std::map<MessageEnd, Cycle>& message_cycles() const { return cycles_; }
  int vcs() const { return config_.vcs; }
  int network_ports() const { return topology_.network_ports(); }
  Cycle router_delay() const { return config_.router_delay; }
  /// Cycles per flit of an output port.
  Cycle interval(NodeId node, int port) const;

  /// All that has been seen, as it is in memory, for a process of the same program. False when it
  /// cannot be written, or read.
  bool save(std::FILE* file) const;
  bool load(std::FILE* file);

  void flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) override;
  void flit_left(NodeId node, int input, Cycle at) override;
  void flit_injected(NodeId node, int port, const Flit& flit, Cycle at) override;
  void bodies_moved(NodeId node, int input, PortId port, const Flit& first, std::uint32_t count,
                    Cycle at, Cycle interval) override;
  void bodies_injected(NodeId node, int port, const Flit& first, std::uint32_t count,
                       Cycle at) override;

 private:
  FlitEvent event(const Flit& flit, Cycle at) const {
    return {at, (*packets_)[flit.packet].id, flit.sequence, flit.kind, flit.vc};
  }

  const Topology& topology_;
  NetworkConfig config_;
  LinkTimes times_;
  const PacketPool* packets_ = nullptr;
  std::vector<bool> nodes_;
  std::map<NodeId, Pins> pins_;
  std::map<std::uint64_t, Cycle> injected_;
  std::map<MessageEnd, Cycle> cycles_;
};

}  // namespace flitcast
