#include "hw/router/core_router.h"
#include "hw/router/router.h"

namespace flitcast {

std::unique_ptr<Router> make_router(sc_core::sc_module_name name, const RouterSite& site,
                                    Sequencer& sequencer, const MakeRouterCore& make_core) {
  return std::make_unique<CoreRouter>(name, site, sequencer, make_core);
}

}  // namespace flitcast
