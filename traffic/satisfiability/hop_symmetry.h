#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "traffic/satisfiability/hop_instance.h"

namespace flitcast {

/// What a node, and what is around it, looks like from another node, `like`: a symmetry of the
/// network that takes the node there.
struct HopImage {
  NodeId like;
  std::vector<NodeId> nodes;         ///< by node, where it goes
  std::vector<std::uint32_t> links;  ///< by link, which one it becomes
};

/// By node: it is like itself, or like one with a smaller number that is. Nothing where no two
/// nodes are alike, as far as a search of moderate length finds out, or where the operation makes
/// them different. Only for all-gather.
std::optional<std::vector<HopImage>> symmetry_of(const HopInstance& instance);

}  // namespace flitcast
