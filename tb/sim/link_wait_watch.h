#pragma once

#include "hw/probe.h"
#include "hw/topology/topology.h"
#include "tb/measures/link_waits.h"
#include "tb/sim/model.h"
#include "tb/sim/run_observer.h"

namespace flitcast {

/// Sees where flits wait between routers.
class LinkWaitWatch final : public RunObserver, private Probe {
 public:
  /// `topology` must outlive it.
  explicit LinkWaitWatch(const Topology& topology) : topology_(topology) {}

  const LinkWaits& waits() const { return waits_; }
  void begin(Model& model) override {
    packets_ = &model.packets();
    model.fabric().attach_probe(*this);
  }
  void end(const std::optional<StuckReport>& /*stuck*/) override {}

 private:
  void worm_waited(NodeId node, int /*input*/, PacketHandle packet, PortId port,
                   WaitCause /*cause*/, Cycle cycles, Cycle /*at*/) override {
    if (port < topology_.network_ports()) {
      waits_.add((*packets_)[packet].id, {node, topology_.neighbour(node, port), cycles});
    }
  }

  const Topology& topology_;
  const PacketPool* packets_ = nullptr;
  LinkWaits waits_;
};

}  // namespace flitcast
