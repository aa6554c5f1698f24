#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/router/router_core.h"
#include "hw/rtl/router_abi.h"
#include "hw/rtl_router/rtl_parameters.h"

namespace flitcast::cosim {

/// Why the routers of a network cannot be in SystemVerilog: of what they do not cover, or that this
/// program has none. `policy`: the word of the routing's.
std::optional<std::string> rtl_refusal(const NetworkConfig& config, const Routing& routing,
                                       std::string_view policy);
/// Why a router that is brought cannot stand in a network of links with `vcs` virtual channels;
/// `copies`: worms leave copies on their way.
std::optional<std::string> user_refusal(const std::string& wrapper, int vcs, bool copies);

/// What is to be in SystemVerilog.
struct RtlNodes {
  std::vector<bool> nodes;
  bool copies = false;  ///< worms leave copies on their way
  std::string user;     ///< wrapper of a router to take instead of ours; empty = ours
  std::string cache;    ///< folder of the libraries; empty = cache_folder("rtl")
};

/// Their library.
struct RtlLibrary {
  RtlParameters parameters;
  const FlitcastRtlRouter& functions;
  bool user = false;     ///< of a router that is brought
  bool has_busy = true;  ///< which has that pin
};
/// It is made first if it is not there. Throws RtlBuildError, FileError. Precondition: they are not
/// refused.
RtlLibrary rtl_library_for(const RtlNodes& nodes, const NetworkConfig& config,
                           const Routing& routing);

/// Makes the routers of a network, those of `nodes` in SystemVerilog, whose library is made first
/// if it is not there. Throws RtlBuildError, FileError. Precondition: they are not refused.
MakeRouterCore rtl_cores(const RtlNodes& nodes, const NetworkConfig& config,
                         const Routing& routing);

}  // namespace flitcast::cosim
