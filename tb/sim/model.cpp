#include "tb/sim/model.h"

#include "tb/cosim/library/rtl_nodes.h"

namespace flitcast {
namespace {

WorkloadNetwork workload_network(PacketPool& packets, WakeQueue& wakes, Fabric& fabric,
                                 NodeId processors) {
  WorkloadNetwork network{&packets, &wakes};
  for (NodeId node = 0; node < processors; ++node) {
    network.interfaces.push_back(&fabric.ni(node));
  }
  return network;
}

}  // namespace

WorkloadModule::WorkloadModule(sc_core::sc_module_name name, Workload& workload,
                               const WorkloadNetwork& network, Sequencer& sequencer)
    : sc_core::sc_module(name), workload_(workload) {
  workload_.begin(network);
  sequencer.enlist(workload_.alarm().number(), *this);
}

void WorkloadModule::tick(Cycle now) {
  workload_.tick(now);
  last_act_ = now;
  for (PhaseObserver* observer : observers_) {
    observer->phase_is(workload_.phase(), now);
  }
}

Model::Model(sc_core::sc_module_name name, const Topology& topology, const Routing& routing,
             const NetworkConfig& config, const sc_core::sc_time& period, Workload& workload,
             const MakeRouterCore& make_core)
    : sc_core::sc_module(name),
      workload_(workload),
      sequencer_(wakes_, config.duplex == Duplex::kHalf),
      clock_("sequencer", sequencer_, period),
      fabric_("fabric", topology, routing, config, packets_, workload, wakes_, sequencer_,
              make_core),
      workload_module_("workload", workload,
                       workload_network(packets_, wakes_, fabric_, topology.processors()),
                       sequencer_) {}

MakeRouterCore chosen_cores(const Config& config, const Routing& routing, std::string* violation) {
  if (!config.rtl.nodes.any()) {
    return make_router_core;
  }
  cosim::RtlNodes rtl;
  rtl.nodes = config.rtl.nodes.of(routing.topology().nodes());
  rtl.copies = config.irc;
  rtl.user = config.rtl.user;
  rtl.cache = config.rtl.cache;
  rtl.violation = violation;
  return cosim::rtl_cores(rtl, config.network, routing);
}

}  // namespace flitcast
