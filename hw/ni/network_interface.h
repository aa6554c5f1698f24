#pragma once

#include <memory>

#include <systemc>

#include "hw/link/link_channel.h"
#include "hw/ni/interface_core.h"
#include "hw/time/sequencer.h"

namespace flitcast {

/// An InterfaceCore as a SystemC module: `inject` leads to the router's local inputs, `eject` comes
/// from its local outputs.
class NetworkInterface final : public sc_core::sc_module {
 public:
  LinkPort inject{"inject"};
  LinkPort eject{"eject"};

  NetworkInterface(sc_core::sc_module_name name, const InterfaceSite& site, Sequencer& sequencer);

  InterfaceCore& core() { return *core_; }

 private:
  void end_of_elaboration() override;

  std::unique_ptr<InterfaceCore> core_;
};

}  // namespace flitcast
