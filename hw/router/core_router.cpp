#include "hw/router/core_router.h"

namespace flitcast {

CoreRouter::CoreRouter(sc_core::sc_module_name name, const RouterSite& site, Sequencer& sequencer)
    : Router(name), wakes_(site.wakes), core_(make_router_core(site)) {
  SC_METHOD(tick);
  sensitive << wake_ << sequencer.enlist(site.module, wake_);
  dont_initialize();
}

void CoreRouter::end_of_elaboration() {
  for (int i = 0; i < in.size(); ++i) {
    core_->attach_input(in[i]->sink_port(), in[i]->link());
  }
  for (int i = 0; i < out.size(); ++i) {
    core_->attach_output(out[i]->source_port(), out[i]->link());
  }
}

void CoreRouter::tick() {
  core_->tick(wakes_.now());
}

}  // namespace flitcast
