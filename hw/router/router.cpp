#include "hw/router/router.h"

namespace flitcast {

Router::Router(sc_core::sc_module_name name, NodeId id, int network_ports,
               const NetworkConfig& config, const Routing& routing, PacketPool& packets,
               WakeQueue& wakes, Sequencer& sequencer, std::uint32_t module)
    : sc_core::sc_module(name),
      wakes_(wakes),
      core_(id, network_ports, config, routing, packets, wakes, module) {
  SC_METHOD(tick);
  sensitive << wake_ << sequencer.enlist(module, wake_);
  dont_initialize();
}

void Router::end_of_elaboration() {
  for (int i = 0; i < in.size(); ++i) {
    core_.attach_input(in[i]->sink_port(), in[i]->link());
  }
  for (int i = 0; i < out.size(); ++i) {
    core_.attach_output(out[i]->source_port(), out[i]->link());
  }
}

void Router::tick() {
  core_.tick(wakes_.now());
}

}  // namespace flitcast
