#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// Destinations: the word of a pattern, and what patterns are told. A pattern looks at what is
/// its own.
struct PatternSettings {
  std::string word = "uniform";
  /// Packets from a node to itself pass its router and no link. Without, uniform traffic goes to
  /// the others, and nodes that a permutation leaves where they are do not send.
  bool self_sends = true;
  std::vector<NodeId> hotspots = {};  ///< hotspot: the nodes, all different, at least one
  double hotspot_share = 0.5;         ///< hotspot: of the packets, 0 … 1; the rest is uniform
  std::uint64_t seed = 1;             ///< random_permutation
  std::string file = {};              ///< permutation, matrix, trace: its name, for messages
  std::string text = {};              ///< its content
};

}  // namespace flitcast
