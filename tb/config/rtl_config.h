#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace flitcast {

/// Some nodes of a network, whose size is not known yet: all, or those of ranges.
struct NodeChoice {
  bool all = false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;  ///< first, last

  bool any() const { return all || !ranges.empty(); }
};

/// The rtl keys.
struct RtlConfig {
  NodeChoice nodes;   ///< whose routers are in SystemVerilog
  std::string cache;  ///< folder of what verilator made; empty = the usual one
};

}  // namespace flitcast
