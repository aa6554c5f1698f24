#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// M7, broadcast from a corner of a mesh whose routers have the intermediate reception capability.
Row oab_mesh_irc_corner();

/// M8, from any node: first to a corner.
Row oab_mesh_irc_3round();

}  // namespace flitcast
