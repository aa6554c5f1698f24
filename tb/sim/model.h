#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "hw/fabric/fabric.h"
#include "hw/router/router_core.h"
#include "hw/time/sequencer.h"
#include "tb/config/config.h"
#include "traffic/play/workload.h"

namespace flitcast {

/// Told which part of the workload is under way, see Workload::phase.
class PhaseObserver {
 public:
  virtual ~PhaseObserver() = default;
  /// From cycle `at` on it is `phase`; also when it has been that before.
  virtual void phase_is(std::uint64_t phase, Cycle at) = 0;
};

/// Any workload as a module, called like the hardware.
class WorkloadModule final : public SequencedModule {
 public:
  /// The workload begins here.
  WorkloadModule(Workload& workload, const WorkloadNetwork& network, Sequencer& sequencer);

  void add_observer(PhaseObserver& observer) { observers_.push_back(&observer); }
  /// The last cycle in which the workload acted; -1 before.
  Cycle last_act() const { return last_act_; }
  void tick(Cycle now) override;

 private:
  Workload& workload_;
  std::vector<PhaseObserver*> observers_;
  Cycle last_act_ = -1;
};

/// The whole simulation: sequencer, network and workload. Any number may live in a process, each in
/// a thread of its own if need be.
class Model {
 public:
  /// All references must outlive the model.
  Model(const Topology& topology, const Routing& routing, const NetworkConfig& config,
        Workload& workload, const MakeRouterCore& make_core = make_router_core);

  /// Until nobody has work, or the last cycle is over.
  void run() {
    while (sequencer_.step()) {
    }
  }

  Sequencer& sequencer() { return sequencer_; }
  const Fabric& fabric() const { return fabric_; }
  Fabric& fabric() { return fabric_; }
  WakeQueue& wakes() { return wakes_; }
  const Workload& workload() const { return workload_; }
  const PacketPool& packets() const { return packets_; }
  /// For as long as the model lives.
  void add_phase_observer(PhaseObserver& observer) { workload_module_.add_observer(observer); }
  Cycle now() const { return wakes_.now(); }
  /// The last cycle in which a flit came anywhere, or in which something came of an act of the
  /// workload; the same whatever modules have decided ahead of time.
  Cycle last_event() const {
    return std::max(fabric_.last_arrival(), workload_module_.last_act() + 1);
  }

 private:
  WakeQueue wakes_;
  PacketPool packets_;
  Workload& workload_;
  Sequencer sequencer_;
  Fabric fabric_;
  WorkloadModule workload_module_;
};

/// What makes the routers of a configuration: some may be in SystemVerilog, ours or a user's.
MakeRouterCore chosen_cores(const Config& config, const Routing& routing);

}  // namespace flitcast
