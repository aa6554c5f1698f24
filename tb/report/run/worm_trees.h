#pragma once

#include <cstddef>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hw/routing/routing.h"
#include "tb/report/logs/run_logs.h"

namespace flitcast::report {

/// Worms that fork and are drawn, of a program.
inline constexpr std::size_t kMaxWormTrees = 60;

/// Nodes of the trees of the first kMaxWormTrees worms that forked, on a grid: of a row `worm`, its
/// number among them; `node`, where it stands (`x`, `y`), how many links it is from the root, and
/// the node before it (`parent`, `parent_x`, `parent_y`), none of the root; `heard`, the cycle in
/// which the last word was there, none where the worm leaves no copy. `flits` are those of the
/// worm, `start` and `end` of the root when its send began and was over. No rows where the network
/// has more than two dimensions.
nlohmann::ordered_json tree_columns(const std::vector<LoggedOperation>& ops,
                                    const std::vector<NodeId>& placement, const Routing& routing);

}  // namespace flitcast::report
