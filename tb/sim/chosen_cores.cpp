#include "tb/sim/chosen_cores.h"

#include "tb/cosim/library/rtl_nodes.h"

namespace flitcast {

MakeRouterCore chosen_cores(const Config& config, const Routing& routing, std::string* violation) {
  if (!config.rtl.nodes.any()) {
    return make_router_core;
  }
  cosim::RtlNodes rtl;
  rtl.nodes = config.rtl.nodes.of(routing.topology().nodes());
  rtl.copies = config.irc;
  rtl.user = config.rtl.user;
  rtl.cache = config.rtl.cache;
  rtl.violation = violation;
  return cosim::rtl_cores(rtl, config.network, routing);
}

}  // namespace flitcast
