#pragma once

#include <algorithm>
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
  /// Which of so many nodes they are. Precondition: there are those of the ranges.
  std::vector<bool> of(std::uint32_t nodes) const {
    std::vector<bool> chosen(nodes, all);
    for (const auto& [first, last] : ranges) {
      std::fill(chosen.begin() + first, chosen.begin() + last + 1, true);
    }
    return chosen;
  }
};

/// The rtl keys.
struct RtlConfig {
  NodeChoice nodes;      ///< whose routers are in SystemVerilog
  std::string user;      ///< the wrapper of a router to take instead of ours; empty = ours
  NodeChoice check;      ///< whose routers are compared with the one in SystemVerilog
  std::string waveform;  ///< of one that differs; empty = rtl_mismatch.vcd beside output.json
  std::string cache;     ///< folder of what verilator made; empty = the usual one
};

}  // namespace flitcast
