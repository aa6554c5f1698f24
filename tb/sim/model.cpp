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

WorkloadModule::WorkloadModule(Workload& workload, const WorkloadNetwork& network,
                               Sequencer& sequencer)
    : workload_(workload) {
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

Model::Model(const Topology& topology, const Routing& routing, const NetworkConfig& config,
             Workload& workload, const MakeRouterCore& make_core)
    : workload_(workload),
      sequencer_(wakes_, config.duplex == Duplex::kHalf),
      fabric_(topology, routing, config, packets_, workload, wakes_, sequencer_, make_core),
      workload_module_(workload, workload_network(packets_, wakes_, fabric_, topology.processors()),
                       sequencer_) {}

MakeRouterCore chosen_cores(const Config& config, const Routing& routing) {
  if (!config.rtl.nodes.any()) {
    return make_router_core;
  }
  cosim::RtlNodes rtl;
  rtl.nodes = config.rtl.nodes.of(routing.topology().nodes());
  rtl.copies = config.irc;
  rtl.user = config.rtl.user;
  rtl.cache = config.rtl.cache;
  return cosim::rtl_cores(rtl, config.network, routing);
}

}  // namespace flitcast
