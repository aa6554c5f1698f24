#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "hw/network_config.h"
#include "hw/packet.h"
#include "hw/probe.h"
#include "hw/time/wake_queue.h"
#include "hw/topology/link_times.h"
#include "hw/topology/topology.h"
#include "tb/deviation/log_entry.h"

namespace flitcast {

/// The routers of a network that are logged, and what of it is to be known.
struct LoggedRouters {
  /// The topology must outlive it.
  LoggedRouters(const Topology& of, const NetworkConfig& network, std::vector<bool> chosen)
      : topology(of), config(network), times(of, network), nodes(std::move(chosen)) {}

  int vcs() const { return config.vcs; }
  int network_ports() const { return topology.network_ports(); }
  int ports() const { return network_ports() + config.ports; }
  /// Cycles per flit of an output port.
  Cycle interval(NodeId node, int port) const {
    return port < network_ports() ? times.of(node, static_cast<PortId>(port)).cycles_per_flit : 1;
  }

  const Topology& topology;
  NetworkConfig config;
  LinkTimes times;
  std::vector<bool> nodes;
};

/// Hands out what passes the pins of some routers in a run, and which messages end, cycle by cycle,
/// when nothing more can be reported for one. What it keeps does not grow with the run.
class RouterLog final : public Probe {
 public:
  using Take = std::function<void(Cycle at, const LogEntries& entries)>;

  /// `take` gets the entries of every cycle that has some. `routers` must outlive it.
  RouterLog(const LoggedRouters& routers, Take take) : routers_(routers), take_(std::move(take)) {}

  /// Before the run, which these must outlive.
  void see(const PacketPool& packets, const WakeQueue& wakes) {
    packets_ = &packets;
    wakes_ = &wakes;
  }
  /// Nothing is reported any more.
  void finish() { advance(WakeQueue::kNever); }

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
  void add(const LogEntry& entry);
  void advance(Cycle end);
  Cycle& injected(PacketHandle packet);

  const LoggedRouters& routers_;
  Take take_;
  const PacketPool* packets_ = nullptr;
  const WakeQueue* wakes_ = nullptr;
  std::map<Cycle, LogEntries> cycles_;  // that have not been handed out
  Cycle seen_ = -1;                     // last value of now()
  std::vector<Cycle> injected_;         // per packet under way: when its header entered the network
};

}  // namespace flitcast
