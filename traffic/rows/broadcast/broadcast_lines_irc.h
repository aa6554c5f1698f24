#pragma once

#include "traffic/row/row.h"

namespace flitcast {

// Broadcasts with the intermediate reception capability whose worms run along one dimension each:
// line by line, every node that has the message informs its line.

/// M10, on a mesh of any dimension: from a corner, one worm per node and dimension.
Row oab_mesh_nd_irc();

/// M11, on a torus of two dimensions: half round a ring both ways, or all the way up.
Row oab_torus2d_irc();

/// M19, on a mesh of two dimensions whose nodes have a port for every link: both ways at a time.
Row oab_mesh_irc_allport();

}  // namespace flitcast
