#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// All-to-all scatter by one pipeline along dimension after dimension, through one port.

Row aas_ring_1port();       ///< A2, on rings
Row aas_torus_nd_sf();      ///< A4, on tori
Row aas_mesh_nd_wh_ring();  ///< A5, on meshes, with worms in place of wrap links

}  // namespace flitcast
