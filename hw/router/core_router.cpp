#include "hw/router/core_router.h"

namespace flitcast {

CoreRouter::CoreRouter(sc_core::sc_module_name name, const RouterSite& site, Sequencer& sequencer,
                       const MakeRouterCore& make_core)
    : Router(name), core_(make_core(site)) {
  sequencer.enlist(site.module, *core_);
}

void CoreRouter::end_of_elaboration() {
  for (int i = 0; i < in.size(); ++i) {
    core_->attach_input(in[i]->sink_port(), in[i]->link());
  }
  for (int i = 0; i < out.size(); ++i) {
    core_->attach_output(out[i]->source_port(), out[i]->link());
  }
}

}  // namespace flitcast
