#pragma once

#include <string>
#include <vector>

namespace flitcast {

/// A file of hw/rtl, or one that somebody brings.
struct RtlSource {
  std::string name;  ///< "round_robin.sv"
  std::string text;
  std::string path = {};  ///< what is told of it names this file, which is somebody's; empty: ours
};

/// What the routers in SystemVerilog are made of: modules, and what makes them a library that
/// hw/rtl/router_abi.h calls. They are in the program; the build writes where they are defined.
const std::vector<RtlSource>& rtl_sources();

}  // namespace flitcast
