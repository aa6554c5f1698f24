#pragma once

#include <string>
#include <vector>

#include "tb/config/config.h"
#include "traffic/program/communication_program.h"
#include "traffic/program/placement.h"
#include "traffic/verify/tree_proof.h"

namespace flitcast {

/// The worms that fork of a program, `name`, each once; where it has none, router.forks is among
/// the keys without effect. Throws ConfigError where they share virtual channels with messages to
/// one node.
std::vector<TreeWorm> broadcast_trees(const Program& program, const Placement& nodes,
                                      const std::string& name, Config& config);

}  // namespace flitcast
