#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// M9, broadcast in two rounds on a mesh whose routers have the intermediate reception capability.
Row oab_mesh_irc_2round();

}  // namespace flitcast
