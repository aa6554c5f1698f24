#include "tb/cosim/library/rtl_nodes.h"

#include "hw/rtl_router/rtl_core.h"
#include "hw/rtl_router/user_core.h"
#include "tb/cosim/library/rtl_library.h"
#include "tb/cosim/library/user_wrapper.h"
#include "tb/system/file_error.h"
#include "tb/system/files/cache_folder.h"

namespace flitcast::cosim {
namespace {

std::string cache_of(const RtlNodes& nodes) {
  const std::optional<std::string> usual = cache_folder("rtl");
  if (nodes.cache.empty() && !usual) {
    throw RtlBuildError("rtl.cache: there is no HOME to keep the routers in; give a folder");
  }
  return nodes.cache.empty() ? *usual : nodes.cache;
}

}  // namespace

std::optional<std::string> rtl_refusal(const NetworkConfig& config, const Routing& routing,
                                       std::string_view policy) {
  const auto why = not_in_rtl(config, routing, policy);
  return why ? std::optional("the routers in SystemVerilog do not cover " + *why) : std::nullopt;
}

std::optional<std::string> user_refusal(const std::string& wrapper, int vcs, bool copies) {
  try {
    const UserRouter user = read_user_router(wrapper);
    if (copies && !user.has_addresses) {
      return wrapper +
             ": user_router has no pins in_address, in_more, out_address, out_more, "
             "without which there is no intermediate reception";
    }
    if (vcs > 1 && !user.has_channels) {
      return wrapper +
             ": user_router has no pins in_vc, out_vc, without which router.vcs is 1 at most";
    }
  } catch (const UserRouterError& error) {
    return error.what();
  } catch (const FileError& error) {
    return error.what();
  }
  return std::nullopt;
}

RtlLibrary rtl_library_for(const RtlNodes& nodes, const NetworkConfig& config,
                           const Routing& routing) {
  RtlParameters parameters = rtl_parameters(config, routing);
  parameters.copies = nodes.copies;
  if (nodes.user.empty()) {
    return {parameters, rtl_library(parameters, cache_of(nodes))};
  }
  const UserRouter user = read_user_router(nodes.user);
  return {parameters, rtl_library(parameters, cache_of(nodes), user.sources, user.reading), true,
          user.has_busy};
}

MakeRouterCore rtl_cores(const RtlNodes& nodes, const NetworkConfig& config,
                         const Routing& routing) {
  return [library = rtl_library_for(nodes, config, routing),
          chosen = nodes.nodes](const RouterSite& site) -> std::unique_ptr<RouterCore> {
    if (!chosen[site.node]) {
      return make_router_core(site);
    }
    if (library.user) {
      return std::make_unique<UserCore>(site, library.parameters, library.functions,
                                        library.has_busy);
    }
    return std::make_unique<RtlCore>(site, library.parameters, library.functions);
  };
}

}  // namespace flitcast::cosim
