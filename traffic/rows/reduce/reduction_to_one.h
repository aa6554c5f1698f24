#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// M17: all-to-one reductions, the broadcasts of hypercubes, lines, meshes and trees backwards.
/// (Grama et al. ch. 4)
Row aor_hc();
Row aor_line();
Row aor_mesh();
Row aor_tree();

}  // namespace flitcast
