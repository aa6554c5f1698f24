#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// M18, matrix times vector on a mesh.
Row app_matvec();

}  // namespace flitcast
