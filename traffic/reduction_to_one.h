#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

Row aor_hc();
Row aor_line();
Row aor_mesh();
Row aor_tree();

}  // namespace flitcast
