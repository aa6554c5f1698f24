#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw/rtl_router/rtl_parameters.h"
#include "tb/area/router_area.h"
#include "tb/config/config.h"

namespace flitcast::area {

/// A router to be synthesized: flitcast_router.sv (hw/rtl), or a user's with the
/// same pins, of which some ports lead nowhere. They are tied off, and what nobody uses then is
/// left out.
struct RouterBuild {
  RtlParameters parameters;
  int word_bits = RtlParameters::kWordBits;          ///< of a flit
  int interval_bits = RtlParameters::kIntervalBits;  ///< of the cycles that a flit takes on a link
  std::vector<int> unconnected = {};                 ///< network ports without a link
  bool has_interface = true;                         ///< false: local ports lead nowhere
  std::string wrapper = {};                          ///< rtl.user; empty: ours

  /// The parameters by their names in the SystemVerilog.
  std::vector<std::pair<std::string, int>> named() const;
};

bool operator<(const RouterBuild& a, const RouterBuild& b);

/// The routers of a network that have as many links, all of them ours or a user's.
struct RouterKind {
  int links = 0;
  std::uint64_t routers = 0;
  RouterBuild build;
  RouterArea area = {};  ///< of one of them, where it is known
};

/// The routers of a configuration, of which router.buffer_flits is known, those of rtl.user first,
/// then those with most links. Depths, delays and tables are as large as they have to be. Of
/// routers with as many links the first one stands for all. Throws ConfigError for what the
/// SystemVerilog does not cover, naming the key and what is nearest, and for words that are too
/// narrow for an address.
std::vector<RouterKind> router_builds(const Config& config, int word_bits);

}  // namespace flitcast::area
