#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// A9, all-to-all scatter on one-port wormhole meshes by binary exchange.
Row aas_mesh_bex();

}  // namespace flitcast
