#include "tb/rtl/rtl_nodes.h"

#include "hw/rtl_router/rtl_router.h"
#include "tb/rtl/rtl_library.h"

namespace flitcast {

std::optional<std::string> rtl_refusal(const NetworkConfig& config, const Routing& routing) {
  const auto why = not_in_rtl(config, routing);
  return why ? std::optional("the routers in SystemVerilog do not cover " + *why) : std::nullopt;
}

RtlLibrary rtl_library_for(const RtlNodes& nodes, const NetworkConfig& config,
                           const Routing& routing) {
  RtlParameters parameters = rtl_parameters(config, routing);
  parameters.copies = nodes.copies;
  return {parameters,
          rtl_library(parameters, nodes.cache.empty() ? default_rtl_cache() : nodes.cache)};
}

MakeRouterCore rtl_cores(const RtlNodes& nodes, const NetworkConfig& config,
                         const Routing& routing) {
  return [library = rtl_library_for(nodes, config, routing), chosen = nodes.nodes,
          breach = nodes.breach](const RouterSite& site) -> std::unique_ptr<RouterCore> {
    if (chosen[site.node]) {
      return std::make_unique<RtlCore>(site, library.parameters, library.functions, breach);
    }
    return make_router_core(site);
  };
}

}  // namespace flitcast
