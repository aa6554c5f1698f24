#pragma once

#include <systemc>

#include "hw/link/link_channel.h"
#include "hw/ni/ni_core.h"
#include "hw/time/sequencer.h"

namespace flitcast {

/// NiCore as a SystemC module: `inject` leads to the router's local inputs, `eject` comes from its
/// local outputs.
class NetworkInterface final : public sc_core::sc_module, public SequencedModule {
 public:
  LinkPort inject{"inject"};
  LinkPort eject{"eject"};

  NetworkInterface(sc_core::sc_module_name name, NodeId id, const NetworkConfig& config,
                   const PacketPool& packets, NiClient& client, WakeQueue& wakes,
                   Sequencer& sequencer, std::uint32_t module);

  NiCore& core() { return core_; }
  void tick(Cycle now) override { core_.tick(now); }

 private:
  void end_of_elaboration() override;

  NiCore core_;
};

}  // namespace flitcast
