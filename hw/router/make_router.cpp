#include "hw/router/core_router.h"
#include "hw/router/router.h"

namespace flitcast {

std::unique_ptr<Router> make_router(sc_core::sc_module_name name, const RouterSite& site,
                                    Sequencer& sequencer) {
  return std::make_unique<CoreRouter>(name, site, sequencer);
}

}  // namespace flitcast
