#include "hw/ni/network_interface.h"

namespace flitcast {

NetworkInterface::NetworkInterface(sc_core::sc_module_name name, const InterfaceSite& site,
                                   Sequencer& sequencer)
    : sc_core::sc_module(name), core_(make_interface(site)) {
  sequencer.enlist(site.module, *core_);
}

void NetworkInterface::end_of_elaboration() {
  for (int i = 0; i < inject.size(); ++i) {
    core_->attach_injection(inject[i]->source_port(), inject[i]->link());
  }
  for (int i = 0; i < eject.size(); ++i) {
    core_->attach_ejection(eject[i]->sink_port(), eject[i]->link());
  }
}

}  // namespace flitcast
