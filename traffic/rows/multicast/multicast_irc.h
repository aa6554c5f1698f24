#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// M6, multicast on meshes whose routers have the intermediate reception capability.
Row mc_mesh_irc_leaders();

}  // namespace flitcast
