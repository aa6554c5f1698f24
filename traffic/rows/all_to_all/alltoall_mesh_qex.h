#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// A10, all-to-all scatter on one-port wormhole meshes by quadrant exchange.
Row aas_mesh_qex();

}  // namespace flitcast
