#pragma once

#include <memory>

#include <systemc>

#include "hw/link/link_channel.h"
#include "hw/router/parts/watched_router.h"
#include "hw/router/router_core.h"
#include "hw/time/sequencer.h"

namespace flitcast {

/// A router of a network, as a module. The fabric binds `in` and `out`: which of its ports a link
/// stands for, the link says. Everything else about a router is its own matter.
class Router : public sc_core::sc_module, public WatchedRouter {
 public:
  LinkPort in{"in"};
  LinkPort out{"out"};

 protected:
  explicit Router(sc_core::sc_module_name name) : sc_core::sc_module(name) {}
};

/// The router that the configuration asks for: the place at which another one comes in. `make_core`
/// is told where cores of our routers come from.
std::unique_ptr<Router> make_router(sc_core::sc_module_name name, const RouterSite& site,
                                    Sequencer& sequencer, const MakeRouterCore& make_core);

}  // namespace flitcast
