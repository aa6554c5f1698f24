#pragma once

#include <cstdint>
#include <vector>

#include "hw/fabric/fabric.h"
#include "hw/probe.h"
#include "hw/topology/link_times.h"
#include "tb/trace/trace_cycles.h"
#include "tb/trace/trace_signals.h"
#include "tb/trace/vcd_writer.h"

namespace flitcast::trace {

/// Turns what the hardware reports into a waveform.
///
/// What a cycle shows: a flit is on a channel in the cycle that accepts it and the t_m − 1 after;
/// in a buffer from its arrival to the cycle in which it leaves, that included; a credit is the
/// writer's until the cycle in which it is used, that included. A received message is shown from
/// its header in the network interface to its tail there.
class Tracer final : public Probe {
 public:
  /// All references must outlive the tracer. `period` is the length of a cycle in picoseconds.
  Tracer(VcdWriter& vcd, const Topology& topology, const NetworkConfig& config,
         const TraceScope& scope, const PacketPool& packets, const WakeQueue& wakes,
         std::uint64_t period);

  /// Starts with the hardware as it stands: everything before cycle `at` has been simulated, of it
  /// nothing, or nothing that matters to a network at rest. From here on this is the probe of all
  /// modules that matter to the signals.
  void open(Fabric& fabric, Cycle at, std::uint64_t round);
  void detach(Fabric& fabric) { fabric.detach_probe(*this); }

  /// Writing starts with the first start-up of these messages and ends when all have arrived. All
  /// modules are watched for that, whatever is shown. Before open().
  void write_messages(std::uint64_t first, std::uint64_t count);
  /// What is written, and when.
  TraceCycles& cycles() { return cycles_; }
  /// The longest that a flit is on its channel.
  Cycle longest_interval() const { return links_.largest().cycles_per_flit; }
  const TraceSignals& signals() const { return signals_; }

  void flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) override;
  void flit_left(NodeId node, int input, Cycle at) override;
  void vc_changed(NodeId node, int input, const InputVcView& view, Cycle at) override;
  void bodies_moved(NodeId node, int input, PortId port, const Flit& first, std::uint32_t count,
                    Cycle at, Cycle interval) override;
  void bodies_injected(NodeId node, int port, const Flit& first, std::uint32_t count,
                       Cycle at) override;
  void flit_injected(NodeId node, int port, const Flit& flit, Cycle at) override;
  void send_changed(NodeId node, int port, SendState state, PacketHandle packet, Cycle at) override;

 private:
  static constexpr std::uint32_t kAbsent = TraceSignals::kAbsent;

  void show_from(std::uint32_t channel, const Flit& flit, Cycle at, bool injected);
  void arrive(NodeId node, PortId port, std::uint16_t vc, Cycle at, std::uint32_t count);
  /// Of the link that leads to an input virtual channel from another router.
  [[gnu::noinline]] Cycle delay_to(NodeId node, int input) const;
  void leave(NodeId node, int input, Cycle at, std::uint32_t count, Cycle interval);
  static std::uint32_t message_number(const Packet& packet) {
    return static_cast<std::uint32_t>(packet.id);
  }

  ProbedModules modules_that_matter() const;
  bool router_matters(NodeId node) const;
  bool interface_matters(NodeId node) const;
  bool watches(const Packet& packet) const { return packet.id - first_watched_ < watched_; }
  void watch_arrival(const Flit& flit, NodeId node, Cycle at);
  void open_router(const Fabric& fabric, NodeId node, Cycle at);
  void open_channel(const Link& link, int vc, std::uint32_t input, Cycle at);
  void receive(std::uint32_t group, const Flit& flit, Cycle at);
  /// A message is received, or none (kNoNumber).
  void receive(std::uint32_t group, std::uint32_t message, NodeId source, Cycle at);

  const Topology& topology_;
  TraceScope scope_;
  const PacketPool& packets_;
  TraceSignals signals_;
  TraceCycles cycles_;
  int network_ports_;
  int local_ports_;
  int vcs_;
  LinkTimes links_;
  std::vector<std::uint32_t> fed_;     // per node and network port: group of VC 0 that it feeds
  std::uint64_t first_watched_ = 0;    // messages
  std::uint64_t watched_ = 0;          // how many
  std::uint64_t watched_to_come_ = 0;  // have not arrived yet
  Cycle watched_until_ = 0;            // those that have
};

}  // namespace flitcast::trace
