#pragma once

#include <string>
#include <vector>

namespace flitcast::cosim {

/// A file of hw/rtl, or a user's.
struct RtlSource {
  std::string name;  ///< "round_robin.sv"; there may be folders in it
  std::string text;
  std::string path = {};  ///< what is told of it names this file of the user; empty: ours
};

/// What verilator is told beside a user's sources, by their names.
struct RtlReading {
  std::vector<std::string> files = {};    ///< to be read first, in this order
  std::vector<std::string> folders = {};  ///< where it looks for what is included, and for modules
  std::vector<std::string> defines = {};  ///< "NAME=VALUE"
};

/// What the routers in SystemVerilog are made of: modules, and what makes them a library that
/// hw/rtl/router_abi.h calls. They are in the program; the build writes where they are defined.
const std::vector<RtlSource>& rtl_sources();

}  // namespace flitcast::cosim
