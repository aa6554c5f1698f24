#pragma once

#include <set>
#include <string>
#include <utility>

#include "hw/types.h"
#include "tests/support/draw.h"

namespace flitcast {

/// The file of a connected network whose links have delays of 1 … `longest` and take 1 … `slowest`
/// cycles per flit, each of its own: a tree of all nodes, with some links more.
inline std::string draw_graph(Draw& draw, NodeId processors, NodeId switches, int longest = 5,
                              int slowest = 3) {
  const NodeId nodes = processors + switches;
  std::string text = "processors " + std::to_string(processors) + "\n";
  if (switches > 0) {
    text += "switches " + std::to_string(switches) + "\n";
  }
  std::set<std::pair<NodeId, NodeId>> links;
  for (NodeId node = 1; node < nodes; ++node) {
    links.emplace(draw.between<NodeId>(0, node - 1), node);
  }
  for (NodeId more = draw.between<NodeId>(0, nodes / 2); nodes > 1 && more > 0; --more) {
    const NodeId high = draw.between<NodeId>(1, nodes - 1);
    links.emplace(draw.between<NodeId>(0, high - 1), high);
  }
  for (const auto& [low, high] : links) {
    text += "link " + std::to_string(low) + " " + std::to_string(high);
    text += draw.one_in(4) ? "" : " delay " + std::to_string(draw.between(1, longest));
    text += draw.one_in(4) ? "" : " cycles_per_flit " + std::to_string(draw.between(1, slowest));
    text += "\n";
  }
  return text;
}

}  // namespace flitcast
