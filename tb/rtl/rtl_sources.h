#pragma once

#include <string>
#include <vector>

namespace flitcast {

/// A file of hw/rtl.
struct RtlSource {
  std::string name;  ///< "round_robin.sv"
  std::string text;
};

/// What the routers in SystemVerilog are made of: modules, and what makes them a library that
/// hw/rtl/router_abi.h calls. They are in the program; the build writes where they are defined.
const std::vector<RtlSource>& rtl_sources();

}  // namespace flitcast
