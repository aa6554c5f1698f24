#include <stdexcept>

#include "tb/cosim/library/rtl_nodes.h"

namespace flitcast::cosim {

std::optional<std::string> rtl_refusal(const NetworkConfig& /*config*/, const Routing& /*routing*/,
                                       std::string_view /*policy*/) {
  return "this program was built without routers in SystemVerilog; build it with "
         "cmake -DFLITCAST_RTL=ON";
}

std::optional<std::string> user_refusal(const std::string& /*wrapper*/, int /*vcs*/,
                                        bool /*copies*/) {
  return std::nullopt;
}

MakeRouterCore rtl_cores(const RtlNodes& /*nodes*/, const NetworkConfig& /*config*/,
                         const Routing& /*routing*/) {
  throw std::logic_error("there are no routers in SystemVerilog");
}

}  // namespace flitcast::cosim
