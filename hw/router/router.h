#pragma once

#include <systemc>

#include "hw/link/link_channel.h"
#include "hw/router/router_core.h"
#include "hw/time/sequencer.h"

namespace flitcast {

/// RouterCore as a SystemC module: binds links to ports at the end of elaboration and runs one
/// cycle of the core whenever the sequencer triggers it.
class Router : public sc_core::sc_module {
 public:
  LinkPort in{"in"};
  LinkPort out{"out"};

  Router(sc_core::sc_module_name name, NodeId id, int network_ports, const NetworkConfig& config,
         const Routing& routing, PacketPool& packets, WakeQueue& wakes, Sequencer& sequencer,
         std::uint32_t module);

  const RouterCore& core() const { return core_; }
  RouterCore& core() { return core_; }

 private:
  SC_HAS_PROCESS(Router);
  void end_of_elaboration() override;
  void tick();

  WakeQueue& wakes_;
  sc_core::sc_event wake_;
  RouterCore core_;
};

}  // namespace flitcast
