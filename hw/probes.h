#pragma once

#include <utility>
#include <vector>

#include "hw/probe.h"

namespace flitcast {

/// Modules of a network, by node.
struct ProbedModules {
  std::vector<bool> routers;
  std::vector<bool> interfaces;  ///< of processors, those of switches are not looked at
};

/// Several probes in the place of one. They are told one after the other.
class Probes final : public Probe {
 public:
  /// They must outlive this.
  explicit Probes(std::vector<Probe*> probes) : probes_(std::move(probes)) {}

  void flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) override {
    tell([&](Probe& probe) { probe.flit_sent(node, port, flit, at); });
  }
  void flit_left(NodeId node, int input, Cycle at) override {
    tell([&](Probe& probe) { probe.flit_left(node, input, at); });
  }
  void bodies_moved(NodeId node, int input, PortId port, const Flit& first, std::uint32_t count,
                    Cycle at, Cycle interval) override {
    tell([&](Probe& probe) { probe.bodies_moved(node, input, port, first, count, at, interval); });
  }
  void vc_changed(NodeId node, int input, const InputVcView& view, Cycle at) override {
    tell([&](Probe& probe) { probe.vc_changed(node, input, view, at); });
  }
  void waited(NodeId node, PortId port, WaitCause cause, Cycle cycles, Cycle at) override {
    tell([&](Probe& probe) { probe.waited(node, port, cause, cycles, at); });
  }
  void worm_waited(NodeId node, int input, PacketHandle packet, PortId port, WaitCause cause,
                   Cycle cycles, Cycle at) override {
    tell([&](Probe& probe) { probe.worm_waited(node, input, packet, port, cause, cycles, at); });
  }
  void posted(NodeId node, PacketHandle packet, Cycle at) override {
    tell([&](Probe& probe) { probe.posted(node, packet, at); });
  }
  void flit_injected(NodeId node, int port, const Flit& flit, Cycle at) override {
    tell([&](Probe& probe) { probe.flit_injected(node, port, flit, at); });
  }
  void bodies_injected(NodeId node, int port, const Flit& first, std::uint32_t count,
                       Cycle at) override {
    tell([&](Probe& probe) { probe.bodies_injected(node, port, first, count, at); });
  }
  void send_changed(NodeId node, int port, SendState state, PacketHandle packet,
                    Cycle at) override {
    tell([&](Probe& probe) { probe.send_changed(node, port, state, packet, at); });
  }

 private:
  template <typename Event>
  void tell(Event&& event) const {
    for (Probe* probe : probes_) {
      event(*probe);
    }
  }

  std::vector<Probe*> probes_;
};

}  // namespace flitcast
