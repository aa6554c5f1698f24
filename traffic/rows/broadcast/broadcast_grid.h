#pragma once

#include "traffic/row/row.h"

namespace flitcast {

Row oab_line();
Row oab_mesh();

}  // namespace flitcast
