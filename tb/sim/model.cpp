#include "tb/sim/model.h"

namespace flitcast {

PlayerModule::PlayerModule(sc_core::sc_module_name name, Player& player, WakeQueue& wakes,
                           Sequencer& sequencer, std::uint32_t module)
    : sc_core::sc_module(name), player_(player), wakes_(wakes) {
  SC_METHOD(tick);
  sensitive << wake_ << sequencer.enlist(module, wake_);
  dont_initialize();
}

void PlayerModule::tick() {
  player_.tick(wakes_.now());
  if (observer_ != nullptr) {
    observer_->round_is(player_.rounds_done(), wakes_.now());
  }
}

Model::Model(sc_core::sc_module_name name, const Topology& topology, const Routing& routing,
             const PlayerOptions& options, const sc_core::sc_time& period, const Schedule& schedule,
             Payload& payload, DeliverySink* deliveries)
    : sc_core::sc_module(name),
      wakes_(Fabric::modules(topology) + 1),
      player_(schedule, routing, options, payload, packets_, wakes_, Fabric::modules(topology),
              deliveries),
      sequencer_("sequencer", wakes_, Fabric::modules(topology) + 1, period,
                 options.network.duplex == Duplex::kHalf),
      fabric_("fabric", topology, routing, options.network, packets_, player_, wakes_, sequencer_),
      player_module_("player", player_, wakes_, sequencer_, Fabric::modules(topology)) {
  for (NodeId node = 0; node < topology.processors(); ++node) {
    player_.attach(node, fabric_.ni(node));
  }
  player_.start();
}

}  // namespace flitcast
