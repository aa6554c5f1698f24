#pragma once

#include "traffic/row/row.h"

namespace flitcast {

Row aab_ring();
Row aab_mesh();

}  // namespace flitcast
