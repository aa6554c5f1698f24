#pragma once

#include <cstdint>

namespace flitcast {

/// What was compared with routers in SystemVerilog, which are equal to the model in every pin.
struct RtlEquality {
  std::uint64_t routers = 0;
  std::uint64_t router_cycles =
      0;  ///< cycles in which anything was on the pins of a router, of all
};

}  // namespace flitcast
