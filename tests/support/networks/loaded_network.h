#pragma once

#include <string>
#include <vector>

#include "traffic/channel_load/load_theory.h"

namespace flitcast {

/// A network with dimension order, and what theory says of it under a load.
struct LoadedNetwork {
  LoadedNetwork(TopologyKind kind, const std::vector<std::uint32_t>& dims)
      : topology(kind, dims), routing(topology, RoutingOrder::kAscending) {}
  LoadTheory theory(const LoadSettings& settings, const NetworkConfig& config = {}) const {
    return {routing, config, settings};
  }

  Topology topology;
  Routing routing;
};

inline LoadSettings with_pattern(const std::string& pattern) {
  LoadSettings settings;
  settings.pattern.word = pattern;
  return settings;
}
/// The shares of all destinations, a line for each source.
inline LoadSettings with_matrix(const std::string& lines) {
  LoadSettings settings = with_pattern("matrix");
  settings.pattern.file = "m";
  settings.pattern.text = lines;
  return settings;
}

}  // namespace flitcast
